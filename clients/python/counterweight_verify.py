#!/usr/bin/env python3
"""Verifies Counterweight receipts with nothing but Python 3's standard library.

This is a second implementation of docs/receipts.md, and shares no code with the server: where it can, it goes another
way (recursive tree proofs, a table of shapes, fractions), so that a fault in one is not repeated in the other. Checks
and objects have the same names in both.

    counterweight_verify.py RECEIPT... [--key PUBLIC_KEY] [--since CHECKPOINT [--consistency PROOF]]
                            [--data EXPORT.jsonl [--decisions DECISIONS.jsonl]] [--json]

Exit code 0: every receipt holds. 1: something does not. 2: the command cannot be carried out as given.
"""

import argparse
import base64
import hashlib
import json
import re
import sys
from fractions import Fraction
from math import gcd


class Fault(Exception):
    """What is wrong with an object, as a sentence."""


# -------------------------------- canonical JSON (RFC 8785, integers only) and digests

MAX_SAFE = 2**53 - 1


def canonical(value, depth=0):
    """The one text of a JSON value: no white space, keys in the order of their UTF-16 code units."""
    if value is None:
        return "null"
    if value is True:
        return "true"
    if value is False:
        return "false"
    if isinstance(value, int):
        if abs(value) > MAX_SAFE:
            raise Fault(f"no canonical form: {value} is not a safe integer")
        return str(value)
    if isinstance(value, str):
        return canonical_text(value)
    if depth == 100:
        raise Fault("no canonical form: nested deeper than 100 levels")
    if isinstance(value, list):
        return "[" + ",".join(canonical(each, depth + 1) for each in value) + "]"
    if isinstance(value, dict):
        keys = sorted(value, key=lambda key: key.encode("utf-16-be", "surrogatepass"))
        return "{" + ",".join(canonical_text(key) + ":" + canonical(value[key], depth + 1) for key in keys) + "}"
    raise Fault(f"no canonical form: {value!r} is no integer, text, list or object")


def canonical_text(text):
    if any("\ud800" <= character <= "\udfff" for character in text):
        raise Fault("no canonical form: half of a surrogate pair")
    return json.dumps(text, ensure_ascii=False)


def sha256(*parts):
    return hashlib.sha256(b"".join(parts)).digest()


def digest(value):
    return sha256(canonical(value).encode()).hex()


def collection_digest(values):
    """Of values whose order means nothing: their digests, sorted, a line each."""
    return sha256("".join(each + "\n" for each in sorted(map(digest, values))).encode()).hex()


def parsed(text, what):
    def constant(name):
        raise ValueError(f"{name} is not JSON")

    try:
        return json.loads(text, parse_constant=constant)
    except (ValueError, RecursionError) as error:
        raise Fault(f"{what} is not JSON: {error}") from None


def base64_bytes(text, what, length=None):
    try:
        data = base64.b64decode(text.encode("ascii"), validate=True)
    except ValueError:
        raise Fault(f"{what} is not standard base64") from None
    if base64.b64encode(data).decode() != text:
        raise Fault(f"{what} is not standard base64")
    if length is not None and len(data) != length:
        raise Fault(f"{what} has {len(data)} bytes, expected {length}")
    return data


# -------------------------------- Ed25519 (RFC 8032, section 5.1), verification only

