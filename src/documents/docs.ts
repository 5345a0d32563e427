import type { Surface } from './surface.js';
import { surfaces } from './table.js';

/** Shown where a header profile deserves more than its name. */
const CACHING: Readonly<Record<Surface['headers'], string>> = {
  wellKnown: '1 hour',
  agentText: '1 hour',
  markdown: 'never',
  changeFeed: '5 minutes',
  plain: '1 hour',
  restApi: '5 minutes',
};

/** The public documents as a Markdown table: address, media type, condition, cache time, summary. */
function surfacesTable(): string {
  const rows = surfaces.map((row) => [
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

/** The whole of `docs/surfaces.md`, made from the table. */
export function surfacesReference(): string {
  return `# Public documents

<!-- Generated from the rows of src/documents/table.ts by npm run docs; changes made here are lost. -->

This page lists every document that a build writes and a sidecar serves. Addresses are below the site's base address. A
document isn't written or mentioned anywhere if its condition isn't met, or if another producer provides it
(\`svc_yield_surface\`).

${surfacesTable()}`;
}

/** The whole of `docs/documents/README.md`, made from the table. */
export function documentsReference(table: readonly Surface[] = surfaces): string {
  const rows = table.flatMap((row) => (row.docs === undefined ? [] : [documentLine(row, row.docs)]));
  return `# The discovery documents

<!-- Generated from the rows of src/documents/table.ts by npm run docs; changes made here are lost. -->

Each discovery document has a page here: what it is, when it's served, which settings change it, and an example. The
[table of all documents](../surfaces.md) has the others, such as \`llms.txt\`, twins, sitemaps and feeds.

| Document | Served when | What it is |
| --- | --- | --- |
${rows.join('')}`;
}

function documentLine({ path, aliases = [], condition, summary }: Surface, page: string): string {
  const names = [path, ...aliases].map((one) => `\`${one}\``).join(', ');
  return `| [${names}](${page}) | ${condition} | ${summary} |\n`;
}
