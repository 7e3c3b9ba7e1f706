// Terms of gametheory.prove.terms. Numbers are BigInt, so that no rounding decides a comparison. A library that
// only adds, subtracts, multiplies and compares small numbers can use Number in place of it, which is faster.
const parseTerm = (text) => {
  const stack = [[]];
  for (const token of text.match(/[()]|[^\s()]+/g)) {
    if (token === "(") stack.push([]);
    else stack.at(-1 - (token === ")")).push(token === ")" ? stack.pop() : token);
  }
  return stack[0][0];
};

const floorDivision = (a, b) => a / b - (a % b !== 0n && a < 0n !== b < 0n ? 1n : 0n);

const isqrt = (square) => {
  let root = square, next = square / 2n + 1n;
  while (next < root) [root, next] = [next, (next + square / next) / 2n];
  return root;
};

// F(2m) = F(m) (2 F(m + 1) - F(m)) and F(2m + 1) = F(m)^2 + F(m + 1)^2, along the binary digits.
const fibonacci = (index) => {
  let [a, b] = [0n, 1n];
  for (const digit of index.toString(2)) {
    [a, b] = [a * (2n * b - a), a * a + b * b];
    if (digit === "1") [a, b] = [b, a + b];
  }
  return a;
};

// The condition stays true once it is: the steps double until it is, and bisection finds where it begins.
const leastSatisfying = (condition, first) => {
  let fails = first - 1n, holds = first;
  for (let width = 1n; !condition(holds); width *= 2n) [fails, holds] = [holds, holds + width];
  while (holds - fails > 1n) {
    const middle = (fails + holds) / 2n;
    if (condition(middle)) holds = middle; else fails = middle;
  }
  return holds;
};

class NoValue extends Error {}

const CONSTANTS = { none: null, true: true, false: false };
const OPERATIONS = {
  "+": (a, b) => a + b,
  "*": (a, b) => a * b,
  "-": (a, b) => (b === undefined ? -a : a - b),
  "=": (a, b) => a === b, "<": (a, b) => a < b, "<=": (a, b) => a <= b, ">": (a, b) => a > b, ">=": (a, b) => a >= b,
  not: (a) => !a,
  tuple: (...all) => all,
  div: floorDivision, isqrt, fibonacci,
};

// A term becomes a function of the array of its variables; `let` and `least` put theirs behind the others.
const compile = (term, names, library, number = BigInt) => {
  const part = (each, inner = names) => compile(each, inner, library, number);
  if (typeof term === "string") {
    const place = names.lastIndexOf(term);
    if (place >= 0) return (values) => values[place];
    if (term === "undefined") return () => { throw new NoValue("the code raises an exception"); };
    const constant = term in CONSTANTS ? CONSTANTS[term] : term[0] === "'" ? term.slice(1) : number(term);
    return () => constant;
  }
  const [operator, ...rest] = term;
  if (operator === "let" || operator === "least") {
    const place = names.length, value = part(rest[1]), body = part(rest[2], [...names, rest[0]]);
    const bodyAt = (values, number) => { values[place] = number; return body(values); };
    if (operator === "let") return (values) => bodyAt(values, value(values));
    return (values) => leastSatisfying((number) => bodyAt(values, number), value(values));
  }
  const parts = rest.map((each) => part(each));
  const [a, b, c] = parts;
  if (operator === "ite") return (values) => (a(values) ? b(values) : c(values));
  if (operator === "and") return (values) => parts.every((each) => each(values));
  if (operator === "or") return (values) => parts.some((each) => each(values));
  if (operator === "=>") return (values) => !a(values) || b(values);
  const known = Object.hasOwn(OPERATIONS, operator) ? OPERATIONS[operator] : (...all) => library[operator](...all);
  if (operator === "tuple" || !Object.hasOwn(OPERATIONS, operator)) return (values) => known(...parts.map((each) => each(values)));
  if (parts.length === 1) return (values) => known(a(values));
  return parts.reduce((before, each) => (values) => known(before(values), each(values)));
};

// Functions by name, each compiled when it is first called.
const compileLibrary = (functions, number = BigInt) => {
  const library = {};
  for (const [name, { parameters, term }] of Object.entries(functions)) {
    let body;
    library[name] = (...all) => (body ??= compile(parseTerm(term), parameters, library, number))(all);
  }
  return library;
};
