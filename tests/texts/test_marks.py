"""Marks in Markdown and LaTeX: what is found, which sentence it marks, and each kind of wrong input with its place."""

from pathlib import Path

import pytest

from gametheory.texts.text import read_text

HEADER = "<!-- import: math -->\n<!-- claims: claims -->\n"
TEX = "\\claimimport{math}\\claimfolder{claims}\n\\begin{document}\n"


def read(folder: Path, content: str | bytes, name: str = "post.md", run: bool = False):
    """Read a text of a file."""
    file = folder / name
    file.write_bytes(content if isinstance(content, bytes) else content.encode())
    return read_text(file, run)


def faults(folder: Path, content: str | bytes, name: str = "post.md") -> list[str]:
    """Return the faults of a text as line:column: message."""
    return [f"{each.place}: {each.message}" for each in read(folder, content, name).faults]


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("One. Two is\ntwo.<!-- claim: A -->", "One. Two is two."),
        ("One. Two.\n\nThree is $3. 4$, e.g. here.<!-- claim: A -->", "Three is $3. 4$, e.g. here."),
        ("- first\n- second <!-- claim: A -->", "second"),
        ("1. first\n   - inside\n\n     more <!-- claim: A -->\n2. second", "more"),
        ("# Head <!-- claim: A -->", "Head"),
        ("Head <!-- claim: A -->\n====", "Head"),
        ("It `a. B` holds.<!-- note --><!-- claim: A -->", "It `a. B` holds."),
        ("| n | sum |\n|---|---|\n| 1 | two \\| waves <!-- claim: A --> | 3 |", "two | waves"),
        ("> Quoted. As 10 is 5.<!-- claim:\n> A -->", "Quoted. As 10 is 5."),
        ("[^1]: A note.<!-- claim: A -->", "[^1]: A note."),
        ("[A link.<!-- claim: A -->](b.md) More.", "[A link."),
        ("*Emphasis.<!-- claim: A -->* More.", "*Emphasis."),
        ("<p>HTML.<!-- claim: A --></p>", "<p>HTML."),
        (
            "<details>\n<summary>More</summary>\nSix.<!-- claim: A -->\n</details>",
            "<details> <summary>More</summary> Six.",
        ),
        ("Below.\n<!-- claim: A -->", "Below."),
        ("Below.\n\n<!-- a note -->\n\n<!-- claim: A -->\nMore.", "Below."),
        ("- of\n- a list\n\n<!-- claim: A -->", "- of - a list"),
        ("```\ncode\n```\n<!-- claim: A -->", "code"),
        ("$$\na = b\n$$\n<!-- claim: A -->", "a = b"),
        ("\\begin{align}\na &= b\n\\end{align}\n<!-- claim: A -->", "\\begin{align} a &= b \\end{align}"),
        ("\tTabs\n\n*\tare\tspaces.\t<!-- claim: A -->", "are spaces."),
    ],
)
def test_the_sentence_before_a_mark_of_markdown(tmp_path: Path, text: str, sentence: str) -> None:
    (mark,) = read(tmp_path, HEADER + text).marks
    assert (mark.id, mark.kind, mark.sentence) == ("A", "", sentence)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("\\claim{A}{Two is\n {\\em two}.} % \\claim{B}{c}", "Two is {\\em two}."),
        ("\\begin{theorem}[\\claim{A}{Bouton}]\\label{t} It is lost.\\end{theorem}", "It is lost."),
        ('\\begin{theorem}[{\\claim[check="math.gcd(2, 4) == 2"]{A}{Bouton}}]It is.\\end{theorem}', "It is."),
        ("\\verb|\\claim{x}{y}| \\claim{A}{100\\% of them, \\$5}", "100\\% of them, \\$5"),
        ("\\section{\\claim{A}{Six.}}", "Six."),
        ("$a$$b$ \\[c\\] \\(d\\) \\claim{A}{$e$ is six.}", "$e$ is six."),
        ("$a\n\n\\claim{A}{A dollar without end.}", "A dollar without end."),
        ("\\\\[4pt] \\claim{A}{Below a line.}", "Below a line."),
        ("\\url{a%20b} \\lstinline|%| \\claim{A}{Six.}", "Six."),
        ("\\claim % a note }\n {A}\n {Six.}", "Six."),
        ('\\claim[{check="math.gcd(2, 4) == 2"}]{A}{Braces.}', "Braces."),
        ("\\iffalse \\ifx a \\fi \\claim{B}{x} \\else \\claim{A}{Six.} \\fi", "Six."),
    ],
)
def test_the_sentence_of_a_mark_of_latex(tmp_path: Path, text: str, sentence: str) -> None:
    (mark,) = read(tmp_path, TEX + text, "paper.tex").marks
    assert (mark.id, mark.sentence) == ("A", sentence)


