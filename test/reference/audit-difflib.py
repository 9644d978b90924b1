#!/usr/bin/env python3
"""Makes audit-difflib.json: ratios of difflib.SequenceMatcher on made-up pairs, with and without autojunk.

Run: python3 test/reference/audit-difflib.py > test/reference/audit-difflib.json
A text is a list of [piece, times], so that long texts stay short in the file.
"""
import difflib
import json
import platform
import random

rng = random.Random(20260614)
pairs = []


def expand(parts):
    return "".join(piece * times for piece, times in parts)


def add(kind, a, b):
    a = [[a, 1]] if isinstance(a, str) else a
    b = [[b, 1]] if isinstance(b, str) else b
    text_a, text_b = expand(a), expand(b)
    pairs.append({
        "kind": kind,
        "a": a,
        "b": b,
        "ratio": difflib.SequenceMatcher(None, text_a, text_b).ratio(),
        "ratioWithoutAutojunk": difflib.SequenceMatcher(None, text_a, text_b, autojunk=False).ratio(),
    })


def letters(alphabet, n):
    return "".join(rng.choice(alphabet) for _ in range(n))


def edited(text, alphabet, share):
    out = []
    for letter in text:
        roll = rng.random()
        if roll < share / 3:
            continue
        if roll < 2 * share / 3:
            out.append(rng.choice(alphabet))
        elif roll < share:
            out.append(letter + rng.choice(alphabet))
        else:
            out.append(letter)
    return "".join(out)


# Empty and tiny texts.
for a in ("", "a", "ab", "\n", "\0", "é", "e\u0301", "😀"):
    for b in ("", "a", "ba", "\n\n", "é", "😀😁"):
        add("tiny", a, b)

# Known examples of the documentation and of the literature.
for a, b in (("abcd", "bcde"), ("tide", "diet"), ("diet", "tide"), ("WIKIMEDIA", "WIKIMANIA"),
             (" abcd", "abcd abcd"), ("private Thread currentThread;", "private volatile Thread currentThread;")):
    add("known", a, b)

# Texts of every length around the autojunk limits, over several alphabets, edited and unrelated.
alphabets = ("ab", "abcdefghij", "abcdefghijklmnopqrstuvwxyz \n", "aé漢😀𝔸b", "01, ")
for n in (7, 40, 99, 100, 101, 198, 199, 200, 201, 299, 300, 401):
    for alphabet in alphabets:
        text = letters(alphabet, n)
        add("edited", text, edited(text, alphabet, 0.2))
        add("unrelated", text, letters(alphabet, n))

# Lengths that differ much.
for n, m in ((5, 300), (300, 5), (199, 900), (900, 199), (1, 250), (250, 1)):
    add("uneven", letters("abcdef ", n), letters("abcdef ", m))

# Patch-like texts.
words = ["if", "self", "return", "value", "None", "(", ")", "==", "queryset", "filter", "model", "raise", "1", "0"]


def patch(lines):
    out = ["diff --git a/x.py b/x.py", "--- a/x.py", "+++ b/x.py"]
    for i in range(lines):
        if i % 9 == 0:
            out.append(f"@@ -{i},7 +{i},9 @@")
        out.append(rng.choice("+- ") + "    " * rng.randrange(4) + " ".join(rng.choice(words) for _ in range(rng.randrange(1, 7))))
    return "\n".join(out) + "\n"


for lines in (2, 5, 10, 20, 40, 60):
    for _ in range(3):
        text = patch(lines)
        add("patch", text, edited(text, "abc (\n", 0.05))
        add("patch", text, patch(lines))

# Long and repetitive texts: ties between blocks, runs, blocks of equal length.
add("long", [["a", 5000]], [["a", 2500], ["b", 1], ["a", 2500]])
add("long", [["ab", 2000]], [["ba", 2000]])
add("long", [["0,1,2,3,", 300], ["x", 1]], [["0,1,2,", 300], ["y", 1]])
add("long", [[f"{i % 7}0,1x", 1] for i in range(600)], [[f"0,1{i % 5}x", 1] for i in range(600)])
add("long", [[letters("abcdefghij", 3000), 1]], [[letters("abcdefghij", 3000), 1]])
add("long", [["x" * i + "|", 1] for i in range(1, 60)], [["x" * i + "-", 1] for i in range(60, 1, -1)])
add("long", [["漢字かな", 500]], [["漢字", 900]])
add("long", [["    return None\n", 200]], [["    return value\n", 200]])

print(json.dumps({
    "tool": f"Python {platform.python_version()} difflib.SequenceMatcher(None, a, b[, autojunk=False]).ratio()",
    "pairs": pairs,
}, ensure_ascii=True, indent=0, separators=(",", ":")))
