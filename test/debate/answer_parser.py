"""
The three letter parsers of DebateLedger as the rules are documented, in Python's own regular expressions: what
src/debate/answerParser.ts is compared with. It shares no code with it.

    python3 test/debate/answer_parser.py check            compares answer_parser.json with these functions
    python3 test/debate/answer_parser.py fuzz SEED COUNT  prints random texts with what they are read as
    python3 test/debate/answer_parser.py time             reads texts, a JSON list, and prints labels and processor seconds
"""
import json
import pathlib
import random
import re
import sys
import time

AJ=list("ABCDEFGHIJ")
def up(l,valid):
    u=l.upper()
    return u if u in valid else None
TAG=re.compile(r'Final\s+Answer\s*:\s*([A-J])\b',re.I)
PH=[re.compile(r'(?:the\s+)?answer\s+is\s*:?\s*([A-J])\b',re.I),
    re.compile(r'(?:I\s+)?(?:choose|select|pick)\s+(?:option\s+)?([A-J])\b',re.I),
    re.compile(r'(?:correct\s+)?answer\s*:\s*([A-J])\b',re.I)]
LINE=re.compile(r'^[\(\*]*([A-J])[\)\.\*]*$',re.I)
CAP=re.compile(r'\b([A-J])\b')
def parse(text,labels=None):
    if not text: return None
    valid=AJ if labels is None else labels
    if not valid: return None
    t=text.strip()
    m=TAG.search(t)
    if m and up(m.group(1),valid): return up(m.group(1),valid)
    for p in PH:
        m=p.search(t)
        if m and up(m.group(1),valid): return up(m.group(1),valid)
    for line in reversed(t.split("\n")):
        l=line.strip()
        if len(l)==1 and l.upper() in valid: return l.upper()
        m=LINE.match(l)
        if m and up(m.group(1),valid): return up(m.group(1),valid)
    for l in reversed(CAP.findall(t)):
        if l in valid: return l
    return None
def lasttag(t):
    for l in reversed(TAG.findall(t)):
        if up(l,AJ): return up(l,AJ)
def nofallback(text):
    if not text: return None
    t=text.strip()
    if lasttag(t): return lasttag(t)
    for p in PH:
        m=p.search(t)
        if m and up(m.group(1),AJ): return up(m.group(1),AJ)
    for line in reversed(t.split("\n")):
        m=LINE.match(line.strip())
        if m and up(m.group(1),AJ): return up(m.group(1),AJ)
    return None
def finaltag(text):
    if not text: return None
    t=text.strip()
    if lasttag(t): return lasttag(t)
    if not t: return None
    m=LINE.match([l for l in t.split("\n") if l.strip()][-1].strip())
    return up(m.group(1),AJ) if m else None
def row(text, labels):
    return [text, labels, parse(text, labels), nofallback(text), finaltag(text)]


FRAGMENTS = [
    "Final Answer: ", "final answer", "FINAL  ANSWER :", "F\u0131nal Answer:", "Final An\u017fwer: ", "the answer is ", "answer is: ",
    "Answer \u0130s ", "I choose ", "select option ", "p\u0130ck ", "pick", "pic\u212a ", "correct answer: ", "answer:", "A", "B", "C", "J",
    "K", "i", "\u0131", "\u0130", "a", "b", "3", "_", "\u00e9", "\u0663", " ", "\n", "\n\n", "\t", "\u00a0", "\u2028", "\x1c", "\x85",
    "\ufeff", "(", "**", ")", ".", "*", ":", "[B]", "\\boxed{C}", "A.", "(D)", "**E**", "x", "word", "the", "I", "Z", "\u00bd", "\u0301",
    "\U0001f600", "\u200b",
]
LABELS = [None, list("ABCD"), list("ABCDEFGHIJ"), list("ABCDEFGHIJKL"), ["1", "2", "3", "4"], []]

if __name__ == "__main__":
    if sys.argv[1] == "check":
        rows = json.loads(pathlib.Path(__file__).with_suffix(".json").read_text())
        wrong = [given for given in rows if row(given[0], given[1]) != given]
        print(f"{len(rows)} texts, {len(wrong)} read otherwise", *wrong, sep="\n")
        sys.exit(1 if wrong else 0)
    if sys.argv[1] == "time":
        texts = json.load(sys.stdin)
        start = time.process_time()
        labels = [parse(text, list("ABCDEFGHIJ")) for text in texts]
        print(json.dumps({"seconds": time.process_time() - start, "labels": labels}))
        sys.exit(0)
    random.seed(int(sys.argv[2]))
    texts = ["".join(random.choice(FRAGMENTS) for _ in range(random.randint(0, 9))) for _ in range(int(sys.argv[3]))]
    json.dump([row(text, random.choice(LABELS)) for text in texts], sys.stdout)