def test_line_ends_of_windows_change_nothing(tmp_path: Path) -> None:
    content = f"{HEADER}\nOne.\n\nTwo is two.<!-- claim: A -->\n\n{MARKDOWN}\n"
    read_on_windows = read(tmp_path, content.replace("\n", "\r\n"))
    assert read_on_windows.marks == read(tmp_path, content).marks
    assert read_on_windows.marks[0].sentence == "Two is two."


def test_two_marks_after_one_sentence_mark_it_both(tmp_path: Path) -> None:
    marks = read(tmp_path, HEADER + "One. Two.<!-- claim: A --> <!-- claim: B --> Three.<!-- claim: C -->").marks
    assert [(mark.id, mark.sentence) for mark in marks] == [("A", "One. Two."), ("B", "One. Two."), ("C", "Three.")]
    assert len({mark.block for mark in marks}) == 1


MARK = 'a<!-- claim: A check="math.gcd(2, 4) == 2" -->'


@pytest.mark.parametrize(
    "example",
    [
        f"`{MARK}`",
        f"`` ` {MARK} ``",
        f"```md\n{MARK}\n```",
        f"~~~\n{MARK}",
        f"- item\n\n  ```\n  {MARK}\n  ```",
        f"> ````\n> {MARK}\n> ````",
        f"text\n\n    {MARK}",
        f"\t{MARK}",
        f"| a |\n|---|\n| `{MARK}` |",
        "```<!-- claim: A -->\n```",
    ],
)
def test_marks_in_code_are_examples(tmp_path: Path, example: str) -> None:
    assert read(tmp_path, f"<!-- import: math -->\n\n{example}\n")[3:] == ((), (), ())
    (mark,) = read(tmp_path, f"<!-- import: math -->\n\n{MARK}\n\n{example}\n").marks
    assert (mark.id, mark.place.line) == ("A", 3)


LATEX_MARK = '\\claim[check="math.gcd(2, 4) == 2"]{A}{a}'


@pytest.mark.parametrize(
    "example",
    [
        f"\\begin{{comment}}{LATEX_MARK}\\end{{comment}}",
        f"\\begin{{verbatim}}\n{LATEX_MARK}\n\\end{{verbatim}}",
        f"\\begin{{lstlisting}}[language=TeX]\n{LATEX_MARK}\n\\end{{lstlisting}}",
        f"\\verb|{LATEX_MARK}|",
        f"\\lstinline!{LATEX_MARK}!",
        f"\\iffalse {LATEX_MARK} \\iftrue\\else\\fi \\fi",
        f"\\newif\\ifown \\iffalse \\ifown \\fi {LATEX_MARK} \\fi",
        f"% {LATEX_MARK}",
        f"\\\\% {LATEX_MARK}",
        f"\\end{{document}} {LATEX_MARK}",
    ],
)
def test_marks_that_are_not_typeset_are_examples(tmp_path: Path, example: str) -> None:
    assert read(tmp_path, f"{TEX}{example}\n", "paper.tex")[3:] == ((), (), ())
    (mark,) = read(tmp_path, f"{TEX}{LATEX_MARK}\n{example}\n", "paper.tex").marks
    assert (mark.id, mark.place.line) == ("A", 3)


