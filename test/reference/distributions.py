"""The second reference: the points of distributions.json at 50 digits, rounded to double at the end.

Needs mpmath 1.3.0. Run: python3 distributions.py. Writes distributions-exact.json, rows in the same order and form:
points [lower, upper, log lower, log upper], quantiles [x]. It settles who is right where R and passgap differ.
Each tail is a series of positive terms (Kummer's or Euler's transformed hypergeometric series), summed at 50 digits
on the side below the mean; the other is 1 minus it. Where that would cost too many terms (x near 1, gamma above its
mean) the series of the other side is summed with as many more digits as the subtraction loses.
"""
import json
import sys
import mpmath as mp

mp.mp.dps = 60


def positive_series(ratio):
    """1 + r1 + r1 r2 + ... until the terms are below the working precision."""
    term, total, j = mp.mpf(1), mp.mpf(1), 0
    while term > total * mp.mpf(10) ** (-mp.mp.dps):
        term *= ratio(j)
        total += term
        j += 1
    return total


def beta_series(x, y, a, b):
    """I_x(a, b) = x^a y^b / (a B(a,b)) sum (a+b)_j x^j / (a+1)_j: quick unless x is near 1."""
    front = mp.exp(log_front(x, y, a, b) - mp.log(a))
    return front * positive_series(lambda j: x * (a + b + j) / (a + 1 + j))


def log_front(x, y, a, b):
    return a * mp.log(x) + b * mp.log(y) + mp.loggamma(a + b) - mp.loggamma(a) - mp.loggamma(b)


def beta_lower(x, y, a, b):
    """I_x(a, b) for x below the mean."""
    if x < mp.mpf("0.9"):
        return beta_series(x, y, a, b)
    with mp.workdps(80 + int(max(0, -log_front(x, y, a, b)) / 2.3)):
        # y is 1 - x to 60 digits only: make the two agree to all of them.
        p = 1 - beta_series(1 - x, x, b, a)
    return +p


def beta_tails(x, y, a, b):
    if x <= 0:
        return mp.mpf(0), mp.mpf(1)
    if y <= 0:
        return mp.mpf(1), mp.mpf(0)
    if x * (a + b) <= a:
        p = beta_lower(x, y, a, b)
        return p, 1 - p
    q = beta_lower(y, x, b, a)
    return 1 - q, q


def gamma_tails(x, a):
    if x < 2 * a + 2:
        p = mp.exp(a * mp.log(x) - x - mp.loggamma(a + 1)) * positive_series(lambda j: x / (a + 1 + j))
        if p < mp.mpf("0.6"):
            return p, 1 - p
    # Above the mean the series loses as many digits as the upper tail is small: give it that many more.
    with mp.workdps(60 + int(max(0, (x - a - a * mp.log(x / a)) / 2.3)) + 10):
        p = mp.exp(a * mp.log(x) - x - mp.loggamma(a + 1)) * positive_series(lambda j: x / (a + 1 + j))
        q = 1 - p
    return p, +q


def normal_tails(x):
    q = mp.erfc(abs(x) / mp.sqrt(2)) / 2
    return (q, 1 - q) if x < 0 else (1 - q, q)


def t_tails(t, df):
    if mp.isinf(df):
        return normal_tails(t)
    if t == 0:
        return mp.mpf("0.5"), mp.mpf("0.5")
    x = df / (df + t * t)
    two = beta_tails(x, t * t / (df + t * t), df / 2, mp.mpf("0.5"))[0]
    return (1 - two / 2, two / 2) if t > 0 else (two / 2, 1 - two / 2)


def f_tails(f, d1, d2):
    if mp.isinf(d2):
        return gamma_tails(d1 * f / 2, d1 / 2)
    bottom = d1 * f + d2
    return beta_tails(d1 * f / bottom, d2 / bottom, d1 / 2, d2 / 2)


def binomial_tails(k, n, p):
    if k >= n:
        return mp.mpf(1), mp.mpf(0)
    upper, lower = beta_tails(p, 1 - p, k + 1, n - k)
    return lower, upper


TAILS = {
    "normal": normal_tails,
    "t": t_tails,
    "chi2": lambda x, df: gamma_tails(x / 2, df / 2),
    "f": f_tails,
    "beta": lambda x, a, b: beta_tails(x, 1 - x, a, b),
    "binomial": binomial_tails,
}


def number(v):
    return mp.inf if v == "Inf" else -mp.inf if v == "-Inf" else mp.mpf(v)


def log_of(this, other):
    if this == 0:
        return "-Inf"
    return float(mp.log1p(-other) if other < mp.mpf("1e-5") else mp.log(this))


def quantile(name, tails, params, p, start):
    """Secant steps on the log of the smaller tail against the log of x (of 1 - x for the upper tail of beta, of -x
    for the lower one of normal and t), from R's answer."""
    if name in ("normal", "t") and p == 0.5:
        return mp.mpf(0)
    side = 0 if p < 0.5 else 1
    target = mp.log(p if side == 0 else 1 - p)
    if name in ("normal", "t"):
        place, back = (lambda x: abs(x)), (lambda v: -v if side == 0 else v)
    elif name == "beta" and side == 1:
        place, back = (lambda x: 1 - x), (lambda v: 1 - v)
    else:
        place, back = (lambda x: x), (lambda v: v)
    if name == "beta" and side == 1:
        tail = lambda v: beta_tails(1 - v, v, *params)[1]
    else:
        tail = lambda v: tails(back(v), *params)[side]
    g = lambda u: mp.log(tail(mp.exp(u))) - target
    u0 = mp.log(place(start) if place(start) > 0 else mp.mpf("1e-300" if side == 0 else "1e-12"))
    u1 = u0 + mp.mpf("1e-6")
    g0, g1 = g(u0), g(u1)
    for _ in range(60):
        if g0 == g1:
            break
        u2 = u1 - g1 * (u1 - u0) / (g1 - g0)
        if abs(u2 - u1) < mp.mpf(10) ** -25:
            return back(mp.exp(u2))
        u0, g0, u1 = u1, g1, u2
        g1 = g(u1)
    raise ArithmeticError(f"no quantile: {name} {params} {p}")


def main():
    source = json.load(open("distributions.json"))
    out = {"tool": f"Python {sys.version.split()[0]}, mpmath {mp.__version__}", "script": "test/reference/distributions.py"}
    for name, tails in TAILS.items():
        points, quantiles = [], []
        for params, x, *_ in source[name]["points"]:
            lower, upper = tails(number(x), *map(number, params))
            points.append([float(lower), float(upper), log_of(lower, upper), log_of(upper, lower)])
        for params, p, x in source[name]["quantiles"]:
            if name == "binomial":
                continue
            quantiles.append(float(quantile(name, tails, list(map(number, params)), number(p), number(x))))
        print(name, len(points), len(quantiles), file=sys.stderr)
        out[name] = {"points": points, "quantiles": quantiles}
    with open("distributions-exact.json", "w") as file:
        json.dump(out, file, separators=(",", ":"))
        file.write("\n")


main()
