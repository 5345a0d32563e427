import type { Surface } from './surface.js';

/** Shown where a header profile deserves more than its name. */
const CACHING: Readonly<Record<Surface['headers'], string>> = {
  wellKnown: '1 hour',
  agentText: '1 hour',
  markdown: 'never',
  changeFeed: '5 minutes',
  plain: '1 hour',
  restApi: '5 minutes',
};

/**
 * The public documents as a Markdown table: address, media type, condition, cache time, summary.
 * @param table all rows
 */
export function surfacesTable(table: readonly Surface[]): string {
  const rows = table.map((row) => [
    [row.path, ...(row.aliases ?? [])].map((path) => `\`${path}\``).join(', '),
    `\`${row.contentType}\``,
    row.condition,
    CACHING[row.headers],
    row.summary,
  ]);
  const header = ['Address', 'Type', 'Served when', 'Cached', 'What it is'];
  return [header, header.map(() => '---'), ...rows]
    .map((cells) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |\n`)
    .join('');
}

/**
 * The whole of `docs/surfaces.md`.
 * @param table all rows
 */
export function surfacesPage(table: readonly Surface[]): string {
  return `# Public documents

What a build writes and a sidecar answers. Addresses are below the site's base address; a document whose
condition does not hold, or which another producer took over (\`svc_yield_surface\`), is neither written nor
mentioned anywhere. This page is generated from the table of surfaces: after a change there, run the tests with
\`UPDATE=1\`.

${surfacesTable(table)}`;
}