@pytest.mark.parametrize(
    "example",
    [
        r"\begin{verbatim}\end{verbatim}",
        r"\begin{verbatim}5 %\end{verbatim}",
        r"\begin{verbatim}a {\end{verbatim}",
        r"\begin{comment}a $\end{comment}",
        r"\begin{lstlisting}a [\end{lstlisting}",
        r"\verb|%|",
        r"\verb+{+",
        r"\lstinline!$!",
        r"\iffalse { $ \fi",
        r"5\%",
        r"\{ \$",
    ],
)
def test_a_mark_on_the_line_of_an_example_is_read(tmp_path: Path, example: str) -> None:
    """What an example ends with, a comment or an open brace, is no part of the text after it."""
    found = read(tmp_path, f"{TEX}{example} {LATEX_MARK} So.\n", "paper.tex")
    assert found.faults == ()
    assert [(mark.id, mark.place.line) for mark in found.marks] == [("A", 3)]


def test_a_mark_with_which_a_part_of_a_paper_begins_is_read(tmp_path: Path) -> None:
    found = read(tmp_path, f"{LATEX_MARK} So.\n\\claimimport{{math}}\n", "part.tex")
    assert found.faults == ()
    assert [(mark.id, mark.at, mark.place.line) for mark in found.marks] == [("A", LATEX_MARK.index("math"), 1)]


@pytest.mark.parametrize(
    "text",
    [
        "[a](b '<!-- claim: A -->')",
        "![<!-- claim: A -->](b)",
        "[a]: b '<!-- claim: A -->'",
        "$<!-- claim: A -->$",
        "$$\n<!-- claim: A -->\n$$",
        "\\<!-- claim: A -->",
        "<a title='<!-- claim: A -->'>a</a>",
        "<!-- Claim: A -->",
        "<!-- my claim: A -->",
        "<!--- claim: A --->",
        "<! -- claim: A -->",
        "<!-- a note <!-- claim: A -->",
        "| a |\n|---|\n| 1 | 2 <!-- claim: A --> |",
        "| a | b |\n|---|---|\n| 1<!-- claim: A | --> |",
        "# <!-- claim: A -->",
        "<!-- claim: A -->\n\nText.",
        "- <!-- claim: A -->\n  Text.",
        "| a |\n|---|\n| <!-- claim: A --> |",
        "---\n<!-- claim: A -->",
        "text\n\n" + "> " * 30 + "<!-- claim: A -->",
    ],
)
def test_whatever_looks_like_a_mark_and_is_not_read_is_a_fault(tmp_path: Path, text: str) -> None:
    found = read(tmp_path, f"{HEADER}{text}\n")
    assert found.marks == ()
    assert found.faults[0].place.line == 3 + text[: text.lower().index("claim")].count("\n")


def test_the_front_matter_is_not_read_for_marks(tmp_path: Path) -> None:
    assert faults(tmp_path, "---\ntitle: <!-- claim: A -->\n---\n")[0].startswith("2:8: this looks like a mark")


@pytest.mark.parametrize("begin", ["\ufeff", ""])
@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_the_front_matter_is_seen_whatever_the_line_ends_and_the_first_sign(
    tmp_path: Path, begin: str, end: str
) -> None:
    content = begin + end.join(["---", "import: math", "---", "", "Two.", "", MARK])
    (mark,) = read(tmp_path, content.encode()).marks
    assert (mark.place.line, mark.place.column) == (7, 2)


def test_the_front_matter_is_a_header(tmp_path: Path) -> None:
    content = '---\ntitle: Sums\nimport: math as m\n---\nIt is 6.<!-- claim: A check="m.comb(4, 2) == 6" -->'
    (mark,) = read(tmp_path, content).marks
    assert (mark.formal, mark.place.line, mark.place.column) == ("m.comb(4, 2) == 6", 5, 9)


MARKDOWN = '| n | 1 | 2 |\n|---|--:|---|\n| 3 | 3 | **3** |\n| 4 | – | 6 |\n<!-- claim: T cells="math.comb" -->'
LATEX = '\\claim[cells="math.comb"]{T}{\\begin{tabular}{c|cc}$n$ & 1 & $2$ \\\\ \\hline\n'
LATEX += "3 & 3 & 3 \\\\[2pt] 4 & & 6\\end{tabular}}"


