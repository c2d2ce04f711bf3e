"""Run with `python3 -m unittest` in this folder. The example beside it is made by the server's own tests."""

import contextlib
import copy
import io
import json
import os
import unittest
from unittest import mock

import counterweight_verify as verifier

HERE = os.path.dirname(os.path.abspath(__file__))


def path(name):
    return os.path.join(HERE, "example", name)


def example(name):
    with open(path(name), encoding="utf-8", newline="") as file:
        return file.read()


def run(*arguments):
    """Exit code and what was printed."""
    output = io.StringIO()
    with contextlib.redirect_stdout(output), contextlib.redirect_stderr(output):
        try:
            code = verifier.main(arguments)
        except SystemExit as exit:
            code = exit.code
    return code, output.getvalue()


class Ed25519(unittest.TestCase):
    """The vectors of RFC 8032, section 7.1."""

    VECTORS = [
        (
            "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a",
            "",
            "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b",
        ),
        (
            "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c",
            "72",
            "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00",
        ),
        (
            "fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025",
            "af82",
            "6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac18ff9b538d16f290ae67f760984dc6594a7c15e9716ed28dc027beceea1ec40a",
        ),
    ]

    def test_the_published_signatures_hold(self):
        for vector in self.VECTORS:
            self.assertTrue(verifier.signed_by(*map(bytes.fromhex, vector)))

    def test_one_changed_bit_in_key_message_or_signature_is_found(self):
        for key, message, signature in (map(bytes.fromhex, vector) for vector in self.VECTORS):
            for place in range(0, 64, 7):
                bent = bytes(each ^ (1 if at == place else 0) for at, each in enumerate(signature))
                self.assertFalse(verifier.signed_by(key, message, bent))
            self.assertFalse(verifier.signed_by(key, message + b"x", signature))
            self.assertFalse(verifier.signed_by(bytes([key[0] ^ 1]) + key[1:], message, signature))

    def test_a_second_signature_cannot_be_made_by_adding_the_order(self):
        key, message, signature = map(bytes.fromhex, self.VECTORS[1])
        s = int.from_bytes(signature[32:], "little") + verifier.ORDER
        self.assertFalse(verifier.signed_by(key, message, signature[:32] + s.to_bytes(32, "little")))

    def test_bytes_that_are_no_point_sign_nothing(self):
        _, message, signature = map(bytes.fromhex, self.VECTORS[0])
        for key in (b"\xff" * 32, (2).to_bytes(32, "little")):
            self.assertFalse(verifier.signed_by(key, message, signature))


class Canonical(unittest.TestCase):
    def test_the_examples_of_rfc_8785(self):
        example = {"\u20ac": 1, "\r": 2, "\ufb33": 3, "1": 4, "\U0001f600": 5, "\x80": 6, "\xf6": 7}
        expected = '{"\\r":2,"1":4,"\x80":6,"\xf6":7,"\u20ac":1,"\U0001f600":5,"\ufb33":3}'
        self.assertEqual(verifier.canonical(example), expected)
        self.assertEqual(verifier.canonical("\u20ac$\x0f\nA'B\"\\\\\"/"), '"\u20ac$\\u000f\\nA\'B\\"\\\\\\\\\\"/"')

    def test_what_other_readers_might_read_otherwise_is_refused(self):
        deep = []
        for _ in range(101):
            deep = [deep]
        for value in (0.5, 1.0, 2**53, float("nan"), "\ud800", {"\udc00": 1}, {1}, deep):
            with self.assertRaises(verifier.Fault):
                verifier.canonical(value)

    def test_a_payload_with_a_repeated_key_or_white_space_is_refused(self):
        for payload in (b'{"a":1,"a":1}', b'{"a": 1}', b'{"a":1.0}', b'{"a":-0}', b'{"a":NaN}', b"\xff", b'"\\ud800"'):
            with self.assertRaises(verifier.Fault):
                verifier.read_receipt(payload)


