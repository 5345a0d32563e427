/** Values by factor. */
export type Factors = Readonly<Record<string, readonly unknown[]>>;

/** One value of every factor. */
export type Combination<F extends Factors> = { readonly [K in keyof F]: F[K][number] };

/**
 * Few combinations in which every pair of values of two factors occurs at least once.
 * @returns the same ones every time
 */
export function pairwise<F extends Factors>(factors: F): readonly Combination<F>[] {
  const names = Object.keys(factors);
  const open = allPairs(names, factors);
  const rows: number[][] = [];
  while (open.size > 0) {
    const row = rowFor(names, factors, open);
    for (const key of pairsOf(row)) open.delete(key);
    rows.push(row);
  }
  const choose = (name: string, index = 0) => factors[name]?.[index];
  return rows.map(
    (row) => Object.fromEntries(names.map((name, at) => [name, choose(name, row[at])])) as Combination<F>,
  );
}

function allPairs(names: readonly string[], factors: Factors): Set<string> {
  const sizes = names.map((name) => factors[name]?.length ?? 0);
  const pairs = new Set<string>();
  for (let a = 0; a < names.length; a += 1) {
    for (let b = a + 1; b < names.length; b += 1) {
      for (let x = 0; x < (sizes[a] ?? 0); x += 1) {
        for (let y = 0; y < (sizes[b] ?? 0); y += 1) pairs.add(keyOf(a, x, b, y));
      }
    }
  }
  return pairs;
}

/** Starts with a pair that is open and adds, factor by factor, the value that closes most. */
function rowFor(names: readonly string[], factors: Factors, open: ReadonlySet<string>): number[] {
  const [first = ''] = open;
  const [a = 0, x = 0, b = 0, y = 0] = first.split(' ').map(Number);
  const row = new Map([
    [a, x],
    [b, y],
  ]);
  for (const [at, name] of names.entries()) {
    if (row.has(at)) continue;
    const scores = (factors[name] ?? []).map(
      (_, value) => [...row].filter(([other, chosen]) => open.has(keyOf(at, value, other, chosen))).length,
    );
    row.set(at, scores.indexOf(Math.max(...scores)));
  }
  return names.map((_, at) => row.get(at) ?? 0);
}

function pairsOf(row: readonly number[]): readonly string[] {
  return row.flatMap((x, a) => row.slice(a + 1).map((y, index) => keyOf(a, x, a + 1 + index, y)));
}

function keyOf(a: number, x: number, b: number, y: number): string {
  return a < b ? `${a} ${x} ${b} ${y}` : `${b} ${y} ${a} ${x}`;
}
