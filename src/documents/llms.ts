import type { DocumentContext, DocumentRow } from './document-row.js';
import { isLlmsServed, LLMS_LIMIT, planLlms } from './llms-plan.js';

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