@pytest.mark.parametrize(("content", "name"), [(HEADER + MARKDOWN, "post.md"), (TEX + LATEX, "paper.tex")])
def test_a_table_is_one_claim_a_cell(tmp_path: Path, content: str, name: str) -> None:
    text = read(tmp_path, content, name)
    assert text.faults == ()
    assert [(mark.id, mark.formal) for mark in text.marks] == [
        ("T[3,1]", "math.comb(3, 1) == 3"),
        ("T[3,2]", "math.comb(3, 2) == 3"),
        ("T[4,2]", "math.comb(4, 2) == 6"),
    ]
    for mark in text.marks:
        assert text.content[: mark.shown].endswith(mark.formal[-1]) or text.content[: mark.shown].endswith("**")


@pytest.mark.parametrize(
    ("function", "formal"),
    [
        ("comb", "comb(-3, 1/2) == 0.5"),
        ("math.comb", "math.comb(-3, 1/2) == 0.5"),
        ("row * column", "((-3) * (1/2)) == 0.5"),
        ("sum(k**row for k in range(9)) - column", "(sum(k**(-3) for k in range(9)) - (1/2)) == 0.5"),
        ("math.comb(row, 2) + column", "(math.comb((-3), 2) + (1/2)) == 0.5"),
    ],
)
def test_cells_are_a_function_of_row_and_column_or_an_expression(tmp_path: Path, function: str, formal: str) -> None:
    table = f'| n | 1/2 |\n|---|---|\n| −3 | 0.5 |\n<!-- claim: T cells="{function}" -->'
    text = read(tmp_path, "<!-- import: math -->\n\n" + table)
    assert text.faults == ()
    assert [mark.formal for mark in text.marks] == [formal]


@pytest.mark.parametrize(
    "cell",
    ["3 6", "1*6*5", "$4_5$", "3+6", "2\\,000", "2,000", "2_000", "0x9", "1e1", "+1", "1.", ".5", "007", "00", "1/0",
     "1/02", "1/2/3", "2/-3", "--2", "²", "٣", "9 ways", "9*", "9%", "1\\frac{1}{2}", "=9", "x", "True"],
)  # fmt: skip
@pytest.mark.parametrize("place", ["cell", "row", "column"])
def test_what_is_no_number_is_a_fault_at_its_cell(tmp_path: Path, cell: str, place: str) -> None:
    cells = {"cell": "9", "row": "9", "column": "1", place: cell}
    table = f"| n | {cells['column']} | 0 |\n|---|---|---|\n| {cells['row']} | {cells['cell']} | |\n| 7 | | 1 |"
    found = read(tmp_path, f'<!-- import: math -->\n\n{table}\n<!-- claim: T cells="math.comb" -->')
    (fault,) = found.faults
    assert fault.message.endswith(" is no number; it must be like 7, 3/8 or 0.5, or empty")
    assert (fault.place.line, fault.place.column) == {"cell": (5, 4 + len("9") + 2), "row": (5, 3), "column": (3, 7)}[
        place
    ]
    assert [mark.formal for mark in found.marks] == ["math.comb(7, 0) == 1"]


@pytest.mark.parametrize("cell", ["9", "0", "-9", "−9", "10", "3/8", "-3/8", "0.5", "0.05", "10.00", "**9**", "$9$"])
def test_a_number_of_a_cell_is_that_of_the_expression(tmp_path: Path, cell: str) -> None:
    table = f'| n | 1 |\n|---|---|\n| 9 | {cell} |\n<!-- claim: T cells="math.comb" -->'
    (mark,) = read(tmp_path, f"{HEADER}{table}").marks
    assert mark.formal == f"math.comb(9, 1) == {cell.strip('*$').replace('−', '-')}"


# Formulas are written for people: none of them is read, whatever is in it or around it.
DISPLAYS = (
    r"$$ 2\,000 = 3\,000 $$",
    r"$$ 12\ 345 = 4140 $$",
    r"$$ \sqrt[3]{8} = 8\sqrt{3} $$",
    r"$$ f(x+1) = f(x) + f(1) $$",
    r"$$ x_{12} = x_12 $$",
    r"$$ 2\frac{1}{2} = \frac{5}{2} $$",
    r"$$ \frac{x^2-1}{x-1} = x+1 $$",
    r"$$ \frac{1}{\frac{1}{x-x}} = 0 $$",
    r"$$ a + a = 2a \\[4pt] $$",
    r"$$ \begin{align*} (a+b)^2 &= a^2+2ab+b^2 \\ &= b^2+2ab+a^2 \end{align*} $$",
    "\\begin{align}\na &= b \\\\\n&= c\n\\end{align}",
    "$0 = 1$",
)


