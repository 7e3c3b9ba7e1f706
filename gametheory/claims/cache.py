"""Cache of verdicts and appendices on disk. An entry is valid as long as none of its dependencies changes.

The cache is in the user's cache folder. Each entry is authenticated with a secret key that is made there, so that an
entry from elsewhere is ignored. An entry contains the hashes of the files that Python code has opened.
"""

from __future__ import annotations

import json
import os
import secrets
import sys
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from tempfile import gettempdir
from typing import Any

from gametheory.claims import Appendix, Claim, ClaimsError, Status, Verdict, verdict_from_json
from gametheory.claims.addresses import address, local_id
from gametheory.claims.alone import Declared, declared_from_json
from gametheory.claims.ask_again import ask_again
from gametheory.claims.dependencies import DependencyHash
from gametheory.claims.evidence import Evidence, evidence_from_json
from gametheory.claims.runner import today
from gametheory.claims.sources import claims_folder
from gametheory.parallel.checkpoint import SweepCheckpoint, checkpointing
from gametheory.parallel.confined import can_confine, confine
from gametheory.parallel.signals import unwrap_interrupt
from gametheory.storage.atomic_write import remove_abandoned_below
from gametheory.storage.journal import Journal
from gametheory.storage.opened_files import OpenedFiles, unrecorded
from gametheory.storage.store import DiskStore, digest
from gametheory.storage.user_cache import cache_folder, secret_key

IMPORTS = digest("imports of files of code", sys.version)
MAX_IMPORTS = 4096  # files; this package and its proofs are about 500
# The files that this process has opened, by claims folder. They count for later runs too, because modules stay loaded,
# and with them the data that they have read.
_opened: dict[Path, OpenedFiles] = {}


