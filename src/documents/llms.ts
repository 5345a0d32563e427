import { isLlmsServed, LLMS_LIMIT, type LlmsPart, planLlms } from './llms-plan.js';
import type { Instance, Surface, SurfaceContext } from './surface.js';

export { LLMS_LIMIT };

/** The text of `/llms.txt` and `/index.md`. */
export function buildLlms(ctx: SurfaceContext): string {
  return planLlms(ctx).text;
}

/** Without files that the site has itself. */
function partsOf(ctx: SurfaceContext): readonly LlmsPart[] {
  return planLlms(ctx).parts.filter(({ folder }) => !ctx.files.has(`/${folder}/llms.txt`));
}

/** `/llms.txt`: the index for language models. */
export const llms: Surface = {
  id: 'llms',
  path: '/llms.txt',
  activity: 'llms.txt',
  contentType: 'text/plain',
  headers: 'agentText',
  summary: 'Index of the site for language models: who is behind it, its pages by type, further documents.',
  condition: '`enable_llms_txt`',
  document: 'llms',
  cede: 'llms_txt',
  links: 'pages',
  purge: true,
  inHead: true,
  live: { key: 'llms', rank: 2, label: 'llms.txt', cors: true },
  when: isLlmsServed,
  render: buildLlms,
};

/** `/{section}/llms.txt`: the whole of a section that `/llms.txt` had to shorten, and the index of each language. */
export const llmsCollection: Surface<LlmsPart> = {
  id: 'llms-collection',
  path: '/{section}/llms.txt',
  activity: 'llms.txt',
  contentType: 'text/plain',
  headers: 'agentText',
  summary:
    'Every entry of one section, where `/llms.txt` has room for the most important only; `/{lang}/llms.txt` is the ' +
    'index of a further language.',
  condition:
    '`enable_llms_txt`, and the whole index would exceed 50,000 characters, or there are several languages',
  cede: 'llms_txt',
  links: 'pages',
  files: '(?:/[^/]+)+/llms\\.txt',
  when: (ctx) => isLlmsServed(ctx) && partsOf(ctx).length > 0,
  *instances(ctx): Iterable<Instance<LlmsPart>> {
    for (const part of partsOf(ctx)) {
      const file = `${part.folder}/llms.txt`;
      yield { path: `/${file}`, file: decodeURIComponent(file), params: part };
    }
  },
  patterns: (ctx) => {
    const depths = new Set(partsOf(ctx).map(({ folder }) => folder.split('/').length));
    return [...depths].sort().map((depth) => {
      const folder = ['section', 'folder', 'lang', 'top']
        .slice(0, depth)
        .reverse()
        .map((name) => `{${name}}`)
        .join('/');
      return { pattern: `/${folder}/llms.txt`, file: `${folder}/llms.txt` };
    });
  },
  render: (_, part) => part.text(),
};

/** `/index.md` and `/.md`: the Markdown of the front page, which is the text of `/llms.txt`. */
export const indexMarkdown: Surface = {
  id: 'index-markdown',
  path: '/index.md',
  aliases: ['/.md'],
  activity: 'markdown',
  contentType: 'text/markdown',
  headers: 'markdown',
  summary: 'Markdown of the front page: the same text as `/llms.txt`, also while that is off.',
  condition: '`enable_markdown`',
  cede: 'markdown',
  when: (ctx) => ctx.settings.enable_markdown && !ctx.ceded('markdown'),
  render: buildLlms,
};
