"""Try the readers of text: each function returns a function of bytes that raises if the reader breaks its promise.

The promise: a text is refused with the reader's own error, at a place in the text; or it is read, and the value does
not change when it is written and read again. The functions return "read" or "refused".
"""

from __future__ import annotations

from collections.abc import Callable

Try = Callable[[bytes], str]


def text_of(data: bytes) -> str:
    """Return any text: bytes that are not UTF-8 become the first 256 characters; lone surrogates may occur."""
    try:
        return data.decode("utf-8", "surrogatepass")
    except UnicodeDecodeError:
        return data.decode("latin-1")


def nfg() -> Try:
    """Gambit's tables."""
    from gametheory.formats import FormatError
    from gametheory.formats.gambit import read_nfg, to_nfg

    def attempt(data: bytes) -> str:
        try:
            game = read_nfg(text_of(data))
        except FormatError as error:
            return refused_at(error, data)
        assert read_nfg(to_nfg(game)) == game, "it changes when it is written and read again"
        return "read"

    return attempt


def efg() -> Try:
    """Gambit's trees."""
    from gametheory.formats import FormatError
    from gametheory.formats.gambit import read_efg, to_efg

    def attempt(data: bytes) -> str:
        try:
            game = read_efg(text_of(data))
        except FormatError as error:
            return refused_at(error, data)
        assert read_efg(to_efg(game)) == game, "it changes when it is written and read again"
        return "read"

    return attempt


def lexer() -> Try:
    """The tokens of both, read in an order given by the first bytes."""
    from gametheory.formats import FormatError
    from gametheory.formats.gambit import Lexer

    def attempt(data: bytes) -> str:
        try:
            lexer = Lexer(text_of(data[8:]))
            calls: list[Callable[[], object]] = [
                lambda: lexer.parse_name("a name"),
                lexer.parse_number,
                lambda: lexer.parse_int("a number", 3, 99),
                lambda: lexer.parse_int("a number", 0),
                lambda: lexer.parse_list("numbers", lexer.parse_number, commas=True),
                lambda: lexer.parse_symbol("NFG", "{"),
                lexer.parse_optional_name,
                lambda: lexer.accept('"'),
            ]
            for byte in data[:8]:
                calls[byte % 8]()
        except FormatError as error:
            return refused_at(error, data)
        return "read"

    return attempt


def refused_at(error: object, data: bytes) -> str:
    """Return "refused" after checking that the place of the error is in the text."""
    line, column = error.line, error.column  # type: ignore[attr-defined]
    text = text_of(data)
    assert 1 <= line <= 1 + text.count("\n") + text.count("\r"), f"it is refused in line {line}"
    assert 1 <= column <= len(data) + 1, f"it is refused in column {column}"
    assert str(error).startswith(f"line {line}, column {column}: "), str(error)
    assert len(str(error).splitlines()) == 1, "a message of several lines"
    return "refused"


def formulas() -> Try:
    """Text of claims with formulas, for the page and for a terminal."""
    from xml.etree.ElementTree import fromstring

    from gametheory.render.mathml import plain_text, with_mathml

    def attempt(data: bytes) -> str:
        text = text_of(data)
        assert isinstance(plain_text(text), str)
        try:
            page = with_mathml(text)
        except ValueError:
            return "refused"
        if all(sign.isprintable() for sign in text):
            fromstring(f"<p>{page.replace('<br>', '<br/>')}</p>")
        return "read"

    return attempt


def checks() -> Try:
    """Expressions of checks, which are computed; what declares their variables is in the second line."""
    from gametheory.claims.evaluation import Evaluation
    from gametheory.claims.symbolic import Symbols
    from gametheory.texts.expressions import Refused, Undecided, read_check

    def attempt(data: bytes) -> str:
        text, _, variables = text_of(data).partition("\n")
        try:
            check = read_check(text, {"f": None}, variables)
            symbols = Symbols(check.kinds)
            evaluation = Evaluation(lambda _: "comb", symbols)
            # A large range takes its million steps, and says so.
            steps = [] if "range" in text + variables else evaluation.steps(check.tree)
            for step in steps:
                assert isinstance(step, bool) or symbols.statement("step", [], step)
        except Undecided:
            return "refused"
        except Refused as error:
            place, length = error.at, len(variables if error.of_variables else text)
        else:
            return "read"
        assert 0 <= place <= length, f"it is refused at {place}"
        return "refused"

    return attempt


def certificate() -> Try:
    """Scripts for SMT solvers."""
    from gametheory.prove.statement import read_script

    def attempt(data: bytes) -> str:
        try:
            statement = read_script(text_of(data), "certificate")
            again = read_script(statement.script(), "certificate")
        except ValueError as error:
            return refused_in_a_line(error)
        assert again == statement, "it changes when it is written and read again"
        return "read"

    return attempt


def rocq() -> Try:
    """Files of Rocq."""
    from pathlib import Path
    from tempfile import TemporaryDirectory

    from gametheory.prove.kernel import checked_closure, read_sources

    def attempt(data: bytes) -> str:
        with TemporaryDirectory() as folder:
            Path(folder, "sums").mkdir()
            Path(folder, "sums", "Two.v").write_bytes(data)
            try:
                checked_closure(read_sources(Path(folder)), "Sums.Two")
            except ValueError as error:
                return refused_in_a_line(error)
        return "read"

    return attempt


def refused_in_a_line(error: ValueError) -> str:
    """Return "refused" after checking that the error is one of the reader, in one line."""
    assert not isinstance(error, UnicodeError), "the reader lets an error of its decoder pass"
    assert len(str(error).splitlines()) == 1, "a message of several lines"
    return "refused"
