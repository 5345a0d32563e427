import { withGeneratedParts } from '../core/generated-parts.js';
import type { DocumentRow } from './document-row.js';
import { documentTable } from './table.js';

/** Shown where a header profile deserves more than its name. */
const CACHING: Readonly<Record<DocumentRow['headers'], string>> = {
  wellKnown: '1 hour',
  agentText: '1 hour',
  markdown: 'never',
  changeFeed: '5 minutes',
  plain: '1 hour',
  restApi: '5 minutes',
};

/** The public documents as a Markdown table: address, media type, condition, cache time, summary. */
function surfacesTable(): string {
  const rows = documentTable.map((row) => [
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

/** The text of `docs/surfaces.md`, with the table of documents. */
export function surfacesReference(): string {
  return withGeneratedParts('surfaces.md', { documents: surfacesTable() });
}

/** The text of `docs/documents/README.md`, with the documents that have a page there. */
export function documentsReference(table: readonly DocumentRow[] = documentTable): string {
  const rows = table.flatMap((row) => (row.docs === undefined ? [] : [documentLine(row, row.docs)]));
  const head = '| Document | Served when | What it is |\n| --- | --- | --- |\n';
  return withGeneratedParts('documents/README.md', { documents: head + rows.join('') });
}

function documentLine({ path, aliases = [], condition, summary }: DocumentRow, page: string): string {
  const names = [path, ...aliases].map((one) => `\`${one}\``).join(', ');
  return `| [${names}](${page}) | ${condition} | ${summary} |\n`;
}
