import { isObject, objectOf } from '../../../core/json.js';
import { escapeHtml } from '../../html/escape.js';
import type { BlockAttributes } from './block-parser.js';
import { isWebAddress } from './escape.js';

/** The texts that a page substitutes in a reusable block: attributes by the name of the inner block. */
export type PatternOverrides = Readonly<Record<string, BlockAttributes>>;

/** The overrides that a block with a `ref` carries. */
export function overridesOf({ content }: BlockAttributes): PatternOverrides {
  if (!isObject(content)) return {};
  return Object.fromEntries(
    Object.entries(content).flatMap(([name, own]): [string, BlockAttributes][] => {
      if (!isObject(own)) return [];
      // WordPress 6.5 stored them one level deeper.
      return [[name, isObject(own['values']) ? own['values'] : own]];
    }),
  );
}

/**
 * Applies the overrides of a page to a block of a reusable block.
 * @param html the block as it's stored
 * @returns the block with the page's text, address and alternative text
 * @see https://developer.wordpress.org/block-editor/reference-guides/block-api/block-bindings/
 */
export function overrideBlock(
  html: string,
  attributes: BlockAttributes,
  overrides: PatternOverrides,
): string {
  const { name, bindings } = objectOf(attributes['metadata']);
  const values = typeof name === 'string' && isObject(bindings) ? overrides[name] : undefined;
  return values === undefined ? html : replaceTexts(html, values);
}

/** Replaces text, address, alternative text and caption in the stored HTML of a block. */
export function replaceTexts(html: string, values: BlockAttributes): string {
  let result = html;
  const content = values['content'] ?? values['text'];
  if (typeof content === 'string') result = replaceInner(result, content);
  const { url } = values;
  if (typeof url === 'string' && isWebAddress(url)) result = setAttribute(result, ['src', 'href'], url);
  if (typeof values['alt'] === 'string') result = setAttribute(result, ['alt'], values['alt']);
  return typeof values['caption'] === 'string' ? replaceCaption(result, values['caption']) : result;
}

/** The text of a button is in its innermost element: `<div><a>Text</a></div>`. A paragraph may begin with a link. */
function replaceInner(html: string, content: string): string {
  const [opening = ''] = OPENING.exec(html) ?? [];
  if (opening === '') return content;
  const names = [...opening.matchAll(/<([a-z][a-z0-9]*)/gi)].map(([, name]) => name);
  return (
    opening +
    content +
    names
      .reverse()
      .map((name) => `</${name}>`)
      .join('')
  );
}

const OPENING = /^(?:\s*<(?:div|a|span|li|button|figure)\b[^<>]*>)*(?:\s*<(?:p|h[1-6])\b[^<>]*>)?/i;

function setAttribute(html: string, names: readonly string[], value: string): string {
  const pattern = new RegExp(`(\\s(?:${names.join('|')})=)("[^"]*"|'[^']*')`, 'i');
  if (pattern.test(html))
    return html.replace(pattern, (_all, before: string) => `${before}"${escapeHtml(value)}"`);
  // A link that has no address of its own.
  return names.includes('href') ? html.replace(/<a\b/i, (tag) => `${tag} href="${escapeHtml(value)}"`) : html;
}

function replaceCaption(html: string, caption: string): string {
  return html.replace(
    /(<figcaption\b[^<>]*>)[\s\S]*?(<\/figcaption>)/i,
    (_all, open: string, close: string) => open + caption + close,
  );
}
