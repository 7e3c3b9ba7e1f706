"""Files of the store are believed only as they were written: to the last bit of code, key and text."""

import pytest

from gametheory.storage.store import DiskStore, digest

VALUE = {"status": "verified", "cases": 12}


@pytest.fixture
def written(tmp_path):
    """Return a store with one value, its key and its file."""
    store, key = DiskStore(tmp_path, b"secret"), digest("A.1")
    store.put(key, VALUE)
    [path] = tmp_path.glob("??/*.json")
    assert store.get(key) == VALUE
    return store, key, path


def is_ignored(store, key):
    return store.get(key) is None and list(store.values()) == []


def test_every_bit_of_a_file_counts(written):
    store, key, path = written
    content = path.read_bytes()
    for place in range(len(content)):
        for bit in (1, 128):
            path.write_bytes(content[:place] + bytes([content[place] ^ bit]) + content[place + 1 :])
            assert is_ignored(store, key), (place, bit)
    path.write_bytes(content)
    assert store.get(key) == VALUE


def test_a_byte_too_many_or_too_few_counts(written):
    store, key, path = written
    content = path.read_bytes()
    for wrong in (content + b"\n", content + b" ", b" " + content, content[:-1], content[1:], content[65:], b""):
        path.write_bytes(wrong)
        assert is_ignored(store, key), wrong


def test_the_code_is_that_of_the_key_and_the_secret(written):
    store, key, path = written
    other = digest("A.2")
    path.rename(path.with_name(f"{other}.json"))
    assert list(store.values()) == []
    path.with_name(f"{other}.json").rename(path)
    assert store.get(key) == VALUE
    for secret in (b"", b"secre", b"secret ", b"Secret"):
        assert is_ignored(DiskStore(store.folder, secret), key), secret