class VerdictCache:
    """The cached verdicts of a claims folder, in the subfolder `verdicts` of the user's cache folder.

    The key of a verdict consists of the hash of the static dependencies of its file
    (`gametheory.claims.dependencies`), the id of the claim, and `deep`. The entry contains the hashes of the files that
    the run has opened before the verdict was saved, and it is ignored if one of them has changed. If the cache folder
    cannot be written, nothing is cached.

    Parameters
    ----------
    folder
        The claims folder.
    deep
        Whether checks cover larger ranges.
    outputs
        Files in the folder that the run itself writes; they are not dependencies.
    fresh
        Ignore existing entries, but save new ones.

    Attributes
    ----------
    index
        The store of the indexes of folders, of the names that files import, and of what the claims of a file state.

    Examples
    --------
    >>> from gametheory.claims import claim, verified
    >>> item = claim("A", "a statement", "p. 1")(lambda: verified("one case", 1))
    >>> VerdictCache(Path(__file__).parent).get(item) is None
    True
    >>> from tempfile import mkdtemp
    >>> from gametheory.claims.collect import collect_all
    >>> folder = Path(mkdtemp())
    >>> lines = ["from gametheory import Text, claim, appendix, verified"]
    >>> lines += ["item = claim('S', 'a statement', 'p. 1')(lambda: verified('one case', 1))"]
    >>> lines += ["section = appendix('d', 'an appendix')(lambda: [Text('a')])"]
    >>> _ = (folder / "sums.py").write_text("\\n".join(lines))
    >>> (_, item), (_, section) = (*collect_all(folder).claims, *collect_all(folder).appendices)
    >>> cache = VerdictCache(folder)
    >>> with cache.checkpointing(item):
    ...     verdict = item.check()
    >>> cache.put(item, verdict, seconds=0.5)
    >>> verdict, seconds = cache.get(item)
    >>> print(verdict.status, seconds, cache.evidence(section), cache.file_name(item), len(cache.key(item)))
    verified 0.5 [Text(text='a')] sums.py 64
    >>> cache.record()["checked"]
    ['sums.py::S']
    >>> cache.checked_on(item) == today()
    True
    >>> other = VerdictCache(folder)
    >>> with other.recording():
    ...     other.add_record(cache.record())
    >>> other.record() == cache.record()
    True
    """

    def __init__(self, folder: Path, deep: bool = False, outputs: Collection[Path] = (), fresh: bool = False) -> None:
        self._folder = claims_folder(folder).path.absolute()
        self._real_folder = self._folder.resolve()
        place = cache_folder()
        secret = secret_key(place) if place else None
        # Without a key, a random one makes all entries invalid, and nothing can be written below the null device.
        root = place if place and secret else Path(os.devnull)
        self._place = root if root == place else None
        self._secret = secret or secrets.token_bytes()
        self._store = DiskStore(root / "verdicts", self._secret)
        self.index = self._store.next_to("index")
        self._dependencies = DependencyHash(folder, outputs)
        self._dependencies.imports |= _imports(self.index.get(IMPORTS))
        self._imports_found = len(self._dependencies.imports)
        self._opened = _opened.setdefault(self._folder, OpenedFiles(self._folder))
        self._opened.excluded = (*(path.resolve() for path in outputs), *([place] if place else []))
        self._checked: set[str] = set()
        self._journals: dict[tuple[str, ...], Journal] = {}
        self._without_others: set[str] = set()  # the files without checkpoints of other texts
        self.keys: dict[str, str] = {}
        self._known_code: dict[str, bool] = {}
        self._days: dict[str, str] = {}
        self._declared: dict[str, Declared | None] = {}
        self._deep, self._fresh = deep, fresh

    @property
    def theorems(self) -> DiskStore:
        """The answers of the kernel of Rocq, by the hash of the files on which a theorem depends.

        >>> from gametheory.storage.store import digest
        >>> cache = VerdictCache(Path(__file__).parent)
        >>> cache.theorems.put(digest("files of a theorem"), {"reason": ""})
        >>> VerdictCache(Path(__file__).parent).theorems.get(digest("files of a theorem"))
        {'reason': ''}
        """
        return self._store.inner("theorems")

    @property
    def is_below_temporary_files(self) -> bool:
        """Whether a confined process cannot write in the system's folder for temporary files: the cache is in it."""
        return self._place is not None and self._place.resolve().is_relative_to(Path(gettempdir()).resolve())

    def remove_abandoned(self) -> None:
        """Remove what killed processes left in the cache; no later write may ever reach the same subfolder.

        >>> VerdictCache(Path(__file__).parent).remove_abandoned()
        """
        for store in (self._store, self.index):
            remove_abandoned_below(store.folder)

    def confine(self, file: str = "") -> None:
        """Let this process, which runs code of claims, write nothing in the cache but checkpoints of its own file.

        Otherwise it could forge what the kernel of Rocq says about a theorem, the verdicts of other folders, or what a
        sweep of another file has found. It writes everywhere else, but cannot make a file next to the cache folder, nor
        next to a folder above it.

        Parameters
        ----------
        file
            The claims file; "" for those of all files, as long as this process starts others and runs none itself.
        """
        if not can_confine():
            return
        own = self._parts(file).folder if file else self._parts("").folder.parent
        if self._place:
            own.mkdir(parents=True, exist_ok=True)
        confine(self._place, [own])

    @property
    def contents(self) -> Mapping[Path, str]:
        """The hashes of the files that were read to find out what claims depend on, by path.

        >>> VerdictCache(Path(__file__).parent).contents
        {}
        """
        return self._dependencies.hashes

    def read(self, names: Iterable[str]) -> None:
        """Read all that files of the folder can depend on as it is now, before code of claims runs.

        >>> VerdictCache(Path(__file__).parent).read(["claims/validate.py"])
        """
        for name in names:
            self._dependencies.digest(name)

    def changed(self, record: Mapping[str, Any]) -> list[Path]:
        """Return the files that another process of this run has opened, and that were not as when the run began.

        >>> cache = VerdictCache(Path(__file__).parent)
        >>> cache.read(["claims/validate.py"])
        >>> path = Path(__file__).with_name("validate.py")
        >>> cache.changed({"checked": [], "opened": {f"file:{path}": "another hash"}}) == [path]
        True
        """
        paths = {path: own for name, own in record["opened"].items() for path in self._opened.paths(name, self._folder)}
        contents = self._dependencies.hashes
        before = {path: contents.get(path.parent.resolve() / path.name) for path in paths}
        return [path for path, own in paths.items() if before[path] not in (None, own)]

    def code_of(self, names: Iterable[str]) -> dict[str, str]:
        """Return the hashes of files of the folder and of the code that they can import, by path.

        >>> len(VerdictCache(Path(__file__).parent).code_of(["claims/validate.py"])) > 1
        True
        """
        return {path: hash for name in names for path, hash in self._dependencies.code(name).items()}

    def is_current(self, code: Mapping[str, str], opened: Mapping[str, str]) -> bool:
        """Return whether files of code, by path, and files that were opened, by name, have the recorded hashes.

        >>> VerdictCache(Path(__file__).parent).is_current({__file__: "missing"}, {})
        False
        """
        unchanged = all(self._dependencies.hash(Path(path)) == hash for path, hash in code.items())
        return unchanged and self._opened.unchanged(opened, self._folder, self._dependencies.hashes)

    def surroundings(self) -> dict[str, Any]:
        """Return what the claims of the folder can depend on besides the files that are opened, as JSON values.

        >>> sorted(VerdictCache(Path(__file__).parent).surroundings())
        ['files', 'installed']
        """
        return self._dependencies.surroundings()

    def save_imports(self) -> None:
        """Save the names that files import, which later runs need not read again; those of the files used last.

        >>> VerdictCache(Path(__file__).parent).save_imports()
        """
        if len(self._dependencies.imports) > self._imports_found:
            self.index.put(IMPORTS, dict(list(self._dependencies.imports.items())[-MAX_IMPORTS:]))

    def get(self, item: Claim) -> tuple[Verdict, float] | None:
        """Return the cached verdict of a claim and the seconds its check took, or None."""
        entry = None if self._fresh else self._entry(self._verdicts(item).get(self.key(item)))
        self._days[address(item)] = str(entry.get("day", "")) if entry else ""
        return _verdict(entry)

    def ask_again(self, items: Iterable[Claim]) -> None:
        """Ask the solvers, on all cores, for what the cached verdicts of claims say, before `get` reads them.

        >>> VerdictCache(Path(__file__).parent).ask_again([])
        """
        entries = [] if self._fresh else [self._entry(self._verdicts(item).get(self.key(item))) for item in items]
        ask_again([entry["verdict"] for entry in entries if entry and "verdict" in entry])

    def declared(self, file: str) -> Declared | None:
        """Return what the claims of a file state where it runs alone, as `put_declared` has saved it, or None.

        >>> cache = VerdictCache(Path(__file__).parent)
        >>> cache.put_declared("validate.py", [("A", "a hash")])
        >>> cache.declared("validate.py"), cache.declared("declare.py")
        ([('A', 'a hash')], None)
        """
        if file not in self._declared and not self._fresh:
            entry = self._entry(self.index.get(self._key_of_file(file))) or {}
            self._declared[file] = declared_from_json(json.dumps(entry.get("declared")))
        return self._declared.get(file)

    def put_declared(self, file: str, declared: Declared | None) -> None:
        """Save what the claims of a file state where it runs alone; None if it does not run.

        >>> cache = VerdictCache(Path(__file__).parent)
        >>> cache.put_declared("declare.py", None)
        >>> cache.declared("declare.py") is None
        True
        """
        self._declared[file] = declared
        if declared is not None:
            self.index.put(self._key_of_file(file), self._with_opened({"declared": declared}))

    def checked_on(self, item: Claim) -> str:
        """Return the day of the check of a claim whose verdict `get` has returned, or "" if it is not known."""
        return self._days.get(address(item), "")

    def put(self, item: Claim, verdict: Verdict, seconds: float) -> None:
        """Save a verdict, and delete the checkpoints of its sweeps.

        A verdict is not saved if it is open, or if the files that its check has opened are not known: the check did not
        run in the context `checkpointing`, or it ran in another process whose record was not added.
        """
        if verdict.status is not Status.OPEN and address(item) in self._checked:
            entry = {"verdict": verdict.as_json(), "seconds": seconds, "day": today()}
            self._verdicts(item).put(self.key(item), self._with_opened(entry))
            self._checkpoints(item).clear()
            self._clear_other_texts(self.file_name(item))

    def _clear_other_texts(self, file: str) -> None:
        """Delete the checkpoints of other texts of a file; this run makes none."""
        if file not in self._without_others:
            own = self._parts(file).folder
            for other in set(own.parent.glob("*")) - {own}:
                DiskStore(other).clear()
            self._without_others.add(file)

    @contextmanager
    def checkpointing(self, item: Claim) -> Iterator[None]:
        """Context manager for the check of a claim: sweeps save finished chunks, and opened files are recorded.

        Sweeps reuse the chunks of an interrupted check of the same claim.
        """
        checkpoint = SweepCheckpoint(self._checkpoints(item), self.key(item), self._fresh)
        with self._opened.recording(), checkpointing(checkpoint):
            yield
        self._checked.add(address(item))

    def forget_opened(self) -> None:
        """Forget the files that earlier runs in the parent of this process have opened, as they were then.

        >>> VerdictCache(Path(__file__).parent).forget_opened()
        """
        self._opened.forget()

    def recording(self) -> AbstractContextManager[None]:
        """Context manager: record the files that are opened, for example while the claims are collected."""
        return self._opened.recording()

    def record(self, only: Collection[str] | None = None) -> dict[str, Any]:
        """Return the claims that this process has checked and the files it has opened, as JSON values.

        Parameters
        ----------
        only
            The addresses of the claims to list; None for all.
        """
        checked = self._checked if only is None else self._checked.intersection(only)
        return {"checked": sorted(checked), "opened": self._opened.hashes}

    def add_record(self, record: dict[str, Any]) -> None:
        """Add the record of another process of this run."""
        self._checked |= set(record["checked"])
        self._opened.add(record["opened"])

    def evidence(self, section: Appendix) -> Sequence[Evidence]:
        """Return the evidence of an appendix, from the cache or computed.

        Raises
        ------
        ClaimsError
            If the function of the appendix raises an error.
        """
        key = self._key(section, "appendix", section.id)
        try:
            if not self._fresh and (entry := self._entry(self._store.get(key))):
                return [evidence_from_json(data) for data in entry["evidence"]]
        except (KeyError, TypeError, ValueError):
            pass
        try:
            with self._opened.recording():
                made = section.make()
        except ClaimsError:
            raise
        except Exception as error:
            if interrupt := unwrap_interrupt(error):
                raise interrupt from error
            raise ClaimsError(f"the appendix {section.id} raised {type(error).__name__}: {error}") from error
        self._store.put(key, self._with_opened({"evidence": [piece.as_json() for piece in made]}))
        return made

    def key(self, item: Claim) -> str:
        """Return the cache key of a claim."""
        name = address(item)
        if name not in self.keys:
            self.keys[name] = digest(self.code_key(item), item.stated)
        return self.keys[name]

    def code_key(self, item: Claim) -> str:
        """Return a hash of the code of a claim and all it depends on, whatever the claim states.

        >>> from gametheory.claims import claim, verified
        >>> item = claim("A", "a statement", "p. 1")(lambda: verified("one case", 1))
        >>> cache = VerdictCache(Path(__file__).parent)
        >>> len(cache.code_key(item)), cache.code_key(item) == cache.key(item)
        (64, False)
        """
        return self._key(item, "claim", local_id(item), self._deep)

    def _key_of_file(self, file: str) -> str:
        return digest("declared", file, self._dependencies.digest(file))

    @staticmethod
    def file_name(item: Claim | Appendix) -> str:
        """Return the name of the claims file that declares a claim or an appendix."""
        if item.declared and item.declared.file:
            return item.declared.file
        function = item.check if isinstance(item, Claim) else item.make
        return Path(str(sys.modules[function.__module__].__file__)).name

    def _verdicts(self, item: Claim) -> Journal:
        """Return the store of the verdicts of a claims file, for its code and data as they are now."""
        files = self._files(item)
        if files not in self._journals:
            name = digest("verdicts", *map(self._dependencies.digest, files))
            self._journals[files] = Journal(self._store.folder / name[:2] / f"{name}.jsonl", self._secret)
        return self._journals[files]

    def _entry(self, entry: Any) -> dict[str, Any] | None:
        """Return a stored entry, if no file that was opened before it was saved has changed."""
        if not isinstance(entry, dict) or not {"opened", "folder"} <= entry.keys():
            return None
        known = self._dependencies.hashes
        return entry if self._opened.unchanged(entry["opened"], Path(entry["folder"]), known) else None

    def _with_opened(self, values: dict[str, Any]) -> dict[str, Any]:
        return {**values, "opened": self.opened(), "folder": str(self._folder)}

    def opened(self) -> dict[str, str]:
        """Return the hashes of the files that the run has opened, by name.

        The code that a claims file imports is known without opening it. Only code that no import statement names is
        left.

        >>> from tempfile import mkdtemp
        >>> VerdictCache(Path(mkdtemp())).opened()
        {}
        """
        with unrecorded():  # reading the code to know it is no work of a claim
            return {
                name: hash
                for name, hash in self._opened.hashes.items()
                if not name.startswith("code:") or not self._is_known_code(name)
            }

    def _is_known_code(self, name: str) -> bool:
        if name not in self._known_code:
            paths = self._opened.paths(name, self._folder)
            self._known_code[name] = any(map(self._dependencies.is_known_code, paths))
        return self._known_code[name]

    def _parts(self, file: str) -> DiskStore:
        # A text that a stranger has sent, and that ran in this folder, cannot write what the text of today takes up.
        code = self._dependencies.digest(file) if file.endswith(".py") else ""
        return self._store.inner(f"parts/{digest(str(self._folder))}/{digest(file)}/{code}")

    def _checkpoints(self, item: Claim) -> DiskStore:
        return self._parts(self.file_name(item)).inner(digest("claim", address(item), self._deep))

    def _key(self, item: Claim | Appendix, *parts: object) -> str:
        return digest(*parts, *map(self._dependencies.digest, self._files(item)))

    def _files(self, item: Claim | Appendix) -> tuple[str, ...]:
        # The code of the function can be in another file than the claims file that declares it.
        name, code = self.file_name(item), item.declared.code if item.declared else ""
        return (name, code) if code and Path(code) != self._real_folder / name else (name,)


def _imports(stored: Any) -> dict[str, list[tuple[int, str]]]:
    """Return the stored names that files import; nothing if they have another form."""
    try:
        return {key: [(int(level), str(name)) for level, name in names] for key, names in stored.items()}
    except (AttributeError, TypeError, ValueError):
        return {}


def _verdict(entry: dict[str, Any] | None) -> tuple[Verdict, float] | None:
    try:
        return (verdict_from_json(entry["verdict"]), float(entry["seconds"])) if entry else None
    except (KeyError, TypeError, ValueError):  # the entry has another form, for example from another version
        return None
