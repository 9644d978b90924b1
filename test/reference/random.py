"""Random streams from their definition: FNV-1a with MurmurHash3's finaliser fills the state of xoroshiro128+
(Blackman and Vigna 2018: 24, 16, 37), of whose 64-bit outputs the lower half is taken. Run: python3 random.py
> random.json.
"""
import json
import platform

M32, M64 = 2**32 - 1, 2**64 - 1


def word(text, salt):
    h = 0x811C9DC5 ^ (((salt + 1) * 0x9E3779B1) & M32)
    for c in text:
        h = ((h ^ ord(c)) * 0x01000193) & M32
    h ^= h >> 16
    h = (h * 0x85EBCA6B) & M32
    h ^= h >> 13
    h = (h * 0xC2B2AE35) & M32
    return h ^ (h >> 16)


def rotate(x, k):
    return ((x << k) | (x >> (64 - k))) & M64


def draws(name, count):
    w = [word("\x1f".join(map(str, name)), salt) for salt in range(4)]
    s0, s1 = w[0] << 32 | w[1], w[2] << 32 | w[3]
    out = []
    for _ in range(count):
        out.append((s0 + s1) & M32)
        s1 ^= s0
        s0 = rotate(s0, 24) ^ s1 ^ ((s1 << 16) & M64)
        s1 = rotate(s1, 37)
    return out


NAMES = [[1, "permutation", 0], [1, "permutation", 1], [2, "permutation", 0], [20240901, "calibrate", 17, "x"], [0]]
print(json.dumps({
    "tool": f"Python {platform.python_version()}",
    "script": "test/reference/random.py",
    "streams": [{"name": name, "next": draws(name, 12)} for name in NAMES],
}))
