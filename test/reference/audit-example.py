#!/usr/bin/env python3
"""Makes data/examples/audit: made-up evidence of an audit that never took place.

Run from the root of the repository: python3 test/reference/audit-example.py
Rates are chosen so that every part has something to show; they say nothing of any real benchmark or model.
"""
import csv
import math
import os
import random

rng = random.Random(6)
OUT = os.path.join("data", "examples", "audit")
STRATA = ["<15 min fix", "15 min - 1 hour", "1-4 hours"]
REPOS = ["alpha/parser", "beta/server", "gamma/plot"]
TASKS = []
for i in range(40):
    repo = REPOS[i % 3]
    TASKS.append({"task": f"{repo.replace('/', '__')}-{100 + i}", "repo": repo, "stratum": STRATA[(i // 3) % 3]})
AUDITED = TASKS[:24]
HACKABLE = {t["task"] for t in AUDITED[::4]} | {AUDITED[5]["task"]}
MODELS = [f"model-{letter}" for letter in "abcdefghijkl"]


def write(name, columns, rows):
    with open(os.path.join(OUT, name), "w", newline="") as handle:
        out = csv.DictWriter(handle, columns, lineterminator="\n")
        out.writeheader()
        out.writerows(rows)


def yes(p):
    return 1 if rng.random() < p else 0


os.makedirs(OUT, exist_ok=True)
write("tasks.csv", ["task", "repo", "stratum"], AUDITED)

# Attack candidates: three rounds; a task that fell is not attacked again.
rows = []
for t in AUDITED:
    fallen = False
    for round_ in (1, 2, 3):
        if fallen:
            break
        for c in range(2):
            hackable = t["task"] in HACKABLE
            passes = yes(0.45) if hackable else 0
            if hackable and round_ == 3 and c == 1:
                passes = 1
            rows.append({"task": t["task"], "round": round_, "candidate": f"r{round_}c{c + 1}", "passes": passes,
                         "wrong": 1 if passes else "", "decisive": 1})
            fallen = fallen or passes == 1
rows[-1]["decisive"] = 0
write("candidates.csv", ["task", "round", "candidate", "passes", "wrong", "decisive"], rows)

# Sampled patches, generated tests on them, and a judge's log odds.
patches, results, judgements = [], [], []
for i, t in enumerate(AUDITED):
    correct = {f"p{j + 1}": yes(0.4) for j in range(8)}
    correct["p1"], correct["p2"] = 1, 0
    for patch, truth in correct.items():
        logit = rng.gauss(1.1 if truth else -0.6, 1.2)
        patches.append({"task": t["task"], "patch": patch, "correct": truth,
                        "regression": 10 if truth or yes(0.7) else 9,
                        "logit_yes": round(-math.log1p(math.exp(-logit)), 4),
                        "logit_no": round(-math.log1p(math.exp(logit)), 4)})
        verdict = "CORRECT" if yes(0.8 if truth else 0.2) else rng.choice(["PARTIAL", "INCORRECT"])
        judgements.append({"task": t["task"], "item": patch, "judge": "judge-a", "verdict": verdict, "passes": truth})
    for k in range(6):
        kind = rng.choice(["good", "blind", "blind", "blind", "toxic" if i % 5 == 0 else "good"])
        for patch, truth in correct.items():
            p = {"good": 0.95 if truth else 0.3, "blind": 1.0, "toxic": 0.2 if truth else 0.9}[kind]
            results.append({"task": t["task"], "test": f"t{k + 1}", "patch": patch, "passes": yes(p), "correct": truth})
write("patches.csv", ["task", "patch", "correct", "regression", "logit_yes", "logit_no"], patches)
write("verifiers.csv", ["task", "test", "patch", "passes", "correct"], results)
write("judgements.csv", ["task", "item", "judge", "verdict", "passes"], judgements)

rng.seed(62)
# A repair loop over the hackable tasks.
rows = []
for t in AUDITED:
    if t["task"] not in HACKABLE:
        continue
    n = 0
    for attempt in (1, 2, 3, 4):
        n += 1
        gold = yes(0.4)
        votes = [yes(0.85) for _ in range(3)]
        rows.append({"task": t["task"], "test": f"t{n}", "attempt": attempt, "passes_gold": gold,
                     "judge_blocks": "|".join(map(str, votes)), "blocks_exploit": yes(0.9),
                     "cost": round(rng.uniform(0.2, 0.9), 2)})
        if gold and sum(votes) >= 2:
            break
write("gate.csv", ["task", "test", "attempt", "passes_gold", "judge_blocks", "blocks_exploit", "cost"], rows)

# A monitor before and after a countermeasure.
for name, hack in (("trajectories.csv", 0.35), ("trajectories-after.csv", 0.04)):
    rows = []
    for m, model in enumerate(MODELS[:5]):
        for t in AUDITED:
            flagged = yes(hack)
            pattern = rng.choice(["fetched-reference", "edited-tests"]) if flagged else ""
            resolved = yes((0.7 if pattern == "fetched-reference" else 0.5) + 0.03 * m if flagged else 0.35 + 0.03 * m)
            rows.append({"model": model, "task": t["task"], "resolved": resolved, "flagged": flagged, "pattern": pattern})
    write(name, ["model", "task", "resolved", "flagged", "pattern"], rows)

# Verdicts of two people and two judges, scores, and feedback.
rows, scores = [], []
for i in range(60):
    truth = yes(0.5)
    for rater, skill in (("person-1", 0.92), ("person-2", 0.9), ("judge-a", 0.8), ("judge-b", 0.75)):
        if rater == "judge-b" and i % 10 == 0:
            continue
        said = truth if yes(skill) else 1 - truth
        rows.append({"item": f"i{i + 1}", "rater": rater, "rating": "good" if said else "bad",
                     "truth": "good" if truth else "bad"})
write("ratings.csv", ["item", "rater", "rating", "truth"], rows)
for t in AUDITED:
    for j in range(4):
        truth = round(rng.random(), 2)
        length = round(300 + 900 * rng.random())
        for rater, noise, pull in (("judge-a", 0.15, 0.0), ("judge-b", 0.2, 0.3)):
            score = min(1, max(0, truth + rng.gauss(0, noise) + pull * (length - 750) / 450))
            scores.append({"item": f"{j + 1}", "task": t["task"], "rater": rater, "score": round(score, 3),
                           "truth": truth, "length": length})
write("scores.csv", ["item", "task", "rater", "score", "truth", "length"], scores)
rows = []
for i in range(120):
    first = rng.choices(["neutral", "negative", "positive"], [77, 19, 4])[0]
    rows.append({"polarity": first, "item": f"r{i + 1}", "rater": "labeller-1", "cluster": f"user-{i % 40 + 1}"})
    if i % 4 == 0:
        second = first if yes(0.85) else rng.choice(["neutral", "negative", "positive"])
        rows.append({"polarity": second, "item": f"r{i + 1}", "rater": "labeller-2", "cluster": f"user-{i % 40 + 1}"})
write("feedback.csv", ["polarity", "item", "rater", "cluster"], rows)

# Outputs of a policy and two strategies under partial credit.
REFERENCE = "-    return a + b\n+    return a - b\n"
VARIANTS = ["-    return a + b\n+    return a - b\n", "-    return a + b\n+    return b - a\n",
            "-    return a+b\n+    return a * b\n", "+    # nothing\n", "see above"]
rows = []
for g in range(6):
    for s in range(4):
        text = rng.choice(VARIANTS)
        rows.append({"sample": f"g{g + 1}s{s + 1}", "group": f"prompt-{g + 1}", "predicted": text,
                     "reference": REFERENCE, "format_ok": 0 if text == "see above" else 1})
write("reward.csv", ["sample", "group", "predicted", "reference", "format_ok"], rows)
rows = []
for t in AUDITED:
    for a in range(5):
        rows.append({"task": t["task"], "attempt": f"a{a + 1}", "strategy": "honest",
                     "passed": 10 if yes(0.2) else 5, "total": 10})
    rows.append({"task": t["task"], "attempt": "a1", "strategy": "patch_up", "passed": 7, "total": 10})
write("strategies.csv", ["task", "attempt", "strategy", "passed", "total"], rows)

# A leaderboard: hackable tasks are a little easier.
with open(os.path.join(OUT, "outcomes.csv"), "w") as handle:
    handle.write("model," + ",".join(t["task"] for t in TASKS) + "\n")
    ease = {t["task"]: rng.gauss(0, 1) - STRATA.index(t["stratum"]) * 0.8 + (0.6 if t["task"] in HACKABLE else 0)
            for t in TASKS}
    for m, model in enumerate(MODELS):
        cells = [yes(1 / (1 + math.exp(-(ease[t["task"]] + 0.5 + 0.12 * m)))) for t in TASKS]
        handle.write(model + "," + ",".join(map(str, cells)) + "\n")
