#!/usr/bin/env python3
"""Writes a checkpoint of the published shape of YaLM 100B with random weights, to run and measure the true size.

    make_yalm_checkpoint.py FOLDER [--layers 80]

File names, sizes, containers and tensor layouts are those of the published one (83 files, 202 GB by their sizes); the
79 middle layers are hard links to one file of 2.5 GB, so that the disk holds 5.6 GB. The weights are bfloat16, of either
sign and of a size (about 1/sqrt(width)) that keeps activations in range. Needs nothing but Python.
"""

import argparse
import os
import pathlib
import random
import struct
import zlib

EMBEDDING, HIDDEN, INNER, VOCABULARY = 2048, 10240, 27308, 128000

# Bytes of the published files; the layout below comes out a little shorter and is padded up to them.
PUBLISHED = {"embedding": 524288811, "projector": 9191, "first": 2516920129, "middle": 2516961595, "output": 42254291}

# High bytes of bfloat16: 0x3b and 0x3c with a random low byte are 0.002 to 0.031; 0xbb and 0xbc the same, negative.
WEIGHT_HIGH = bytes((0x3B, 0xBB, 0x3C, 0xBC)[i & 3] if i & 12 == 0 else (0x3B, 0xBB)[i & 1] for i in range(256))
ONE = b"\x80\x3f"


def layer(with_input_norm):
    norm = [("input_layernorm.weight", (HIDDEN,), "one"), ("input_layernorm.bias", (HIDDEN,), "zero")]
    return (norm if with_input_norm else []) + [
        ("attention.query_key_value.weight", (3 * HIDDEN, HIDDEN), "random"),
        ("attention.query_key_value.bias", (3 * HIDDEN,), "zero"),
        ("attention.dense.weight", (HIDDEN, HIDDEN), "random"),
        ("attention.dense.bias", (HIDDEN,), "zero"),
        ("post_attention_layernorm.weight", (HIDDEN,), "one"),
        ("post_attention_layernorm.bias", (HIDDEN,), "zero"),
        ("mlp.dense_ffn_hidden.weight", (INNER, HIDDEN), "random"),
        ("mlp.dense_ffn_hidden.bias", (INNER,), "zero"),
        ("mlp.dense_ffn_gate.weight", (INNER, HIDDEN), "random"),
        ("mlp.dense_ffn_gate.bias", (INNER,), "zero"),
        ("mlp.dense_ffn_output.weight", (HIDDEN, INNER), "random"),
        ("mlp.dense_ffn_output.bias", (HIDDEN,), "zero"),
    ]


FILES = {
    "embedding": [("word_embeddings.weight", (VOCABULARY, EMBEDDING), "random")],
    "projector": [("input_layernorm.weight", (EMBEDDING,), "one"), ("input_layernorm.bias", (EMBEDDING,), "zero")],
    "first": layer(False),
    "middle": layer(True),
    "output": [
        ("input_layer_norm.weight", (HIDDEN,), "one"),
        ("input_layer_norm.bias", (HIDDEN,), "zero"),
        ("dense.weight", (EMBEDDING, HIDDEN), "random"),
        ("dense.bias", (EMBEDDING,), "zero"),
        ("output_layer_norm.weight", (EMBEDDING,), "one"),
        ("output_layer_norm.bias", (EMBEDDING,), "zero"),
        ("output_bias", (VOCABULARY,), "zero"),
    ],
}


def count(shape):
    product = 1
    for n in shape:
        product *= n
    return product


# ---- the pickle of a state dict, protocol 2 ----


def text(value):
    return b"X" + struct.pack("<I", len(value)) + value.encode()


def integer(value):
    if value < 256:
        return b"K" + bytes([value])
    return b"M" + struct.pack("<H", value) if value < 65536 else b"J" + struct.pack("<i", value)


def numbers(values):
    return b"".join(map(integer, values)) + (b"\x85" if len(values) == 1 else b"\x86")


class Memo:
    """What was written once is written again as a reference to it."""

    def __init__(self):
        self.known = {}

    def __call__(self, code):
        if code in self.known:
            return b"h" + bytes([self.known[code]])
        self.known[code] = len(self.known)
        return code + b"q" + bytes([self.known[code]])


def tensor_pickle(memo, key, shape):
    stride = (1,) if len(shape) == 1 else (shape[1], 1)
    storage = (b"(" + memo(text("storage")) + memo(b"ctorch\nBFloat16Storage\n") + text(str(key))
               + memo(text("cpu")) + integer(count(shape)) + b"tQ")
    return (memo(b"ctorch._utils\n_rebuild_tensor_v2\n") + b"(" + storage + integer(0) + numbers(shape)
            + numbers(stride) + b"\x89" + memo(b"ccollections\nOrderedDict\n") + b")RtR")