@pytest.mark.parametrize("display", DISPLAYS)
def test_no_formula_is_read(tmp_path: Path, display: str) -> None:
    for attributes in ("steps", 'steps="1"', 'check="1500 + 1500 == 3000" steps'):
        found = read(tmp_path, f"{HEADER}{display}\n<!-- claim: A {attributes} -->")
        assert found.marks == ()
        (fault,) = found.faults
        assert fault.message.startswith("attribute 'steps")
        assert "is not allowed; it must be check=" in fault.message
    found = read(tmp_path, f'{HEADER}{display}\n<!-- claim: A check="1500 + 1500 == 3000" -->')
    assert found.faults == ()
    assert [mark.formal for mark in found.marks] == ["1500 + 1500 == 3000"]


def test_a_percent_sign_of_a_check_in_latex_is_escaped(tmp_path: Path) -> None:
    content = TEX + '\\claim[check="7 \\% 3 == 1" for="n: integer, n == 7 \\% 3"]{A}{Seven.}'
    (mark,) = read(tmp_path, content.replace("7 \\% 3 ==", "n + 7 \\% 3 >="), "paper.tex").marks
    assert mark.formal == "n + 7 % 3 >= 1; for n: integer, n == 7 % 3"


WRONG = {
    "a<!-- claim -->": "3:2: the mark names no claim; it must be <!-- claim: ID -->",
    "a<!-- claim: -->": "3:2: the mark names no claim; it must be <!-- claim: ID -->",
    "a<!-- claim: A": "3:2: the mark does not end; --> is missing",
    'a<!-- claim: a.py::A check="1 == 1" -->': "3:2: the id a.py::A names a claim of a file, so it has no check=",
    'a<!-- claim: A chek="1" -->': "3:16: attribute 'chek=\"1\"' is not allowed",
    'a<!-- claim: A check="1 -->': "3:16: attribute 'check=' is not allowed",
    "a<!-- claim: A\u202e -->": "3:2: the id 'A\\u202e' has a character that is not visible",
    "a<!-- claim: A\x1b[31m -->": "3:2: the id 'A\\x1b[31m' has a character that is not visible",
    'a<!-- claim: A "b" -->': "3:16: attribute '\"b\"' is malformed",
    'a<!-- claim: A cells="math.comb" check="math.gcd(1, 1) == 1" -->': "3:34: attribute 'check' is one too many",
    'a<!-- claim: check="math.gcd(1, 1) == 1" -->': "3:2: the mark names no claim; an id must stand in it",
    "$$ a = b $$<!-- claim: A steps -->": "3:26: attribute 'steps' is not allowed; it must be check",
    '\n\nb<!-- claim: A cells="math.comb" -->': "5:2: the mark of cells belongs to a table",
    "One.<!-- claim: A --> Two.<!-- claim: A -->": "3:27: the id A marks another sentence in line 3, column 5",
    '| n | 1 |\n|--|--|\n| 3 | x |\n<!-- claim: A cells="math.comb" -->': "5:7: the cell 'x' is no number",
    'a<!-- claim: A for="x: real" -->': "3:21: attribute 'for' declares the variables of a check, and there is none",
    'a<!-- claim: A for="x: real" for="y: real" check="x > y" -->': "3:30: attribute 'for=\"y: real\"' is not allowed",
    'a<!-- claim: A check="x > y" for="x: real" -->': "3:27: y is not declared, as in for='y: real'",
    'a<!-- claim: A check="x > 0" for="x: even" -->': "3:35: even is no kind of variable",
    '| n | 1 |\n|--|--|\n| 3 | 1 |\n<!-- claim: A cells="row < column" -->': "6:23: 1 < 1 is a statement",
    '| n | 1 |\n|--|--|\n| 3 | 3 | 7 |\n<!-- claim: A cells="math.comb" -->': "5:11: the cell '7' has no heading",
    'a<!-- claim: A cells="combo" -->': "3:23: the header does not import combo",
}


