import type { IndexEntry, Term } from '../site/site.js';
import { byPublished } from './addresses.js';
import type { DocumentContext, DocumentRow } from './document-row.js';
import { escapeHeading, escapeLine, tidyLine } from './escape.js';
import { entryLine, termTwinPath, topicsOfSite } from './llms-sections.js';

function* renderTerm(ctx: DocumentContext, term: Term): Iterable<string> {
  const front = ctx.settings.markdown_front_matter ? frontMatter(term) : '';
  const index = ctx.isAvailable('llms') ? `Index of this site: <${ctx.urlOf('llms')}>\n\n` : '';
  const description = tidyLine(term.description);
  const lead = description === '' ? '' : `> ${escapeLine(description)}\n\n`;
  yield `${front}${index}# ${escapeHeading(tidyLine(term.name))}\n\n*<${term.url}>*\n\n${lead}`;
  for (const entry of entriesOf(ctx, term)) yield entryLine(ctx, entry);
}

// A JSON string is a double-quoted YAML scalar.
function frontMatter({ name, description, url }: Term): string {
  const about = tidyLine(description);
  const lines = [
    `title: ${JSON.stringify(tidyLine(name))}`,
    ...(about === '' ? [] : [`description: ${JSON.stringify(about)}`]),
    `canonical_url: ${JSON.stringify(url)}`,
  ];
  return `---\n${lines.join('\n')}\n---\n\n`;
}

function entriesOf(ctx: DocumentContext, term: Term): readonly IndexEntry[] {
  const types = new Set(ctx.types.map(({ slug }) => slug));
  const entries = ctx.entriesOf?.(term) ?? [];
  return entries.filter((entry) => entry.llms && types.has(entry.type)).sort(byPublished);
}

/** `/{path}.md` for the page of a category: its entries as a Markdown list. */
export const termMarkdown: DocumentRow<Term> = {
  id: 'term-markdown',
  path: '/{path}/{term}.md',
  activity: 'markdown',
  contentType: 'text/markdown',
  headers: 'markdown',
  summary:
    'Entries of a category as a Markdown list: the address of its page without the trailing slash, then `.md`.',
  condition: '`llms_only_markdown` and `enable_markdown`; for the categories in `/llms.txt`',
  cede: 'markdown',
  // Named like twins.
  files: false,
  when: (ctx) =>
    ctx.settings.llms_only_markdown &&
    ctx.settings.enable_markdown &&
    !ctx.ceded('markdown') &&
    ctx.entriesOf !== undefined,
  // Few enough to be listed one by one: the form of their addresses is that of twins.
  patterns: () => [],
  *instances(ctx) {
    for (const term of topicsOfSite(ctx)) {
      const path = termTwinPath(ctx, term);
      if (path !== undefined) yield { path, params: term };
    }
  },
  render: renderTerm,
};
