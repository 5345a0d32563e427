/** `/llms.txt`, and the same index as Markdown. */

import type { DocumentContext, DocumentRow } from './document-row.js';
import { renderLlmsFull, sectionEdition } from './llms-full.js';
import { isFullServed, isLlmsServed, LLMS_LIMIT, type LlmsPart, planLlms } from './llms-plan.js';

export { LLMS_LIMIT };

/** The text of `/llms.txt` and `/index.md`. */
export function buildLlms(ctx: DocumentContext): string {
  return planLlms(ctx).text;
}

/** `/llms.txt`: the index for language models. */
export const llms: DocumentRow = {
  id: 'llms',
  path: '/llms.txt',
  activity: 'llms.txt',
  contentType: 'text/plain',
  headers: 'agentText',
  summary: 'Index of the site for language models: its owner, pages by section, and other documents.',
  condition: '`enable_llms_txt`',
  discoveryKey: 'llms',
  cede: 'llms_txt',
  links: 'pages',
  purge: true,
  inHead: true,
  live: { key: 'llms', rank: 2, label: 'llms.txt', cors: true },
  when: isLlmsServed,
  render: buildLlms,
};

/** `/index.md` and `/.md`: the Markdown of the front page, which is the text of `/llms.txt`. */
export const indexMarkdown: DocumentRow = {
  id: 'index-markdown',
  path: '/index.md',
  aliases: ['/.md'],
  activity: 'markdown',
  contentType: 'text/markdown',
  headers: 'markdown',
  summary: 'Markdown of the front page: the text of `/llms.txt`, even with `enable_llms_txt` off.',
  condition: '`enable_markdown`',
  cede: 'markdown',
  when: (ctx) => ctx.settings.enable_markdown && !ctx.ceded('markdown'),
  render: buildLlms,
};

type PartRow = Pick<
  DocumentRow<LlmsPart>,
  'id' | 'summary' | 'condition' | 'cede' | 'links' | 'when' | 'render'
>;

/** A document with a file in the folder of each part of the index, but for files that the site has itself. */
function partsDocument(name: 'llms.txt' | 'llms-full.txt', row: PartRow): DocumentRow<LlmsPart> {
  const partsOf = (ctx: DocumentContext) =>
    planLlms(ctx).parts.filter(({ folder }) => !ctx.files.has(`/${folder}/${name}`));
  return {
    ...row,
    path: `/{section}/${name}`,
    activity: name,
    contentType: 'text/plain',
    headers: 'agentText',
    files: `(?:/[^/]+)+/${name.replace('.', '\\.')}`,
    when: (ctx) => isLlmsServed(ctx) && row.when(ctx) && partsOf(ctx).length > 0,
    *instances(ctx) {
      for (const part of partsOf(ctx)) {
        const file = `${part.folder}/${name}`;
        yield { path: `/${file}`, file: decodeURIComponent(file), params: part };
      }
    },
    patterns: (ctx) => {
      const depths = new Set(partsOf(ctx).map(({ folder }) => folder.split('/').length));
      return [...depths].sort().map((depth) => {
        const folder = ['section', 'folder', 'lang', 'top']
          .slice(0, depth)
          .reverse()
          .map((part) => `{${part}}`)
          .join('/');
        return { pattern: `/${folder}/${name}`, file: `${folder}/${name}` };
      });
    },
  };
}

const SHORTENED = 'the whole index would exceed 50,000 characters, or there are several languages';

/** `/{section}/llms.txt`: the whole of a section that `/llms.txt` had to shorten, and the index of each language. */
export const llmsCollection = partsDocument('llms.txt', {
  id: 'llms-collection',
  summary:
    'Every entry of one section, if `/llms.txt` has room only for its most important entries; `/{lang}/llms.txt` is ' +
    'the index of another language.',
  condition: `\`enable_llms_txt\`, and ${SHORTENED}`,
  cede: 'llms_txt',
  links: 'pages',
  when: () => true,
  render: (_, part) => part.text(),
});

/** `/{section}/llms-full.txt`: whole pages of each section and language that has an index of its own. */
export const llmsFullCollection = partsDocument('llms-full.txt', {
  id: 'llms-full-collection',
  summary:
    'Full text of the pages of one section, in the order of `/{section}/llms.txt` and up to the size limit of ' +
    '`/llms-full.txt`; `/{lang}/llms-full.txt` has the pages of another language.',
  condition: `\`enable_llms_txt\` and \`enable_llms_full\`, and ${SHORTENED}`,
  cede: 'llms_full',
  links: 'content',
  when: isFullServed,
  render: (ctx, part) => renderLlmsFull(ctx, sectionEdition(ctx, part)),
});
