"""Check that a list of the extreme equilibria of a table is complete, without a search.

A player's mixed strategies, divided by what the other one can get at most against them, are the points of a polytope:
x >= 0, and payoffs . x <= 1 for each strategy of the other (von Stengel 2002). An equilibrium is a pair of points, and
an extreme one a pair of vertices. So the list is complete if all vertices of both polytopes are known.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import chain
from math import lcm
from operator import mul
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from flint import fmpz_mat
from numpy.typing import NDArray

from gametheory.verify.errors import CertificateError, require, require_exact
from gametheory.verify.tables import ExactTable, check_pair, exact_table

Integers: TypeAlias = Sequence[Sequence[int]]
Payoffs: TypeAlias = Sequence[Sequence[Fraction]]
Numbers: TypeAlias = Sequence[Sequence[Fraction | int]]
Pair: TypeAlias = tuple[Sequence[Fraction], Sequence[Fraction]]
Tight: TypeAlias = NDArray[np.intp]  # one row for each vertex: the constraints that hold there with equality
Marks: TypeAlias = NDArray[np.bool_]  # one row for each vertex, one column for each constraint
Labels: TypeAlias = tuple[int, int]  # for each player the strategies that are not played, or are best replies, as bits

UNIT = 2.0**-53  # of rounding: the relative error of one operation
EXACT_FLOATS = 2**53  # smaller integers are floats
UNDERFLOW = 2.0**-900  # more than products that are too small for a float can lose
FEW = 8  # vertices, which integers decide sooner than arrays
ONE_CALL = 1 << 12  # entries of matrices, which are inverted together
BLOCK_ENTRIES = 1 << 18  # of the matrices that are inverted at a time
PAIRS_AT_A_TIME = 1 << 22
ASCENDING = "the constraints of a vertex are not ascending numbers below {}"
WITHIN = "constraint {} is not tight at every vertex"
TWO_ENDS = "an edge has not exactly two ends in the list"
TWICE = "a vertex is listed twice"


class PolytopeVertices(NamedTuple):
    """All vertices of a polytope x >= 0, matrix . x <= 1, each with the constraints that determine it.

    The constraints are x[0] >= 0, x[1] >= 0, ... and then the rows of the matrix. If more constraints than needed meet
    in a vertex, the bounds of the rows are moved apart: by `shifts`, times a number ε > 0 as small as necessary.
    """

    shifts: tuple[int, ...]
    tight: Tight


class CompleteList(NamedTuple):
    """Why no extreme equilibrium is missing: the vertices of the polytopes of the row and of the column player."""

    row: PolytopeVertices
    column: PolytopeVertices


class ListedEquilibria(NamedTuple):
    """The arguments of `check_complete_list`, as a document has them."""

    row_payoffs: Payoffs
    column_payoffs: Payoffs
    equilibria: Sequence[Pair]
    certificate: CompleteList


class ExtremeLabels(NamedTuple):
    """The labels of all extreme equilibria, and whether some strategy has more best replies than it has parts."""

    pairs: list[Labels]
    degenerate: bool


def check_complete_list(
    row_payoffs: Payoffs, column_payoffs: Payoffs, equilibria: Sequence[Pair], certificate: CompleteList
) -> list[tuple[Fraction, Fraction]]:
    """Return the payoffs of all extreme Nash equilibria of a two-player table: a list has each once, and nothing else.

    The certificate has the vertices of both polytopes; `check_vertices` proves that there are no others. In an
    equilibrium every strategy is unplayed or a best reply, so that the pairs of vertices with this property are the
    extreme equilibria (Mangasarian 1964). A vertex is determined by its unplayed strategies and best replies. Cost:
    that of `check_vertices`, and one comparison for each pair of vertices in which a further constraint is tight.

    Parameters
    ----------
    row_payoffs, column_payoffs : sequence of rows
        The payoffs of the row player and of the column player, of the same shape (m, n).
    equilibria : sequence of pairs
        The mixed strategies of the row and of the column player, m and n probabilities.
    certificate : CompleteList
        The vertices of both polytopes.

    Returns
    -------
    list of tuples
        For each equilibrium the payoffs of both players.

    Raises
    ------
    CertificateError
        If a pair is no equilibrium or not extreme, if one is listed twice or missing, or if the certificate does not
        have all vertices.

    References
    ----------
    O. L. Mangasarian, Equilibrium points of bimatrix games, J. SIAM 12 (1964). B. von Stengel, Computing equilibria for
    two-person games, Handbook of Game Theory 3 (2002).

    Examples
    --------
    >>> one, zero, half = Fraction(1), Fraction(0), Fraction(1, 2)
    >>> same = [[one, zero], [zero, one]]
    >>> vertices = PolytopeVertices((1, 2), np.array([[0, 1], [0, 3], [1, 2], [2, 3]]))
    >>> equilibria = [((one, zero), (one, zero)), ((half, half), (half, half)), ((zero, one), (zero, one))]
    >>> [str(payoff) for payoff, _ in check_complete_list(same, same, equilibria, CompleteList(vertices, vertices))]
    ['1', '1/2', '1']
    >>> check_complete_list(same, same, equilibria[:2], CompleteList(vertices, vertices))
    Traceback (most recent call last):
    gametheory.verify.errors.CertificateError: 1 extreme equilibria are missing from the list of 2
    """
    table = exact_table(row_payoffs, column_payoffs)
    extreme = extreme_labels(*best_reply_matrices(row_payoffs, column_payoffs), certificate)
    return check_listed(table, equilibria, extreme)


def certificate_json(
    row_payoffs: Payoffs, column_payoffs: Payoffs, certificate: CompleteList
) -> dict[str, list[object]]:
    """Return a certificate with the payoffs that it is about, as values that `json.dumps` accepts.

    Parameters
    ----------
    row_payoffs, column_payoffs : sequence of rows
        The payoffs of both players.
    certificate : CompleteList
        The vertices of both polytopes.

    Returns
    -------
    dict
        "payoffs" of both players, one text for each row; and "vertices" of both polytopes, with the "shifts", and the
        "tight" constraints of each vertex as one text.

    Examples
    --------
    >>> one, zero = Fraction(1), Fraction(0)
    >>> vertices = [PolytopeVertices((2, 1), np.array([[0], [2]])), PolytopeVertices((1,), np.array([[0, 1]]))]
    >>> certificate_json([[one, zero]], [[zero, one]], CompleteList(*vertices))["vertices"]
    [{'shifts': '2 1', 'tight': ['0', '2']}, {'shifts': '1', 'tight': ['0 1']}]
    """
    payoffs: list[object] = []
    for matrix in (row_payoffs, column_payoffs):
        payoffs.append(list(map(_joined, matrix)))
    return {"payoffs": payoffs, "vertices": vertices_json(certificate)}


def vertices_json(certificate: CompleteList) -> list[object]:
    """Return the vertices of both polytopes as values that `json.dumps` accepts.

    Parameters
    ----------
    certificate : CompleteList
        The vertices.

    Returns
    -------
    list of dict
        For each polytope the "shifts" as text, and the "tight" constraints of each vertex as one text.

    Examples
    --------
    >>> point = PolytopeVertices((1,), np.array([[1]]))
    >>> vertices_json(CompleteList(point, point))[0]
    {'shifts': '1', 'tight': ['1']}
    """
    vertices: list[object] = []
    for shifts, tight in certificate:
        vertices.append({"shifts": _joined(shifts), "tight": list(map(_joined, tight.tolist()))})
    return vertices


def read_vertices(vertices: Sequence[Mapping[str, Any]]) -> CompleteList:
    """Return a certificate that `vertices_json` has written.

    Parameters
    ----------
    vertices : sequence of mappings
        What `vertices_json` returns.

    Returns
    -------
    CompleteList
        The vertices of both polytopes.

    Examples
    --------
    >>> read_vertices([{"shifts": "1", "tight": ["1"]}] * 2).row
    PolytopeVertices(shifts=(1,), tight=array([[1]]))
    """
    polytopes = []
    for polytope in vertices:
        tight = np.array([list(map(int, line.split())) for line in polytope["tight"]], np.intp)
        polytopes.append(PolytopeVertices(tuple(map(int, polytope["shifts"].split())), tight))
    return CompleteList(*polytopes)


def _joined(numbers: Sequence[object]) -> str:
    return " ".join(map(str, numbers))


def read_listed(document: Mapping[str, Any]) -> ListedEquilibria:
    """Return the equilibria and the certificate of a document of `gametheory nash --json`.

    Parameters
    ----------
    document : mapping
        With the keys "equilibria" and "certificate", as `certificate_json` writes it.

    Returns
    -------
    ListedEquilibria
        The arguments of `check_complete_list`.

    Raises
    ------
    ValueError
        If a part is missing or is not what this program writes.

    Examples
    --------
    >>> read_listed({"equilibria": []})
    Traceback (most recent call last):
    ValueError: no list of equilibria with a certificate that it is complete
    """
    try:
        certificate = document["certificate"]
        row_payoffs, column_payoffs = ([_fractions(line.split()) for line in table] for table in certificate["payoffs"])
        equilibria = []
        for equilibrium in document["equilibria"]:
            row, column = map(_fractions, equilibrium["strategies"])
            equilibria.append((row, column))
        vertices = read_vertices(certificate["vertices"])
        return ListedEquilibria(row_payoffs, column_payoffs, equilibria, vertices)
    except (KeyError, TypeError, AttributeError, ValueError, ZeroDivisionError, OverflowError):
        raise ValueError("no list of equilibria with a certificate that it is complete") from None


def _fractions(texts: Sequence[str]) -> tuple[Fraction, ...]:
    return tuple(map(Fraction, texts))


def check_listed(
    table: ExactTable, equilibria: Sequence[Pair], extreme: ExtremeLabels
) -> list[tuple[Fraction, Fraction]]:
    """Return the payoffs of the equilibria of a list, after checking that it has each extreme one once.

    Parameters
    ----------
    table : ExactTable
        The payoffs, as `exact_table` returns them.
    equilibria : sequence of pairs
        The mixed strategies of the row and of the column player.
    extreme : ExtremeLabels
        What `extreme_labels` returns for this table.

    Returns
    -------
    list of tuples
        For each equilibrium the payoffs of both players.

    Raises
    ------
    CertificateError
        If a pair is no equilibrium or not extreme, or if one is listed twice or missing.

    Examples
    --------
    >>> one, zero = Fraction(1), Fraction(0)
    >>> table = exact_table([[one, zero]], [[zero, one]])
    >>> check_listed(table, [((one,), (zero, one))], ExtremeLabels([(4, 3)], degenerate=False))
    [(Fraction(0, 1), Fraction(1, 1))]
    """
    payoffs = []
    listed = set()
    for row, column in equilibria:
        pair = check_pair(table, row, column)
        payoffs.append(pair.payoffs)
        # the labels of a strategy: first rows, then columns, unplayed ones or best replies
        best_columns = [len(row) + place for place in pair.best_columns]
        unplayed_columns = [len(row) + place for place in _zeros(column)]
        listed.add((_bits(_zeros(row) + best_columns), _bits(pair.best_rows + unplayed_columns)))
    require(len(listed) == len(equilibria), "an equilibrium is listed twice")
    every = set(extreme.pairs)
    require(listed <= every, "a listed equilibrium lies between others")
    missing = len(every - listed)
    require(not missing, "{} extreme equilibria are missing from the list of {}", missing, len(listed))
    return payoffs


def _zeros(mixed: Sequence[Fraction]) -> list[int]:
    return [place for place, weight in enumerate(mixed) if not weight]


def _bits(places: Sequence[int]) -> int:
    return sum([1 << place for place in places])


def extreme_labels(for_rows: Integers, for_columns: Integers, certificate: CompleteList) -> ExtremeLabels:
    """Return the labels of both strategies for each extreme equilibrium of a table, and whether it is degenerate.

    Parameters
    ----------
    for_rows, for_columns : sequence of rows
        What `best_reply_matrices` returns.
    certificate : CompleteList
        The vertices of both polytopes.

    Returns
    -------
    ExtremeLabels
        For each player the strategies that are unplayed, or are best replies, as bits: first rows, then columns. A
        table is degenerate if some strategy has more best replies than strategies that it plays.

    Raises
    ------
    CertificateError
        If the certificate does not have all vertices of both polytopes.

    Examples
    --------
    >>> row = PolytopeVertices((2, 1), np.array([[0], [2]]))
    >>> column = PolytopeVertices((1,), np.array([[0, 1], [1, 2], [0, 2]]))
    >>> extreme_labels([[2, 1]], [[1], [2]], CompleteList(row, column))
    ExtremeLabels(pairs=[(4, 3)], degenerate=False)
    """
    rows, columns = len(for_rows), len(for_columns)
    first = set(check_vertices(for_columns, certificate.row))
    # the column player's constraints are her columns first: the bits of both players are in the order of the table
    second = {bits >> columns | bits % (1 << columns) << rows for bits in check_vertices(for_rows, certificate.column)}
    # no strategy is played in the origin, which belongs to both polytopes and to no equilibrium
    first.remove((1 << rows) - 1)
    second.remove((1 << rows + columns) - (1 << rows))
    simple = {labels for labels in first if labels.bit_count() == rows}
    other_simple = {labels for labels in second if labels.bit_count() == columns}
    pairs = _complementary(simple, other_simple, rows + columns)
    degenerate = len(simple) < len(first) or len(other_simple) < len(second)
    # with more labels than needed, a strategy can have a label in common with its best reply
    if degenerate:
        for some, others in ((first - simple, second), (simple, second - other_simple)):
            one, other = sorted(some), sorted(others)
            pairs += [(one[i], other[j]) for i, j in covering(one, other, rows + columns)]
    return ExtremeLabels(pairs, degenerate)


def _complementary(first: set[int], second: set[int], labels: int) -> list[Labels]:
    """Return the pairs that have every label once."""
    every = (1 << labels) - 1
    return [(one, every ^ one) for one in first if every ^ one in second]


def covering(first: Sequence[int], second: Sequence[int], labels: int) -> Iterator[tuple[int, int]]:
    """Yield the places of each pair of sets that together have every label.

    Parameters
    ----------
    first, second : sequence of int
        Sets of labels, as bits.
    labels : int
        The number of labels.

    Returns
    -------
    iterator of tuples
        The place of the one set in `first`, and of the other in `second`.

    Examples
    --------
    >>> list(covering([0b01, 0b11], [0b10, 0b01], 2))
    [(0, 0), (1, 0), (1, 1)]
    """
    if not first or not second:
        return
    every = (1 << labels) - 1
    lacking = _as_words([every ^ one for one in first], labels)
    others = _as_words(second, labels)
    height = max(1, PAIRS_AT_A_TIME // len(second))
    for begin in range(0, len(first), height):
        block = lacking[begin : begin + height]
        missing = np.zeros((len(block), len(second)), np.uint64)
        for word in range(block.shape[1]):
            missing |= block[:, word, None] & ~others[:, word]
        for row, column in np.argwhere(missing == 0).tolist():
            yield begin + row, column


def _as_words(sets: Sequence[int], labels: int) -> NDArray[np.uint64]:
    """Return each set of bits in words of 64."""
    words = labels // 64 + 1
    joined = b"".join(bits.to_bytes(8 * words, "little") for bits in sets)
    return np.frombuffer(joined, "<u8").reshape(len(sets), words)


def _as_bits(marks: Marks) -> list[int]:
    """Return each row of marks as an integer."""
    packed = np.packbits(marks, axis=1, bitorder="little")
    width = packed.shape[1]
    joined = packed.tobytes()
    return [int.from_bytes(joined[place : place + width], "little") for place in range(0, len(joined), width)]


def best_reply_matrices(row_payoffs: Numbers, column_payoffs: Numbers) -> tuple[Integers, Integers]:
    """Return the payoffs of both players as positive integers, in one row for each of their strategies.

    Parameters
    ----------
    row_payoffs, column_payoffs : sequence of rows
        The payoffs of both players, of the same shape (m, n).

    Returns
    -------
    tuple
        Matrices of shapes (m, n) and (n, m), with the same best replies.

    Examples
    --------
    >>> best_reply_matrices([[Fraction(1, 2), Fraction(-1)]], [[Fraction(0), Fraction(3)]])
    ([[4, 1]], [[1], [4]])
    """
    transposed = list(zip(*column_payoffs, strict=True))
    return positive_integers(row_payoffs), positive_integers(transposed)


def positive_integers(payoffs: Numbers) -> list[list[int]]:
    """Return payoffs scaled and shifted to positive integers, which does not change best replies.

    Parameters
    ----------
    payoffs : sequence of rows
        The payoffs of one player.

    Returns
    -------
    list of lists
        The same table in integers, of which the least is 1.

    Examples
    --------
    >>> positive_integers([[Fraction(1, 2), Fraction(-1)]])
    [[4, 1]]
    """
    common = lcm(*(payoff.denominator for payoff in chain(*payoffs)))
    scaled = [[payoff.numerator * (common // payoff.denominator) for payoff in line] for line in payoffs]
    least = min(map(min, scaled))
    return [[payoff - least + 1 for payoff in line] for line in scaled]


def check_vertices(matrix: Integers, vertices: PolytopeVertices, within: int | None = None) -> list[int]:
    """Return the tight constraints at each vertex of x >= 0, matrix . x <= 1, after checking that no vertex is missing.

    Let the bound of row j be 1 + ε shifts[j], for small ε > 0. Two conditions are checked. (1) The d constraints of
    each vertex determine a point, and all others are slack there: so it is a vertex with d edges, and on each of
    them d - 1 of its constraints are tight. (2) No vertex is listed twice, and each d - 1 constraints of a vertex
    belong to exactly one other: it is the other end of that edge. So an edge never leads to a vertex that is not
    listed, and as the graph of a polytope is connected (Balinski 1961), all are listed. For ε -> 0 the polytope
    tends to the one without shifts, whose vertices are therefore limits of these; with negative shifts, too, as in
    some point all rows are slack. Cost: one inverse of a d x d matrix for each vertex, and a sort of all edges.

    Parameters
    ----------
    matrix : sequence of rows
        Positive integers, of shape (k, d).
    vertices : PolytopeVertices
        The k shifts, and for each vertex the d constraints, of d + k, in ascending order.
    within : int, optional
        A constraint that is tight at each vertex: the polytope is the facet where it is tight, and all this is said of
        its vertices and of its edges. In some point of it all other rows are slack.

    Returns
    -------
    list of int
        For each vertex the constraints that are tight without the shifts, as bits; equal numbers are one vertex.

    Raises
    ------
    CertificateError
        If a point is no vertex, or if one is missing or listed twice.

    References
    ----------
    M. L. Balinski, On the graph structure of convex polyhedra in n-space, Pacific J. Math. 11 (1961).

    Examples
    --------
    >>> check_vertices([[2, 1]], PolytopeVertices((1,), np.array([[0, 1], [0, 2], [1, 2]])))
    [3, 5, 6]
    >>> check_vertices([[2, 1]], PolytopeVertices((1,), np.array([[0, 1], [0, 2]])))
    Traceback (most recent call last):
    gametheory.verify.errors.CertificateError: an edge has not exactly two ends in the list
    """
    rows, dimension = len(matrix), len(matrix[0])
    shifts, tight = vertices
    sizes = set(map(len, matrix))
    require(sizes == {dimension} and min(map(min, matrix)) > 0, "the matrix is not rectangular and positive")
    require_exact(shifts)
    require(len(shifts) == rows, "{} shifts for {} rows", len(shifts), rows)
    sound = tight.ndim == 2 and tight.shape[1] == dimension and len(tight) > 0 and tight.dtype.kind == "i"
    require(sound, "a list of shape {} has no {} constraints for each vertex", tight.shape, dimension)
    if len(tight) <= FEW:
        return _few_labels(matrix, shifts, tight.tolist(), within)
    ascending = (np.diff(tight, axis=1) > 0).all() and tight.min() >= 0 and tight.max() < dimension + rows
    require(bool(ascending), ASCENDING, dimension + rows)
    _require_two_ends(tight, dimension + rows, within)
    is_tight = np.zeros((len(tight), dimension + rows), np.bool_)
    is_tight[np.arange(len(tight))[:, None], tight] = True
    # floats decide what they can, and integers the rest
    undecided = ~(is_tight | _surely_slack(matrix, tight))
    for number in np.flatnonzero(undecided.any(axis=1)).tolist():
        others = np.flatnonzero(undecided[number]).tolist()
        is_tight[number, tight_in_the_limit(matrix, shifts, tight[number].tolist(), others)] = True
    return _as_bits(is_tight)


def _few_labels(matrix: Integers, shifts: Sequence[int], vertices: Integers, within: int | None) -> list[int]:
    """Return what `check_vertices` returns, in Python's integers: for few vertices they are faster than arrays."""
    constraints = len(matrix) + len(matrix[0])
    # a vertex that is listed twice would pass for both ends of its edges
    require(len(set(map(tuple, vertices))) == len(vertices), TWICE)
    edges: list[int] = []
    for chosen in vertices:
        ascending = chosen == sorted(set(chosen)) and chosen[0] >= 0 and chosen[-1] < constraints
        require(ascending, ASCENDING, constraints)
        require(within is None or within in chosen, WITHIN, within)
        whole = _bits(chosen)
        edges += [whole ^ 1 << number for number in chosen if number != within]
    # a point has no edges
    is_point = not edges and len(vertices) == 1
    require(is_point or set(Counter(edges).values()) == {2}, TWO_ENDS)
    labels = []
    for chosen in vertices:
        others = [number for number in range(constraints) if number not in chosen]
        labels.append(_bits([*chosen, *tight_in_the_limit(matrix, shifts, chosen, others)]))
    return labels