P = 2**255 - 19
ORDER = 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, P - 2, P) % P
ROOT_OF_MINUS_ONE = pow(2, (P - 1) // 4, P)


def point_sum(a, b):
    """Extended coordinates (X, Y, Z, T) with x = X/Z, y = Y/Z, xy = T/Z."""
    e = (a[1] - a[0]) * (b[1] - b[0]) % P
    f = (a[1] + a[0]) * (b[1] + b[0]) % P
    g = 2 * a[3] * b[3] * D % P
    h = 2 * a[2] * b[2] % P
    return ((f - e) * (h - g) % P, (h + g) * (f + e) % P, (h - g) * (h + g) % P, (f - e) * (f + e) % P)


def point_times(scalar, point):
    total = (0, 1, 1, 0)
    while scalar:
        if scalar & 1:
            total = point_sum(total, point)
        point = point_sum(point, point)
        scalar >>= 1
    return total


def point_from(data):
    y = int.from_bytes(data, "little")
    sign, y = y >> 255, y & (2**255 - 1)
    if y >= P:
        return None
    square = (y * y - 1) * pow(D * y * y + 1, P - 2, P) % P
    x = pow(square, (P + 3) // 8, P)
    if (x * x - square) % P:
        x = x * ROOT_OF_MINUS_ONE % P
    if (x * x - square) % P or (x == 0 and sign):
        return None
    if x & 1 != sign:
        x = P - x
    return (x, y, 1, x * y % P)


def point_bytes(point):
    inverse = pow(point[2], P - 2, P)
    x, y = point[0] * inverse % P, point[1] * inverse % P
    return (y | (x & 1) << 255).to_bytes(32, "little")


BASE = point_from((4 * pow(5, P - 2, P) % P).to_bytes(32, "little"))


def signed_by(public, message, signature):
    """Whether the signature's R is what its S, the key and the message give. S must be below the group's order."""
    point = point_from(public)
    s = int.from_bytes(signature[32:], "little")
    if point is None or s >= ORDER:
        return False
    h = int.from_bytes(hashlib.sha512(signature[:32] + public + message).digest(), "little") % ORDER
    minus = (P - point[0], point[1], point[2], P - point[3])
    return point_bytes(point_sum(point_times(s, BASE), point_times(h, minus))) == signature[:32]


# -------------------------------- keys and checkpoints (C2SP signed-note, tlog-checkpoint)


class Key:
    def __init__(self, line):
        parts = re.fullmatch(r"([^+]+)\+([0-9a-f]{8})\+(.+)", line)
        if parts is None or line.startswith("PRIVATE+KEY+"):
            raise Fault("a public key is one line, name+id+base64")
        self.text, self.name = line, parts[1]
        if not re.fullmatch(r"[!-*,-~]{1,200}", self.name):
            raise Fault("a key's name is up to 200 visible ASCII characters other than +")
        data = base64_bytes(parts[3], "the public key", 33)
        if data[0] != 1:
            raise Fault(f"the public key is of kind {data[0]}, expected 1 (Ed25519)")
        self.id = sha256(self.name.encode() + b"\n", data)[:4]
        self.bytes = data[1:]
        if self.id.hex() != parts[2]:
            raise Fault(f"the public key's id is {parts[2]}, its bytes give {self.id.hex()}")

    @property
    def keyid(self):
        return f"{self.name}+{self.id.hex()}"


class Checkpoint:
    """A checkpoint that the key has signed; lines signed by others are passed over."""

    def __init__(self, text, key):
        body, blank, signatures = text.partition("\n\n")
        if not blank or not signatures.endswith("\n"):
            raise self.fault("it has no empty line, or does not end in a line feed")
        body += "\n"
        lines = body[:-1].split("\n")
        if len(lines) != 3 or not re.fullmatch(r"0|[1-9][0-9]{0,15}", lines[1]) or int(lines[1]) > MAX_SAFE:
            raise self.fault("its body is not origin, size and root")
        self.origin, self.size = lines[0], int(lines[1])
        self.root = base64_bytes(lines[2], "the checkpoint's root", 32)
        if self.size == 0 and self.root != sha256():
            raise self.fault("it has no entries, yet its root is not that of nothing")
        if self.origin != key.name:
            raise self.fault(f"its origin is {self.origin}, the key's is {key.name}")
        ours = []
        for line in signatures[:-1].split("\n"):
            parts = re.fullmatch("\u2014 ([^ +]+) ([^ ]+)", line)
            if parts is None:
                raise self.fault(f'"{line}" is not a signature line')
            data = base64_bytes(parts[2], f"the checkpoint's signature by {parts[1]}")
            if len(data) < 5:
                raise self.fault(f"the signature by {parts[1]} holds no signature")
            if parts[1] == key.name and data[:4] == key.id:
                ours.append(data[4:])
        if len(ours) != 1:
            raise self.fault(f"it is signed {len(ours)} times by {key.keyid}, expected once")
        if len(ours[0]) != 64 or not signed_by(key.bytes, body.encode(), ours[0]):
            raise self.fault("its signature does not fit its body")

    @staticmethod
    def fault(sentence):
        return Fault(f"the checkpoint is not as signed: {sentence}")


# -------------------------------- the tree (RFC 6962)


def node(left, right):
    return sha256(b"\1", left, right)


def split(size):
    """The largest power of two below the size."""
    return 1 << (size - 1).bit_length() - 1


def root_through(leaf, index, size, proof):
    """The root of a tree of that size in which the leaf has that index, from the siblings on its way up."""
    if not 0 <= index < size or (size == 1) != (not proof):
        raise Fault("its proof has the wrong length")
    if size == 1:
        return leaf
    left = split(size)
    if index < left:
        return node(root_through(leaf, index, left, proof[:-1]), proof[-1])
    return node(proof[-1], root_through(leaf, index - left, size - left, proof[:-1]))


def roots_through(older, size, proof, known):
    """The roots of the older and the newer tree; `known` is the older root where the proof need not repeat it."""
    if older == size:
        if known is not None and not proof:
            return known, known
        if known is None and len(proof) == 1:
            return proof[0], proof[0]
        raise Fault("the consistency proof has the wrong length")
    if not proof:
        raise Fault("the consistency proof has the wrong length")
    left = split(size)
    if older <= left:
        before, after = roots_through(older, left, proof[:-1], known)
        return before, node(after, proof[-1])
    before, after = roots_through(older - left, size - left, proof[:-1], None)
    return node(proof[-1], before), node(proof[-1], after)


def history(older, current, consistency):
    """Refuses a log that cannot be the later state of the older checkpoint."""
    if current.size < older.size:
        raise Fault(f"rolled back: the older checkpoint has {older.size} entries, this one {current.size}")
    if current.size == older.size:
        if older.root != current.root:
            raise Fault(f"forked: two different logs of {current.size} entries are signed")
        return
    if consistency is None:
        if older.size > 0:
            raise Fault(f"no proof leads from {older.size} entries to {current.size}")
        return
    file = shaped(parsed(consistency, "the consistency proof"), {"from": count, "to": count, "proof": [text]}, "proof")
    if (file["from"], file["to"]) != (older.size, current.size):
        raise Fault(f"the proof leads from {file['from']} to {file['to']}, needed is {older.size} to {current.size}")
    proof = [base64_bytes(each, "a hash of the consistency proof", 32) for each in file["proof"]]
    if older.size == 0:
        if proof:
            raise Fault("the consistency proof has the wrong length")
        return
    if roots_through(older.size, current.size, proof, older.root) != (older.root, current.root):
        raise Fault(f"forked: the log of {current.size} entries is not shown to begin with that of {older.size}")


# -------------------------------- shapes: what may stand where


def text(value):
    return isinstance(value, str)


def integer(value):
    return isinstance(value, int) and not isinstance(value, bool) and abs(value) <= MAX_SAFE


def count(value):
    return integer(value) and value >= 0


def hex_digest(value):
    return text(value) and re.fullmatch("[0-9a-f]{64}", value) is not None


def decimal_fraction(value):
    """A decimal as an exact fraction, or None where it is not one or is not in its shortest form."""
    shortest = r"-?(0|[1-9][0-9]*)(\.[0-9]*[1-9])?"
    if not text(value) or len(value) > 60 or not re.fullmatch(shortest, value) or value == "-0":
        return None
    return Fraction(value)


def amount(value):
    return decimal_fraction(value) is not None


def price(value):
    return amount(value) and len(value) <= 20 and decimal_fraction(value) >= 0


def flag(value):
    return isinstance(value, bool)


def anything(value):
    canonical(value)
    return True


def one_of(*words):
    return lambda value: any(type(value) is type(word) and value == word for word in words)


def sorted_digests(value):
    return isinstance(value, list) and value and all(map(hex_digest, value)) and value == sorted(set(value))


class Nullable:
    def __init__(self, shape):
        self.shape = shape


class Unless:
    """Of a key that is absent where there is nothing to say."""

    def __init__(self, shape):
        self.shape = shape


def shaped(value, shape, where):
    """Gives the value back when it has this shape: a dict is an object of these keys, a list holds one shape."""
    if isinstance(shape, Nullable):
        return value if value is None else shaped(value, shape.shape, where)
    if isinstance(shape, dict):
        unless = {key for key in shape if isinstance(shape[key], Unless)}
        if not isinstance(value, dict) or not set(shape) - unless <= set(value) <= set(shape):
            raise Fault(f"{where}: expected an object with the keys {', '.join(shape)}")
        for key in value:
            inner = shape[key].shape if key in unless else shape[key]
            shaped(value[key], inner, f"{where}.{key}")
    elif isinstance(shape, list):
        if not isinstance(value, list):
            raise Fault(f"{where}: expected a list")
        for index, each in enumerate(value):
            shaped(each, shape[0], f"{where}[{index}]")
    elif not shape(value):
        raise Fault(f"{where}: {json.dumps(value)[:60]} does not belong here")
    return value


EXCLUDED = [{"reason": text, "count": count}]
CODING = {
    "parser": Nullable(text),
    "unparsed": one_of("FILTER", "DROP"),
    "tie": one_of("ALPHABETICAL", "FIRST_SEEN", "UNDECIDED"),
    "undefined": one_of("EXCLUDE", "WRONG"),
    "noVote": one_of("EXCLUDE", "WRONG"),
    "endpoint": Nullable(count),
}
STATEMENTS = {
    "run": {
        "slug": text,
        "content": hex_digest,
        "source": hex_digest,
        "importer": text,
        "debates": count,
        "at": Nullable(text),
        "overlaps": Unless(sorted_digests),
    },
    "cohort": {
        "slug": text,
        "digest": hex_digest,
        "runs": [{"run": text, "content": hex_digest, "members": hex_digest, "size": count}],
        "dropSeats": [text],
        "size": count,
        "recipe": anything,
        "excluded": EXCLUDED,
        "blind": Nullable({"until": Nullable(text), "board": Nullable(text)}),
        "at": Nullable(text),
    },
    "firstAnswer": {"runs": [hex_digest], "question": text, "at": Nullable(text)},
    "weights": {
        "slug": text,
        "team": text,
        "principal": text,
        "rationale": text,
        "prices": {
            "prevented": price,
            "lost": price,
            "rescue": Nullable(price),
            "breakage": Nullable(price),
            "abstention": Nullable(price),
        },
        "cohort": Nullable(hex_digest),
        "draft": Nullable(hex_digest),
        "at": Nullable(text),
    },
    "policy": {
        "slug": text,
        "team": text,
        "digest": hex_digest,
        "rule": Nullable(anything),
        "decisions": Nullable({"digest": hex_digest, "count": count, "fittedOn": text}),
        "at": Nullable(text),
    },
    "declaration": {
        "team": text,
        "policy": hex_digest,
        "cohort": hex_digest,
        "weights": hex_digest,
        "coding": CODING,
        "validation": anything,
        "interval": {"method": text, "level": amount, "cluster": text, "resamples": count},
        "method": text,
    },
    "result": {
        "declaration": hex_digest,
        "seed": text,
        "grade": one_of("BEFORE_DATA", "BEFORE_OUTCOMES", "BEFORE_EVALUATION", "SENSITIVITY"),
        "record": Nullable(hex_digest),
        "verification": one_of("VERIFIED", "UNVERIFIED"),
        "custody": one_of("SEPARATE_OWNER", "SELF_CUSTODY"),
        "debates": count,
        "excluded": EXCLUDED,
        "fired": count,
        "prevented": {"collapses": count, "rescues": count},
        "lost": {"corrections": count, "breakages": count},
        "abstained": {"right": count, "wrong": count},
        "net": integer,
        "utility": amount,
        "breakEven": {
            "state": one_of("FINITE", "FREE", "NO_EFFECT", "NEVER_FIRES", "UNBOUNDED"),
            "numerator": Nullable(count),
            "denominator": Nullable(count),
        },
        "deltaAccuracy": {"count": integer, "of": count},
        "intervals": [
            {
                "of": text,
                "low": Nullable(text),
                "high": Nullable(text),
                "method": text,
                "status": text,
                "clusters": count,
            }
        ],
        "declarations": {"team": count, "all": count},
        "effects": hex_digest,
        "detail": hex_digest,
        "at": Nullable(text),
    },
}
ENVELOPE = {
    "payload": text,
    "payloadType": one_of("application/vnd.in-toto+json"),
    "signatures": [{"keyid": text, "sig": text}],
}
RECEIPT = {
    "_type": one_of("https://in-toto.io/Statement/v1"),
    "subject": [{"name": one_of("evaluation"), "digest": {"sha256": hex_digest}}],
    "predicateType": one_of("https://counterweight.dev/receipt/v1"),
    "predicate": {
        "key": text,
        "checkpoint": text,
        "entries": [{"position": count, "statement": anything, "proof": [text]}],
    },
}


def replacement(value):
    """What took a verdict's place: a round, or an action as its rule says it."""
    return isinstance(value, dict) or count(value)


EFFECT = {
    "run": text,
    "item": text,
    "replicate": integer,
    "fired": flag,
    "to": Nullable(replacement),
    "initial": one_of("right", "wrong"),
    "before": one_of("right", "wrong"),
    "after": one_of("right", "wrong", "none"),
}


def read_statement(value):
    kind = value.get("type") if isinstance(value, dict) else None
    if not text(kind) or kind not in STATEMENTS:
        raise Fault(f"a statement of a receipt has one of the types {', '.join(STATEMENTS)}")
    return shaped(value, {"type": one_of(kind), "v": one_of(1), **STATEMENTS[kind]}, kind)


# -------------------------------- checking a receipt


class Checks(list):
    """What was looked at: (check, object, fault), where the fault is a sentence or None."""

    def look(self, name, thing, read, *arguments):
        """Runs `read`, notes whether it refused, and gives its answer (None when it refused)."""
        try:
            answer = read(*arguments)
        except Fault as fault:
            self.append((name, thing, str(fault)))
            return None
        self.append((name, thing, None))
        return answer

    def same(self, name, thing, said, found):
        self.append((name, thing, None if said == found else f"says {said}, found {found}"))

    def holds(self, name, thing, condition, sentence):
        self.append((name, thing, None if condition else sentence))

    @property
    def faults(self):
        return [each for each in self if each[2] is not None]


def read_envelope(file):
    envelope = shaped(parsed(file, "the file"), ENVELOPE, "envelope")
    if len(envelope["signatures"]) != 1:
        raise Fault(f"the envelope has {len(envelope['signatures'])} signatures, expected one")
    return (
        base64_bytes(envelope["payload"], "envelope.payload"),
        envelope["payloadType"],
        envelope["signatures"][0]["keyid"],
        base64_bytes(envelope["signatures"][0]["sig"], "envelope.signatures[0].sig", 64),
    )


def read_receipt(payload):
    try:
        content = payload.decode()
    except UnicodeDecodeError:
        raise Fault("the payload is not UTF-8") from None
    value = parsed(content, "the payload")
    if canonical(value) != content:
        raise Fault("the payload is not canonical JSON")
    shaped(value, RECEIPT, "receipt")
    if len(value["subject"]) != 1:
        raise Fault(f"receipt.subject: expected one evaluation, got {len(value['subject'])}")
    return value


def check_envelope(envelope, key):
    payload, kind, keyid, signature = envelope
    if keyid != key.keyid:
        raise Fault(f"it says {keyid} signed it, the receipt's key is {key.keyid}")
    message = f"DSSEv1 {len(kind)} {kind} {len(payload)} ".encode() + payload
    if not signed_by(key.bytes, message, signature):
        raise Fault("its signature does not fit its payload")


def check_inclusion(entry, checkpoint):
    leaf = sha256(b"\0", canonical(entry["statement"]).encode())
    proof = [base64_bytes(each, "a hash of the proof", 32) for each in entry["proof"]]
    if root_through(leaf, entry["position"], checkpoint.size, proof) != checkpoint.root:
        raise Fault(f"is not in the log of {checkpoint.size} entries")


def entry_name(entry):
    kind = entry["statement"].get("type") if isinstance(entry["statement"], dict) else None
    return f"{kind if text(kind) else 'statement'} at position {entry['position']}"


def verify(file, trusted_key=None, since=None, consistency=None):
    """Checks a receipt from its text. Gives the checks, and the evidence for recompute() (None when it fell apart)."""
    checks = Checks()
    envelope = checks.look("envelope", "envelope", read_envelope, file)
    receipt = envelope and checks.look("payload", "payload", read_receipt, envelope[0])
    key = receipt and checks.look("key", "key", Key, receipt["predicate"]["key"])
    if not key:
        return checks, None
    if trusted_key is not None:
        sentence = f"the receipt's key is {key.text}, not the trusted one"
        checks.holds("trusted key", "key", trusted_key.strip() == key.text, sentence)
    checks.look("envelope signature", "envelope", check_envelope, envelope, key)
    entries = receipt["predicate"]["entries"]
    checkpoint = checks.look("checkpoint", "checkpoint", Checkpoint, receipt["predicate"]["checkpoint"], key)
    if checkpoint:
        if since is not None:
            checks.look("history", "older checkpoint", lambda: history(Checkpoint(since, key), checkpoint, consistency))
        for entry in entries:
            checks.look("inclusion proof", entry_name(entry), check_inclusion, entry, checkpoint)
    positions = [entry["position"] for entry in entries]
    checks.holds("position order", "entries", positions == sorted(set(positions)), "positions do not ascend")
    placed = []
    for entry in entries:
        if checks.look("statement", entry_name(entry), read_statement, entry["statement"]) is not None:
            placed.append(entry)
    evidence = Evidence(receipt["subject"][0]["digest"]["sha256"], placed, checks)
    if evidence.complete:
        check_order(evidence, checks)
        check_digests(evidence, checks)
        check_result(evidence, checks)
    return checks, evidence if evidence.complete else None


class Evidence:
    """The statements that an evaluation rests on, each in its part."""

    def __init__(self, evaluation, placed, checks):
        self.placed, self.checks, self.unused = placed, checks, list(placed)
        self.complete = False
        self.declaration = self.cited("declaration", evaluation)
        self.result = self.cast("result", f"result of {evaluation}", lambda each: each["declaration"] == evaluation)
        if not self.declaration or not self.result:
            return self.refuse_unused(["declaration", "result"])
        cited = self.declaration["statement"]
        self.cohort = self.cast("cohort", f"cohort {cited['cohort']}", lambda each: each["digest"] == cited["cohort"])
        self.policy = self.cast("policy", f"policy {cited['policy']}", lambda each: each["digest"] == cited["policy"])
        self.weights = self.cited("weights", cited["weights"])
        recorded = self.result["statement"]["record"]
        self.record = recorded and self.cited("declaration", recorded)
        selected = self.cohort["statement"]["runs"] if self.cohort else []
        self.runs = [
            self.cast("run", f"run {part['run']}", lambda each, part=part: names_run(part, each)) for part in selected
        ]
        contents = {part["content"] for part in selected}
        earlier = {content for run in self.runs if run for content in run["statement"].get("overlaps", [])}
        self.twins = [
            each
            for each in self.unused
            if each["statement"]["type"] == "run"
            and (
                each["statement"]["content"] in contents | earlier
                or contents.intersection(each["statement"].get("overlaps", []))
            )
        ]
        known = contents.union(each["statement"]["content"] for each in self.twins)
        for content in sorted(earlier):
            sentence = "shares debates with a run of the cohort and is missing"
            checks.holds("references", f"run of content {content}", content in known, sentence)
        self.first_answers = [
            each
            for each in placed
            if each["statement"]["type"] == "firstAnswer" and known.intersection(each["statement"]["runs"])
        ]
        self.unused = [each for each in self.unused if each not in self.first_answers + self.twins]
        for part in selected:
            answered = any(part["content"] in each["statement"]["runs"] for each in self.first_answers)
            checks.holds("references", f"first answer about run {part['run']}", answered, "is missing")
        self.refuse_unused([kind for kind in STATEMENTS if self.cohort or kind not in ("run", "firstAnswer")])
        parts = [self.cohort, self.policy, self.weights, *self.runs, *([self.record] if recorded else [])]
        self.complete = all(part is not None for part in parts)

    def cited(self, kind, by):
        return self.cast(kind, f"{kind} {by}", lambda each: digest(each) == by)

    def cast(self, kind, part, plays):
        found = [each for each in self.placed if each["statement"]["type"] == kind and plays(each["statement"])]
        self.unused = [each for each in self.unused if each not in found]
        fault = "is missing" if not found else f"stands here {len(found)} times" if len(found) > 1 else None
        self.checks.append(("references", part, fault))
        return found[0] if found else None

    def refuse_unused(self, kinds):
        for each in self.unused:
            if each["statement"]["type"] in kinds:
                self.checks.append(("references", entry_name(each), "has no part in this evaluation"))


def names_run(part, statement):
    return (part["run"], part["content"]) == (statement["slug"], statement["content"])


def check_order(evidence, checks):
    """What is cited stands earlier in the log. No clock is asked."""

    def before(earlier, later):
        sentence = f"expected before the {entry_name(later)}"
        checks.holds("order", entry_name(earlier), earlier["position"] < later["position"], sentence)

    for run in evidence.runs:
        before(run, evidence.cohort)
    for cited in (evidence.cohort, evidence.policy, evidence.weights, evidence.record):
        if cited:
            before(cited, evidence.declaration)
    before(evidence.declaration, evidence.result)
    for later in evidence.twins + evidence.first_answers:
        before(later, evidence.result)


def check_digests(evidence, checks):
    cohort, policy = evidence.cohort["statement"], evidence.policy["statement"]
    declaration, weights = evidence.declaration["statement"], evidence.weights["statement"]
    parts = [{"content": part["content"], "members": part["members"]} for part in cohort["runs"]]
    parts.sort(key=lambda part: part["content"])
    selection = {"runs": parts, "dropSeats": sorted(cohort["dropSeats"])}
    checks.same("cohort digest", entry_name(evidence.cohort), cohort["digest"], digest(selection))
    in_all = sum(part["size"] for part in cohort["runs"])
    checks.same("cohort size", entry_name(evidence.cohort), cohort["size"], in_all)
    for part, run in zip(cohort["runs"], evidence.runs):
        debates = run["statement"]["debates"]
        sentence = f"the cohort takes {part['size']} of its {debates}"
        checks.holds("cohort run", entry_name(run), part["size"] <= debates, sentence)
    if (policy["rule"] is None) == (policy["decisions"] is None):
        checks.append(("policy digest", entry_name(evidence.policy), "expected either a rule or decisions"))
    else:
        does = {"rule": policy["rule"]} if policy["decisions"] is None else {"decisions": policy["decisions"]["digest"]}
        checks.same("policy digest", entry_name(evidence.policy), policy["digest"], digest(does))
    fits = weights["cohort"] in (None, declaration["cohort"])
    checks.holds("weights cohort", entry_name(evidence.weights), fits, "they are for another cohort")
    if evidence.record:
        first = evidence.record["statement"]
        same = (first["team"], first["policy"]) == (declaration["team"], declaration["policy"])
        sentence = "cites another team's or policy's declaration"
        checks.holds("weights of record", entry_name(evidence.result), same, sentence)


def check_result(evidence, checks):
    said, thing = evidence.result["statement"], entry_name(evidence.result)
    prevented, lost = sum(said["prevented"].values()), sum(said["lost"].values())
    given_up = sum(said["abstained"].values())
    seed = int.from_bytes(sha256(b"counterweight-seed" + said["declaration"].encode())[:8], "big")
    checks.same("seed", thing, said["seed"], str(seed))
    checks.same("grade", thing, said["grade"], grade(evidence))
    uploaded = evidence.policy["statement"]["decisions"] is not None
    checks.same("verification", thing, said["verification"], "UNVERIFIED" if uploaded else "VERIFIED")
    in_all = said["debates"] + sum(each["count"] for each in said["excluded"])
    checks.same("debates", thing, in_all, evidence.cohort["statement"]["size"])
    fits = prevented + lost + given_up <= said["fired"] <= said["debates"]
    sentence = f"{prevented} prevented, {lost} lost and {given_up} given up do not fit into {said['fired']} fired"
    checks.holds("fired", thing, fits, sentence)
    checks.same("net", thing, said["net"], prevented - lost)
    checks.look("utility", thing, check_utility, said, evidence.weights["statement"]["prices"])
    checks.same("break-even", thing, said["breakEven"], break_even(said["fired"], prevented, lost))
    checks.same("delta accuracy", thing, said["deltaAccuracy"], {"count": prevented - lost, "of": said["debates"]})
    team, everyone = said["declarations"]["team"], said["declarations"]["all"]
    checks.holds("declarations", thing, 1 <= team <= everyone, f"{team} of {everyone} declarations cannot be")


def grade(evidence):
    weights = evidence.weights["position"]
    if evidence.record and evidence.record["statement"]["weights"] != evidence.declaration["statement"]["weights"]:
        return "SENSITIVITY"
    if all(weights < run["position"] for run in evidence.runs + evidence.twins):
        return "BEFORE_DATA"
    if all(weights < answer["position"] for answer in evidence.first_answers):
        return "BEFORE_OUTCOMES"
    return "BEFORE_EVALUATION"


def check_utility(said, prices):
    total = Fraction(0)
    for name, effects in (
        ("prevented", said["prevented"]["collapses"]),
        ("rescue", said["prevented"]["rescues"]),
        ("lost", -said["lost"]["corrections"]),
        ("breakage", -said["lost"]["breakages"]),
        ("abstention", -sum(said["abstained"].values())),
    ):
        if prices[name] is not None:
            total += Fraction(prices[name]) * effects
        elif effects != 0:
            raise Fault(f"the action has effects of the kind {name}, and the weights do not price that")
    if Fraction(said["utility"]) != total:
        raise Fault(f"says {said['utility']}, found {total}")


def break_even(fired, prevented, lost):
    if lost == 0:
        state = "FREE" if prevented else "NO_EFFECT" if fired else "NEVER_FIRES"
        return {"state": state, "numerator": 0, "denominator": 1}
    if prevented == 0:
        return {"state": "UNBOUNDED", "numerator": None, "denominator": None}
    divisor = gcd(lost, prevented)
    return {"state": "FINITE", "numerator": lost // divisor, "denominator": prevented // divisor}


# -------------------------------- recomputing from exported rows


def read_lines(content, read):
    rows = []
    for number, line in enumerate(content.split("\n"), 1):
        if line.strip():
            row = parsed(line, f"line {number}")
            if not isinstance(row, dict):
                raise Fault(f"line {number}: expected an object")
            rows.append(read(row, f"line {number}"))
    return rows


def read_effect(row, where):
    missing = [key for key in EFFECT if key not in row]
    if missing:
        raise Fault(f"{where}.{missing[0]}: missing")
    return shaped({key: row[key] for key in EFFECT}, EFFECT, where)


def read_decision(row, where):
    decision = {key: row.get(key) for key in ("run", "item", "freeze")}
    decision["replicate"] = row.get("replicate", 0)
    shaped(decision, {"run": Nullable(text), "item": text, "replicate": integer, "freeze": flag}, where)
    to = shaped(row.get("to", 0), count, f"{where}.to") if decision.pop("freeze") else None
    return {**decision, "to": to}


def key_of(row):
    return (row["run"], row["item"], row["replicate"])


def unique(rows, what):
    keyed = {}
    for row in rows:
        if key_of(row) in keyed:
            raise Fault(f"the {what} {key_of(row)} comes twice")
        keyed[key_of(row)] = row
    return keyed


def read_effects(content, cohort):
    rows = read_lines(content, read_effect)
    unique(rows, "debate")
    for row in rows:
        if not row["fired"] and row["before"] != row["after"]:
            raise Fault(f"the debate {key_of(row)} changed although the policy did not fire")
        if row["run"] not in {part["run"] for part in cohort["runs"]}:
            raise Fault(f"run {row['run']} is not in the cohort")
    return rows


def read_decisions(content):
    return unique(read_lines(content, read_decision), "decision")


def recompute(evidence, data, decisions, checks):
    """Counts prevented and lost anew from exported rows, and holds the rows against uploaded decisions where given."""
    rows = checks.look("data", "exported rows", read_effects, data, evidence.cohort["statement"])
    if rows is None:
        return
    said, thing = evidence.result["statement"], entry_name(evidence.result)

    def changed(initial, before, after):
        return sum((row["initial"], row["before"], row["after"]) == (initial, before, after) for row in rows)

    def given_up(before):
        return sum((row["before"], row["after"]) == (before, "none") for row in rows)

    checks.same("data: debates", thing, said["debates"], len(rows))
    checks.same("data: fired", thing, said["fired"], sum(row["fired"] for row in rows))
    checks.same("data: prevented collapses", thing, said["prevented"]["collapses"], changed("right", "wrong", "right"))
    checks.same("data: rescues", thing, said["prevented"]["rescues"], changed("wrong", "wrong", "right"))
    checks.same("data: lost corrections", thing, said["lost"]["corrections"], changed("wrong", "right", "wrong"))
    checks.same("data: breakages", thing, said["lost"]["breakages"], changed("right", "right", "wrong"))
    checks.same("data: right verdicts given up", thing, said["abstained"]["right"], given_up("right"))
    checks.same("data: wrong verdicts given up", thing, said["abstained"]["wrong"], given_up("wrong"))
    checks.same("data: digest", thing, said["effects"], collection_digest(rows))
    checks.look("data: action", "exported rows", check_action, rows, evidence.policy["statement"]["rule"])
    if decisions is not None:
        uploaded = evidence.policy["statement"]["decisions"]
        decided = checks.look("decisions", "decisions", read_decisions, decisions)
        if decided is not None:
            found = collection_digest(decided.values())
            checks.same("decisions: digest", entry_name(evidence.policy), uploaded and uploaded["digest"], found)
            checks.look("decisions: effects", "exported rows", check_decided, rows, decided)


def check_action(rows, rule):
    """In a verdict's place stands what the rule says: of the first version a round, of the second its action."""
    if not isinstance(rule, dict):
        return
    if "v" not in rule:
        wanted = rule["action"].get("freezeTo") if isinstance(rule.get("action"), dict) else None
    elif rule["v"] == 2 and isinstance(rule.get("then"), dict):
        then = rule["then"]
        wanted = then.get("round") if then.get("do") == "freeze" else then
    else:
        return
    if wanted is None:
        return
    for row in rows:
        if canonical(row["to"]) != canonical(wanted if row["fired"] else None):
            raise Fault(f"{key_of(row)} was not given what the rule's action is")


def check_decided(rows, decided):
    for row in rows:
        decision = decided.get(key_of(row)) or decided.get((None, row["item"], row["replicate"]))
        if decision is None:
            raise Fault(f"nothing was decided for {key_of(row)}")
        if row["fired"] != (decision["to"] is not None) or row["to"] != decision["to"]:
            raise Fault(f"{key_of(row)} was decided otherwise")


# -------------------------------- the command


def summary(evidence):
    said, team = evidence.result["statement"], evidence.declaration["statement"]["team"]
    even = said["breakEven"]
    ratio = "none" if even["numerator"] is None else f"{even['numerator']}/{even['denominator']}"
    prevented, lost = sum(said["prevented"].values()), sum(said["lost"].values())
    return (
        f"{said['debates']} debates, fired on {said['fired']}: prevented {prevented}, lost {lost}, net {said['net']}, "
        f"utility {said['utility']}, break-even {ratio} ({even['state']}); "
        f"{said['grade']}, {said['verification']}, {said['custody']}, declared by {team}"
    )


def main(arguments=None):
    parser = argparse.ArgumentParser(description="Verifies Counterweight receipts.")
    parser.add_argument("receipts", nargs="+", metavar="RECEIPT", help="receipt files")
    parser.add_argument("--key", help="the public key you trust, name+id+base64; without it the receipt's own is taken")
    parser.add_argument("--since", metavar="CHECKPOINT", help="a checkpoint that you kept from before")
    parser.add_argument("--consistency", metavar="PROOF", help="the proof that leads from there to the receipt's own")
    parser.add_argument("--data", metavar="EXPORT", help="exported effects, JSON Lines: recompute the result")
    parser.add_argument("--decisions", metavar="DECISIONS", help="uploaded decisions, JSON Lines: compare with --data")
    parser.add_argument("--json", action="store_true", help="print every check, one JSON object a receipt")
    options = parser.parse_args(arguments)
    if options.consistency and not options.since:
        parser.error("--consistency needs --since")
    if options.decisions and not options.data:
        parser.error("--decisions needs --data")

    def content(path):
        if path is None:
            return None
        try:
            with open(path, encoding="utf-8", newline="") as file:
                return file.read()
        except (OSError, UnicodeDecodeError) as error:
            parser.error(f"{path} cannot be read: {error}")

    since, consistency = content(options.since), content(options.consistency)
    data, decisions = content(options.data), content(options.decisions)
    failed = False
    for path in options.receipts:
        checks, evidence = verify(content(path), options.key, since, consistency)
        if evidence and data is not None:
            recompute(evidence, data, decisions, checks)
        failed = failed or bool(checks.faults)
        if options.json:
            said = [{"check": name, "object": thing, "fault": fault} for name, thing, fault in checks]
            print(json.dumps({"file": path, "holds": not checks.faults, "checks": said}))
            continue
        for name, thing, fault in checks.faults:
            print(f"{path}: {name}: {thing}: {fault}")
        if checks.faults:
            print(f"{path}: does not hold: {len(checks.faults)} of {len(checks)} checks fail")
        else:
            print(f"{path}: holds: {len(checks)} checks; {summary(evidence)}")
            if options.key is None:
                print(f"{path}: no key was given to trust; it is signed by the key it names itself")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
