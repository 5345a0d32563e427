import { toHtml } from 'hast-util-to-html';
import { renderMarkdownBody } from '../../../../../src/content/body/markdown/render.js';
import { Warnings } from '../../../../../src/core/warnings.js';

/** Renders as the build does; white space between tags is of no interest here. */
export function render(text: string, file = 'page.md', warnings = new Warnings()): string {
  const context = {
    entryId: 1,
    ref: file,
    media: { byId: () => undefined, attachedTo: () => [] },
    pattern: () => undefined,
    warnings,
  };
  const body = renderMarkdownBody(text, context);
  return (typeof body === 'string' ? body : toHtml(body))
    .replace(/>\n+(?=<)/g, '>')
    .replace(/(<(?:dt|dd|li|blockquote|p)>)\n/g, '$1')
    .replace(/\n(<\/(?:dt|dd|li|blockquote|p|code)>)/g, '$1')
    .trim();
}