def state_dict_pickle(tensors):
    memo = Memo()
    items = b"".join(text(name) + tensor_pickle(memo, i, shape) for i, (name, shape, _) in enumerate(tensors))
    return b"\x80\x02}(" + items + b"u."


# ---- the zip container as torch.save writes it: stored, sizes behind the data, payloads at multiples of 64 ----


class TorchZip:
    def __init__(self, path):
        self.file = open(path, "wb")
        self.directory = []

    def add(self, name, chunks, extra_padding=0):
        start = self.file.tell()
        name = ("archive/" + name).encode()
        pad = -(start + 30 + len(name) + 4) % 64 + extra_padding
        extra = b"FB" + struct.pack("<H", pad) + b"Z" * pad
        self.file.write(struct.pack("<4s5H3I2H", b"PK\x03\x04", 0, 0x0808, 0, 0, 0, 0, 0, 0, len(name), len(extra)))
        self.file.write(name + extra)
        checksum = size = 0
        for chunk in chunks:
            self.file.write(chunk)
            checksum = zlib.crc32(chunk, checksum)
            size += len(chunk)
        large = size > 0xFFFFFFFF
        self.file.write(struct.pack("<4sI" + ("QQ" if large else "II"), b"PK\x07\x08", checksum, size, size))
        self.directory.append((name, checksum, size, start))

    def tail(self):
        """Central directory and both end records, for the present position."""
        at = self.file.tell()
        entries = b"".join(
            struct.pack("<4s6H3I5H2I", b"PK\x01\x02", 0, 0, 0x0808, 0, 0, 0, checksum, size, size, len(name), 0, 0, 0, 0,
                        0, start) + name for name, checksum, size, start in self.directory)
        n, size = len(self.directory), len(entries)
        end64 = struct.pack("<4sQ2H2I4Q", b"PK\x06\x06", 44, 30, 45, 0, 0, n, n, size, at)
        locator = struct.pack("<4sIQI", b"PK\x06\x07", 0, at + size, 1)
        return entries + end64 + locator + struct.pack("<4s4H2IH", b"PK\x05\x06", 0, 0, n, n, size, at, 0)

    def finish(self, wanted_size):
        """Adds the version entry, padded so that the file has the wanted size."""
        version = b"archive/version"
        plain = -(self.file.tell() + 30 + len(version) + 4) % 64
        rest = 30 + len(version) + 4 + plain + 2 + 16 + len(self.tail()) + 46 + len(version)
        padding = wanted_size - self.file.tell() - rest
        if padding < 0:
            raise SystemExit(f"{self.file.name} comes out {-padding} bytes too long")
        self.add("version", [b"3\n"], padding)
        self.file.write(self.tail())
        self.file.close()


def payload(kind, elements, source):
    """Chunks of `elements` bfloat16 numbers."""
    at_once = 1 << 22
    for begin in range(0, elements, at_once):
        n = min(at_once, elements - begin)
        if kind == "random":
            chunk = bytearray(source.randbytes(2 * n))
            chunk[1::2] = bytes(chunk[1::2]).translate(WEIGHT_HIGH)
            yield bytes(chunk)
        else:
            yield ONE * n if kind == "one" else bytes(2 * n)


def write_file(path, kind):
    source = random.Random(kind)
    tensors = FILES[kind]
    unfinished = path.with_name(path.name + ".incomplete")
    archive = TorchZip(unfinished)
    archive.add("data.pkl", [state_dict_pickle(tensors)])
    for i, (_, shape, numbers_kind) in enumerate(tensors):
        archive.add(f"data/{i}", payload(numbers_kind, count(shape), source))
    archive.finish(PUBLISHED[kind])
    os.rename(unfinished, path)
    print(f"{path.name}: {path.stat().st_size} bytes", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--layers", type=int, default=80)
    arguments = parser.parse_args()
    arguments.folder.mkdir(parents=True, exist_ok=True)

    def file(number):
        return arguments.folder / f"layer_{number:02d}-model_00-model_states.pt"

    for number, kind in ((0, "embedding"), (1, "projector"), (3, "first"), (4, "middle"),
                         (arguments.layers + 4, "output")):
        if not file(number).exists():
            write_file(file(number), kind)
    for number in range(5, arguments.layers + 3):
        if not file(number).exists():
            os.link(file(4), file(number))


if __name__ == "__main__":
    main()
