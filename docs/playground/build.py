"""Write the page that runs the package in a browser to a folder, with all that it loads.

`make playground` runs this. The first run downloads 132 MB with pip, of which 58 MB stay; later ones need no network.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from zipfile import ZipFile

HERE = Path(__file__).parent
ROOT = HERE.parent.parent
WHEELS = HERE / "wheels.txt"
BUNDLE = "open_webui"  # the wheel on the index that contains Pyodide
RUNTIME = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "pyodide-lock.json", "python_stdlib.zip")
OF_BUNDLE = ("numpy-", "scipy-")
# of the wheels whose names differ from their modules; what is not imported by name comes first, with the package
MODULES = {
    "gametheory_exact": ["gametheory"],
    "markdown_it_py": ["markdown_it"],
    "mdit_py_plugins": ["mdit_py_plugins"],
    "python_flint": ["flint"],
    "pytest": ["pytest", "_pytest"],
    "z3_solver": ["z3"],
}
FOR_PYTHON = ("--python-version=3.14", "--implementation=cp", "--abi=cp314", "--abi=none", "--only-binary=:all:")
PLATFORMS = ("pyemscripten_2026_0_wasm32", "manylinux_2_17_x86_64", "any")


def download(folder: Path) -> None:
    """Download the runtime and the wheels; pip refuses a file without the hash in the list."""
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "download", "--quiet", "--no-deps"]
    platforms = [f"--platform={name}" for name in PLATFORMS]
    options = ["--require-hashes", "--ignore-requires-python", *FOR_PYTHON, *platforms]
    done = subprocess.run([*pip, *options, "--requirement", WHEELS, "--dest", folder], check=False)
    if done.returncode:  # pip has said why
        sys.exit("what the page loads could not be downloaded; nothing was changed")
    [bundle] = folder.glob(f"{BUNDLE}-*.whl")
    with ZipFile(bundle) as archive:
        for member in archive.namelist():
            name = member.rpartition("/")[2]
            if "/pyodide/" in member and (name in RUNTIME or name.startswith(OF_BUNDLE)):
                (folder / name).write_bytes(archive.read(member))
    bundle.unlink()


def build_package(folder: Path) -> None:
    """Build the wheel of this package."""
    for old in folder.glob("gametheory_exact-*.whl"):
        old.unlink()
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "wheel", "--quiet", "--no-deps"]
    subprocess.run([*pip, "--no-build-isolation", "--wheel-dir", folder, ROOT], check=True)


def write_index(folder: Path) -> None:
    """Write which wheel has which modules, and the sizes of all files."""
    wheels: dict[str, str] = {}
    for path in sorted(folder.glob("*.whl")):
        name = path.name.partition("-")[0]
        wheels |= dict.fromkeys(MODULES.get(name, [name]), path.name)
    sizes = {path.name: path.stat().st_size for path in sorted(folder.iterdir()) if path.suffix != ".txt"}
    index = json.dumps({"wheels": wheels, "sizes": sizes}, indent=1)
    (folder / "index.json").write_text(index + "\n", encoding="utf-8")


def main(site: Path) -> None:
    """Write the page; what was downloaded before stays if the list of wheels is the same."""
    shutil.copytree(HERE, site, dirs_exist_ok=True, ignore=shutil.ignore_patterns("*.txt", "build.py", "__pycache__"))
    library = site / "lib"
    downloaded = library / WHEELS.name
    if not downloaded.exists() or downloaded.read_bytes() != WHEELS.read_bytes():
        print("downloading Python for the browser and its libraries: 132 MB")
        with TemporaryDirectory(dir=site) as name:
            download(Path(name))
            shutil.rmtree(library, ignore_errors=True)
            library.mkdir()
            for path in Path(name).iterdir():
                shutil.move(path, library)
        shutil.copy(WHEELS, downloaded)
    build_package(library)
    write_index(library)
    size = sum(path.stat().st_size for path in library.iterdir())
    print(f"wrote {site} with {size / 1e6:.0f} MB; to open it: python3 -m http.server -d {site.parent}")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
