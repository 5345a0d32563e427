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

/**
 * The public documents as a Markdown table: address, media type, condition, cache time, summary.
 * @param table by default every row
 */
export function surfacesTable(table: readonly Surface[] = surfaces): string {
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

/** The whole of `docs/surfaces.md`, made from the table. */
export function surfacesReference(): string {
  return `# Public documents

Generated from the rows of \`src/documents/table.ts\` by \`npm run docs\`; changes made here
are lost.

What a build writes and a sidecar answers. Addresses are below the site's base address. A document whose condition
does not hold, or which another producer took over (\`svc_yield_surface\`), is neither written nor mentioned
anywhere.

${surfacesTable()}`;
}

/** The whole of `docs/documents/README.md`, made from the table. */
export function documentsReference(table: readonly Surface[] = surfaces): string {
  const rows = table.flatMap((row) => (row.docs === undefined ? [] : [documentLine(row, row.docs)]));
  return `# The discovery documents

Generated from the rows of \`src/documents/table.ts\` by \`npm run docs\`; changes made here are lost.

One page per document: what it is, when it is served, what shapes it, and what a build writes. All other documents,
\`llms.txt\`, twins, sitemaps and feeds among them, are in the [table of all documents](../surfaces.md).

| Document | Served when | What it is |
| --- | --- | --- |
${rows.join('')}`;
}

function documentLine({ path, aliases = [], condition, summary }: Surface, page: string): string {
  const names = [path, ...aliases].map((one) => `\`${one}\``).join(', ');
  return `| [${names}](${page}) | ${condition} | ${summary} |\n`;
}