def _require_two_ends(tight: Tight, constraints: int, within: int | None) -> None:
    """Check that each set of all constraints of a vertex but one, not that of the facet, belongs to two vertices."""
    leaving = np.ones(tight.shape, np.bool_)
    if within is not None:
        leaving = tight != within
        require(bool((leaving.sum(axis=1) == tight.shape[1] - 1).all()), WITHIN, within)
    vertices, dimension = tight.shape
    words = constraints // 64 + 1
    bits = np.zeros((vertices, dimension, words), np.uint64)
    word, place = np.divmod(tight, 64)
    bits[np.arange(vertices)[:, None], np.arange(dimension), word] = np.uint64(1) << place.astype(np.uint64)
    whole = np.bitwise_or.reduce(bits, axis=1)
    # a vertex that is listed twice would pass for both ends of its edges
    sorted_vertices = whole[np.lexsort(whole.T)]
    require(bool((sorted_vertices[1:] != sorted_vertices[:-1]).any(axis=1).all()), TWICE)
    edges = (whole[:, None, :] ^ bits)[leaving]
    # equal edges come next to each other
    ordered = edges[np.lexsort(edges.T)]
    paired = len(ordered) % 2 == 0 and bool((ordered[::2] == ordered[1::2]).all())
    require(paired, TWO_ENDS)