@pytest.mark.parametrize("text", WRONG)
def test_each_kind_of_wrong_mark_is_a_line_and_the_others_are_read(tmp_path: Path, text: str) -> None:
    found = faults(tmp_path, f"{HEADER}{text}")
    assert found[0].startswith(WRONG[text])
    if "does not end" not in found[0]:
        assert read(tmp_path, f"{HEADER}{text}\n\nGood.<!-- claim: Z -->").marks[-1].id == "Z"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("$\\claim{A}{x}$", "3:2: \\claim in a formula is not allowed"),
        ("\\begin{align}\\claim{A}{x}\\end{align}", "3:14: \\claim in a formula is not allowed"),
        ("a\\footnote{b \\claim{A}{x}}", "3:14: \\claim in a footnote is not allowed"),
        ("\\claim{A}", "3:1: a \\claim has two arguments in braces"),
        ("\\claim{}{b}", "3:1: the mark names no claim"),
        ("\\claim{A}{b", "3:10: { is not closed"),
        ('\\claim[check="().x == 1"]{A}{b}', "3:15: "),
        ("\\claim[check={A}{b}", "3:7: [ is not closed"),
        ("\\claim{a_b#}{c}", "3:1: the id 'a_b#' has a sign that means something to TeX"),
        ("\\claim{\\a}{c}", "3:1: the id '\\\\a' has a sign that means something to TeX"),
        ("\\let\\claim\\relax", "3:5: a \\claim has two arguments in braces"),
        ("\\newcommand{\\six}[1]{\\claim{#1}{x}}", "3:22: the id '#1' has a sign"),
        ("\\iffalse \\claim{A}{b}", "3:1: \\iffalse has no \\fi"),
        ("\\begin{verbatim}\\claim{A}{b}", "3:1: \\begin{verbatim} has no \\end{verbatim}"),
        ('\\begin{theorem}[\\claim[check="1"]{A}{b}]\\end{theorem}', "3:17: a title in brackets ends at the first ]"),
        ("\\marginpar{\\claim{A}{b}}", "3:12: \\claim in a footnote"),
        ("$$\\claim{A}{b}$$", "3:3: \\claim in a formula"),
    ],
)
def test_each_kind_of_wrong_mark_of_latex(tmp_path: Path, text: str, message: str) -> None:
    assert faults(tmp_path, f"{TEX}{text}\n\\claim{{Z}}{{Good.}}", "paper.tex")[0].startswith(message)


def test_a_wrong_header_is_a_line(tmp_path: Path) -> None:
    assert faults(tmp_path, "<!-- import: a b -->") == [
        "1:14: import 'a b' is not allowed; it must be MODULE or MODULE as NAME"
    ]
    assert faults(tmp_path, "a<!-- claim: A -->") == ["1:2: the header names no folder of claims for the id A"]
    (fault,) = faults(tmp_path, '<!-- import: os -->\na<!-- claim: A check="os.abort() == 1" -->')
    assert fault == "1:14: os is not a part of gametheory.games or math; it is run only with --run"


def test_a_text_that_is_not_utf_8_is_one_line(tmp_path: Path) -> None:
    assert faults(tmp_path, b"One.\nTwo \xff") == ["2:5: it is not text in UTF-8"]


def test_an_edit_of_line_breaks_is_no_edit_of_a_sentence(tmp_path: Path) -> None:
    one = read(tmp_path, HEADER + "A   sentence\nof two lines.<!-- claim: A -->").marks[0]
    two = read(tmp_path, HEADER + "A sentence of two lines.<!-- claim: A -->").marks[0]
    three = read(tmp_path, HEADER + "A sentence of 2 lines.<!-- claim: A -->").marks[0]
    assert one.sentence == two.sentence != three.sentence


def test_a_mark_below_a_long_table_is_read_in_linear_time(tmp_path: Path) -> None:
    """A table of 40 rows took forever when a row could be read in several ways."""
    table = "| a |\n|---|\n" + "| 1 | \n" * 40
    (tmp_path / "a.md").write_text(table + '\nText after it.<!-- claim: A check="1 == 1" -->')
    [mark] = read_text(tmp_path / "a.md").marks
    assert mark.sentence == "Text after it."
