// The rules of the Wargame, as in gametheory/games/wargame/rules.py, and the strategies that follow from its values.
// An army is [camp, field]. The payoffs are those to A; the game is symmetric, so a value changes its sign with the sides.
globalThis.wargameGame = (() => {
  "use strict";
  const SCALE = 2 ** 23 - 1;  // a value v is stored as the integer nearest to v SCALE, in three bytes

  const fraction = (text) => text.split("/").map(Number).concat(1).slice(0, 2);

  const largest = (numbers) => numbers.reduce((most, number) => (number > most ? number : most));
  const quotient = (above, below) => Number((above * 2n ** 64n) / below) / 2 ** 64;

  // The sorted armies of each round; `index` gives the place of an army in its round.
  function armiesByRound(rules, next) {
    let armies = [[rules.soldiers, 0]];
    return rules.battle_chances.map(() => {
      const index = new Map(armies.map(([camp, field], place) => [camp * 65536 + field, place])), following = new Map();
      for (const army of armies)
        for (let sent = 0; sent <= army[0]; sent += 1) {
          const [camp, field] = next(army, sent);
          following.set(camp * 65536 + field, [camp, field]);
        }
      armies = [...following].sort(([a], [b]) => a - b).map(([, army]) => army);
      return index;
    });
  }

  // Solves a matrix game of integers exactly, by the simplex method (Dantzig 1951) with Bland's rule (1977), which cannot
  // cycle, on integers: all entries of the tableau have one denominator, the last pivot (Edmonds 1967). Returns the weights
  // of both optimal mixed strategies, with their sum, and the payoff to the row player of each row and each column.
  function solveMatrix(matrix) {
    const rows = matrix.length, columns = matrix[0].length, width = columns + rows + 1;
    const least = matrix.flat().reduce((low, payoff) => (payoff < low ? payoff : low)), shift = 1n - least;
    const tableau = matrix.map((row, i) =>
      [...row.map((payoff) => payoff + shift), ...Array.from({ length: rows }, (_, k) => BigInt(k === i)), 1n]);
    const goal = Array.from({ length: width }, (_, j) => (j < columns ? -1n : 0n)), basis = matrix.map((_, i) => columns + i);
    let denominator = 1n;
    for (;;) {
      const enter = goal.findIndex((cost, j) => j < width - 1 && cost < 0n);
      if (enter < 0) break;
      let leave = -1;
      tableau.forEach((row, i) => {
        if (row[enter] <= 0n) return;
        const best = tableau[leave], order = best && row[width - 1] * best[enter] - best[width - 1] * row[enter];
        if (!best || order < 0n || (order === 0n && basis[i] < basis[leave])) leave = i;
      });
      const pivot = tableau[leave], unit = pivot[enter];
      for (const row of [...tableau, goal]) {
        const factor = row[enter];
        if (row !== pivot) for (let j = 0; j < width; j += 1) row[j] = (row[j] * unit - factor * pivot[j]) / denominator;
      }
      denominator = unit;
      basis[leave] = enter;
    }
    const row = goal.slice(columns, width - 1), total = goal[width - 1];
    const column = Array.from({ length: columns }, (_, j) => tableau[basis.indexOf(j)]?.[width - 1] ?? 0n);
    const sum = (terms) => terms.reduce((whole, term) => whole + term, 0n);
    return {
      row, column, total,
      toRows: matrix.map((payoffs) => sum(payoffs.map((payoff, j) => payoff * column[j]))),
      toColumns: matrix[0].map((_, j) => sum(matrix.map((payoffs, i) => payoffs[j] * row[i]))),
    };
  }

  // `data` is the evidence of the page: the rules, and the values of all pairs of armies from the second round on.
  function game(data) {
    const [alive, of] = fraction(data.killed).map((number, place, both) => (place ? number : both[1] - number));
    const survivors = (field) => Math.floor((field * alive) / of);
    const chances = data.battle_chances.map(fraction);
    const payoffs = data.payoffs.map(fraction), common = payoffs.reduce((product, [, below]) => product * below, 1);
    const [win, draw, loss] = payoffs.map(([above, below]) => BigInt((above * common) / below) * BigInt(SCALE));
    const next = ([camp, field], sent) => [camp - sent, survivors(field + sent)];
    const rounds = armiesByRound(data, next), bytes = Uint8Array.from(atob(data.values), (sign) => sign.charCodeAt(0));
    const offsets = [0, 0];  // the number of pairs before each round; the first round has no stored value
    for (const index of rounds.slice(1)) offsets.push(offsets.at(-1) + (index.size * (index.size - 1)) / 2);

    // The value to A, as the stored integer.
    function value(round, a, b) {
      const index = rounds[round - 1], [u, v] = [a, b].map(([camp, field]) => index.get(camp * 65536 + field));
      if (round === 1 || u === v) return 0;
      const [low, high] = [Math.min(u, v), Math.max(u, v)];
      const place = 3 * (offsets[round - 1] + low * index.size - (low * (low + 1)) / 2 + high - low - 1);
      const stored = ((bytes[place] | (bytes[place + 1] << 8) | (bytes[place + 2] << 16)) << 8) >> 8;  // with its sign
      return u < v ? stored : -stored;
    }

    // The expected payoff to A for each pair of numbers sent, as an integer: it is divided by `unit`.
    function stage(round, a, b) {
      const [p, q] = chances[round - 1].map(BigInt);
      return Array.from({ length: a[0] + 1 }, (_, i) => Array.from({ length: b[0] + 1 }, (_, j) => {
        const ahead = a[1] + i - b[1] - j, payoff = ahead > 0 ? win : ahead < 0 ? loss : draw;
        return p * payoff + (p === q ? 0n : (q - p) * BigInt(common * value(round + 1, next(a, i), next(b, j))));
      }));
    }

    // Both equilibrium strategies; what A expects from each number, and loses by it compared with the best number, against
    // that of B. The quotients are the only rounding.
    function solve(round, a, b) {
      const { row, column, total, toRows, toColumns } = solveMatrix(stage(round, a, b));
      const unit = BigInt(SCALE * common) * BigInt(chances[round - 1][1]) * total, best = largest(toRows);
      return {
        a: row.map((weight) => quotient(weight, total)),
        b: column.map((weight) => quotient(weight, total)),
        exact: best === -largest(toColumns.map((payoff) => -payoff)),
        value: quotient(best, unit),
        losses: toRows.map((payoff) => quotient(best - payoff, unit)),
      };
    }

    return { start: [data.soldiers, 0], rounds: chances.length, chances, next, survivors, value, solve, payoffs: payoffs.map(([above, below]) => above / below) };
  }

  return { game, solveMatrix };
})();
