/** One line of the conformance table before it is printed. */
export interface TableRow {
  readonly server: string;
  readonly kind: string;
  readonly path: string;
  readonly asked: number;
  readonly different: number;
}

/** How many requests a server was asked. */
export function countOf(rows: readonly TableRow[], server: string): number {
  return rows.filter((row) => row.server === server).reduce((sum, { asked }) => sum + asked, 0);
}

/** Kinds of addresses down, servers across: how many requests, and how many of them were answered differently. */
export function tableText(rows: readonly TableRow[]): string {
  const servers = [...new Set(rows.map(({ server }) => server))];
  const kinds = [...new Map(rows.map((row) => [`${row.kind} ${row.path}`, row])).values()];
  const head = `${'address'.padEnd(64)}${servers.map((server) => ` | ${server.padEnd(28).slice(0, 28)}`).join('')}`;
  const lines = kinds.map(({ kind, path }) => {
    const cells = servers.map((server) => {
      const row = rows.find((one) => one.server === server && one.path === path && one.kind === kind);
      return ` | ${cell(row).padEnd(28)}`;
    });
    return `${`${path} (${kind})`.slice(0, 64).padEnd(64)}${cells.join('')}`;
  });
  return `${[head, ...lines].join('\n')}\n`;
}

function cell(row: TableRow | undefined): string {
  if (row === undefined) return 'not asked';
  return row.different === 0 ? `${row.asked} equal` : `${row.different} of ${row.asked} differ`;
}