def tight_in_the_limit(
    matrix: Integers, shifts: Sequence[int], chosen: Sequence[int], undecided: Sequence[int]
) -> list[int]:
    """Return which constraints are tight for ε -> 0 at the vertex where the chosen ones are.

    Parameters
    ----------
    matrix : sequence of rows
        Positive integers, of shape (k, d).
    shifts : sequence of int
        What is added to the bounds 1 of the rows, times ε.
    chosen : sequence of int
        The d constraints that are tight for all ε, in ascending order.
    undecided : sequence of int
        The constraints to look at.

    Returns
    -------
    list of int
        Those of the undecided ones that are tight.

    Raises
    ------
    CertificateError
        If the chosen constraints determine no point, or if it violates an undecided one for small ε.

    Examples
    --------
    >>> tight_in_the_limit([[2, 1], [1, 1]], (1, 2), [0, 2], [1, 3])
    [3]
    """
    dimension = len(matrix[0])
    is_zero = set(chosen)
    played = [place for place in range(dimension) if place not in is_zero]
    replies = [number - dimension for number in chosen if number >= dimension]
    # each coordinate has a value at ε = 0, and a multiple of ε is added to it: integers over a common denominator
    values, changes = [0] * dimension, [0] * dimension
    denominator = 1
    if played:
        square = fmpz_mat([[matrix[reply][place] for place in played] for reply in replies])
        try:
            solved: Any = square.solve(fmpz_mat([[1, shifts[reply]] for reply in replies]))
        except ZeroDivisionError:
            raise CertificateError(f"the constraints {chosen} determine no point") from None
        numerators, denominator = solved.numer_denom()
        for place, (value, change) in zip(played, numerators.tolist(), strict=True):
            values[place], changes[place] = value, change
    tight = []
    for number in undecided:
        if number < dimension:
            slack, added = values[number], changes[number]
        else:
            row = matrix[number - dimension]
            slack, added = denominator - sum(map(mul, row, values)), 0
            # only a constraint that is tight for ε = 0 needs the rest
            if slack == 0:
                added = denominator * shifts[number - dimension] - sum(map(mul, row, changes))
        is_slack = slack > 0 or (slack == 0 and added > 0)
        require(is_slack, "constraint {} is not slack where {} are tight", number, chosen)
        if slack == 0:
            tight.append(number)
    return tight