class Tree(unittest.TestCase):
    LEAVES = ["", "00", "10", "2021", "3031", "40414243", "5051525354555657", "606162636465666768696a6b6c6d6e6f"]
    ROOTS = {  # Certificate Transparency's own
        1: "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
        5: "4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4",
        7: "ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c",
        8: "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328",
    }

    def root(self, leaves):
        if len(leaves) == 1:
            return leaves[0]
        left = verifier.split(len(leaves))
        return verifier.node(self.root(leaves[:left]), self.root(leaves[left:]))

    def path(self, index, leaves):
        if len(leaves) == 1:
            return []
        left = verifier.split(len(leaves))
        if index < left:
            return self.path(index, leaves[:left]) + [self.root(leaves[left:])]
        return self.path(index - left, leaves[left:]) + [self.root(leaves[:left])]

    def proof(self, older, leaves, known=True):
        if older == len(leaves):
            return [] if known else [self.root(leaves)]
        left = verifier.split(len(leaves))
        if older <= left:
            return self.proof(older, leaves[:left], known) + [self.root(leaves[left:])]
        return self.proof(older - left, leaves[left:], False) + [self.root(leaves[:left])]

    def test_the_published_roots(self):
        leaves = [verifier.sha256(b"\0", bytes.fromhex(each)) for each in self.LEAVES]
        for size, root in self.ROOTS.items():
            self.assertEqual(self.root(leaves[:size]).hex(), root)
            for index in range(size):
                found = verifier.root_through(leaves[index], index, size, self.path(index, leaves[:size]))
                self.assertEqual(found.hex(), root)

    def test_every_proof_of_every_tree_up_to_20_and_none_that_is_bent(self):
        leaves = [verifier.sha256(b"\0", bytes([each])) for each in range(20)]
        for size in range(1, 21):
            tree = leaves[:size]
            root = self.root(tree)
            for index in range(size):
                proof = self.path(index, tree)
                self.assertEqual(verifier.root_through(tree[index], index, size, proof), root)
                for other in range(size):
                    if other != index:
                        self.assertNotEqual(self.tried(verifier.root_through, tree[index], other, size, proof), root)
                self.assertIsNone(self.tried(verifier.root_through, tree[index], index, size, proof + [root]))
                for at in range(len(proof)):
                    left_out = proof[:at] + proof[at + 1 :]
                    self.assertNotEqual(self.tried(verifier.root_through, tree[index], index, size, left_out), root)
            for older in range(1, size):
                before, proof = self.root(leaves[:older]), self.proof(older, tree)
                self.assertEqual(verifier.roots_through(older, size, proof, before), (before, root))
                for at in range(len(proof)):
                    bent = proof[:at] + [verifier.sha256(proof[at])] + proof[at + 1 :]
                    self.assertNotEqual(verifier.roots_through(older, size, bent, before), (before, root))
                    left_out = proof[:at] + proof[at + 1 :]
                    found = self.tried(verifier.roots_through, older, size, left_out, before)
                    self.assertNotEqual(found, (before, root))

    def tried(self, function, *arguments):
        try:
            return function(*arguments)
        except verifier.Fault:
            return None


class SignedNotes(unittest.TestCase):
    """The example of Go's golang.org/x/mod/sumdb/note."""

    KEY = "PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW"
    TEXT = "If you think cryptography is the answer to your problem,\nthen you don't know what your problem is.\n"
    SIGNATURE = "x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKvqfqdngotpRZb6KE6RyyBwJnAM="

    def test_its_key_and_signature_are_read(self):
        key = verifier.Key(self.KEY)
        signature = verifier.base64_bytes(self.SIGNATURE, "the signature", 68)
        self.assertEqual(signature[:4], key.id)
        self.assertTrue(verifier.signed_by(key.bytes, self.TEXT.encode(), signature[4:]))

    def test_every_changed_character_of_a_key_is_refused(self):
        for place, character in enumerate(self.KEY):
            bent = self.KEY[:place] + ("A" if character != "A" else "B") + self.KEY[place + 1 :]
            with self.assertRaises(verifier.Fault, msg=bent):
                verifier.Key(bent)


def bends(value):
    """Every change of one leaf, one key or one member."""
    if isinstance(value, dict):
        for key in value:
            for bent in bends(value[key]):
                yield {**value, key: bent}
            yield {name: each for name, each in value.items() if name != key}
        yield {**value, "more": None}
    elif isinstance(value, list):
        for at, each in enumerate(value):
            for bent in bends(each):
                yield value[:at] + [bent] + value[at + 1 :]
            yield value[:at] + value[at + 1 :]
            yield value + [each]
    elif isinstance(value, str):
        middle = len(value) // 2
        yield value[:middle] + ("b" if value[middle : middle + 1] == "a" else "a") + value[middle + 1 :]
        yield value + " "
        yield None
    elif isinstance(value, bool):
        yield not value
    elif isinstance(value, int):
        yield value + 1
        yield -value - 1
        yield str(value)
    else:
        yield ""


class Receipts(unittest.TestCase):
    def setUp(self):
        self.receipt = example("receipt.json")
        self.envelope = json.loads(self.receipt)
        self.payload = json.loads(verifier.base64_bytes(self.envelope["payload"], "payload"))

    def file(self, payload):
        data = verifier.canonical(payload).encode()
        return json.dumps({**self.envelope, "payload": verifier.base64.b64encode(data).decode()})

    def faults(self, file, **options):
        return [(name, thing) for name, thing, _ in verifier.verify(file, **options)[0].faults]

    def test_the_example_holds_with_data_decisions_key_and_history(self):
        code, output = run(
            *(path("receipt.json"), "--key", example("key.txt"), "--data", path("export.jsonl")),
            *("--decisions", path("decisions.jsonl")),
            *("--since", path("older.checkpoint"), "--consistency", path("consistency.proof")),
        )
        self.assertEqual((code, output.count("\n")), (0, 1))
        self.assertIn("prevented 1, lost 2, net -1, utility -1, break-even 2/1 (FINITE)", output)

    def test_a_stranger_who_changes_anything_breaks_the_signature(self):
        changed = list(bends(self.payload))
        self.assertGreater(len(changed), 800)
        for payload in changed[::17]:
            checks = {name for name, _ in self.faults(self.file(payload))}
            self.assertTrue(checks & {"envelope signature", "payload", "key"})

    def test_with_every_signature_taken_for_good_any_change_is_still_found(self):
        with mock.patch.object(verifier, "signed_by", return_value=True):
            self.assertEqual(self.faults(self.receipt), [])
            for payload in bends(self.payload):
                self.assertTrue(self.faults(self.file(payload)))

    def test_every_changed_character_of_checkpoint_and_envelope_signature_is_found(self):
        checkpoint = self.payload["predicate"]["checkpoint"]
        for place in range(0, len(checkpoint), 3):
            bent = copy.deepcopy(self.payload)
            other = "A" if checkpoint[place] != "A" else "B"
            bent["predicate"]["checkpoint"] = checkpoint[:place] + other + checkpoint[place + 1 :]
            self.assertIn(("checkpoint", "checkpoint"), self.faults(self.file(bent)))
        signature = self.envelope["signatures"][0]["sig"]
        for place in range(0, len(signature), 3):
            other = "A" if signature[place] != "A" else "B"
            bent = self.receipt.replace(signature, signature[:place] + other + signature[place + 1 :])
            self.assertEqual({thing for _, thing in self.faults(bent)}, {"envelope"})

    def test_history_needs_its_proof(self):
        self.assertEqual(self.faults(self.receipt, since=example("older.checkpoint")), [("history", "older checkpoint")])

    def test_another_key_than_the_trusted_one_is_named(self):
        self.assertEqual(self.faults(self.receipt, trusted_key=SignedNotes.KEY), [("trusted key", "key")])

    def test_every_changed_row_of_the_export_is_found(self):
        rows = [json.loads(line) for line in example("export.jsonl").splitlines()]
        for at in range(len(rows)):
            for bent in bends(rows[at]):
                if isinstance(bent, dict) and "more" in bent:
                    continue  # other columns may stand in an export
                checks, evidence = verifier.verify(self.receipt)
                lines = "\n".join(json.dumps(bent if place == at else row) for place, row in enumerate(rows))
                verifier.recompute(evidence, lines, None, checks)
                self.assertTrue(checks.faults)
                if at >= 2:
                    break

    def test_exit_codes(self):
        self.assertEqual(run(path("receipt.json"))[0], 0)
        self.assertEqual(run(path("receipt.json"), path("key.txt"))[0], 1)
        self.assertEqual(run(path("no such file"))[0], 2)
        self.assertEqual(run(path("receipt.json"), "--decisions", path("decisions.jsonl"))[0], 2)


class BreakEven(unittest.TestCase):
    def test_the_published_ratios_and_all_five_states(self):
        for fired, prevented, lost, state, numerator, denominator in (
            (137, 29, 108, "FINITE", 108, 29),
            (125, 56, 69, "FINITE", 69, 56),
            (33, 2, 31, "FINITE", 31, 2),
            (9, 6, 3, "FINITE", 1, 2),
            (3, 2, 0, "FREE", 0, 1),
            (3, 0, 0, "NO_EFFECT", 0, 1),
            (0, 0, 0, "NEVER_FIRES", 0, 1),
            (3, 0, 2, "UNBOUNDED", None, None),
        ):
            expected = {"state": state, "numerator": numerator, "denominator": denominator}
            self.assertEqual(verifier.break_even(fired, prevented, lost), expected)


if __name__ == "__main__":
    unittest.main()