def _surely_slack(matrix: Integers, tight: Tight) -> Marks:
    """Return which constraints floats prove to be slack at which vertices, without the shifts.

    With integers that are no floats, nothing is proved.
    """
    rows, dimension = len(matrix), len(matrix[0])
    slack = np.zeros((len(tight), dimension + rows), np.bool_)
    if max(map(max, matrix)) >= EXACT_FLOATS:
        return slack
    normals = np.vstack([np.eye(dimension), np.array(matrix, np.float64)])
    # as many strategies are played as there are best replies; one call for all sizes inverts greater matrices
    sizes = (tight >= dimension).sum(axis=1)
    if len(tight) * dimension**2 <= ONE_CALL:
        sizes[:] = dimension
    for size in np.unique(sizes[sizes > 0]).tolist():
        group = np.flatnonzero(sizes == size)
        height = max(1, BLOCK_ENTRIES // size**2)
        for begin in range(0, len(group), height):
            block = group[begin : begin + height]
            try:
                slack[block] = _slack_by_floats(normals, tight[block], size)
            except np.linalg.LinAlgError:  # a singular one is somewhere in the block
                continue
    return slack


def _slack_by_floats(normals: NDArray[np.float64], tight: Tight, size: int) -> Marks:
    """Return which constraints are surely slack at vertices where at least d - size strategies are not played.

    The weights x of the other strategies satisfy T x = t: in the rows of T and t, both not negative, are the normals
    and bounds of the last tight constraints, x[i] >= 0 as x[i] = 0, and then a row of the matrix with bound 1. For
    any matrix R and point y, let a >= |I - R T|, the greatest sum of a row. If a < 1, T is regular, and in the maximum
    norm |x - y| <= |R (t - T y)| / (1 - a), since x - y = (R T)^-1 R (t - T y) (Rump 1999). A product of n terms in
    floats errs by at most n u / (1 - n u) times the product of the absolute values, with u = 2^-53, in any order
    (Higham 2002, section 3.1). Below, each such error is at most half of what is added for it; the factor 1.0001 is for
    the roundings of sums and products of numbers that are not negative, less than 4 d u each.

    S. M. Rump, Fast and parallel interval arithmetic, BIT 39 (1999). N. J. Higham, Accuracy and stability of numerical
    algorithms (2002).
    """
    vertices, dimension = tight.shape
    rows = np.arange(vertices)[:, None]
    is_played = np.ones((vertices, dimension), np.bool_)
    is_played[rows, tight[:, : dimension - size]] = False
    played = np.nonzero(is_played)[1].reshape(vertices, size)
    equations = tight[:, dimension - size :]
    square = normals[equations[:, :, None], played[:, None, :]]
    right = (equations >= dimension).astype(np.float64)[:, :, None]
    inverse = np.linalg.inv(square)
    size_of = np.abs(inverse)
    unit = 4 * (dimension + 1) * UNIT
    # the sums of the rows of |I - R T|, to which each sum of |R| |T| adds its share of rounding errors
    products = np.abs(np.eye(size) - inverse @ square).sum(axis=2, keepdims=True)
    apart = products + unit * (size_of @ square.sum(axis=2, keepdims=True) + size)
    factor = apart.max(axis=(1, 2))
    weights = inverse @ right
    residual = np.abs(right - square @ weights) + unit * (square @ np.abs(weights) + right) + UNDERFLOW
    with np.errstate(divide="ignore", invalid="ignore"):
        error = 1.0001 * (size_of @ residual).max(axis=(1, 2)) / (1 - factor)
    # half suffices for 1 - a to be known well; comparisons with what is no number are false
    error[~(factor < 0.5)] = np.inf
    point = np.zeros((vertices, dimension))
    point[rows, played] = weights[:, :, 0]
    matrix = normals[dimension:]
    change = 1.0001 * error[:, None] * matrix.sum(axis=1)
    margins = 1 - point @ matrix.T - change - unit * (np.abs(point) @ matrix.T + 1)
    return np.hstack([point > error[:, None], margins > 0])
