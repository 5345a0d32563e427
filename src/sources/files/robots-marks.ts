/** Recognises pages whose front matter or text keeps them out of search engines. */

import { isRobotsName, saysNoindex } from '../../content/html/robots.js';
import { isObject } from '../../core/json.js';
import { withoutCode } from '../../core/prose.js';
import { words } from '../../core/text.js';
import { foldKey } from './keys.js';
import type { Values } from './values.js';

/** Deeper nesting than any generator reads. */
const MAX_DEPTH = 6;

/** Keys of front matter for tags in the head of the page, or for search engines. */
const HEADS = words(`
  head meta metas metaTags metadata seo aioseo yoast rankMath og openGraph rank_math_robots robots meta_robots googlebot x_robots_tag useHead
`);

/** True for a switch that is on: every value except false and the like. */
function isSwitchedOn(value: unknown): boolean {
  return !/^(?:|false|no|n|off|0)$/i.test(String(value ?? ''));
}

/** `robots: noindex, follow`, also as a list or as `{ index: false }`. */
function isRobotsNoindex(value: unknown): boolean {
  if (typeof value === 'string') return /\b(?:noindex|none)\b/i.test(value) || saysNoindex(value);
  if (Array.isArray(value)) return value.some(isRobotsNoindex);
  if (!isObject(value)) return false;
  const { index, noindex, noIndex } = value;
  return (
    (index !== undefined && !isSwitchedOn(index)) ||
    isSwitchedOn(noindex) ||
    isSwitchedOn(noIndex) ||
    Object.values(value).some((one) => typeof one === 'string' && saysNoindex(one))
  );
}

/**
 * True where tags of a head hold a `robots` tag with `noindex`: `[meta, { name: robots, content: noindex }]`
 * (VitePress), `{ tag: meta, attrs: { … } }` (Starlight), `{ meta: [ … ] }` (Nuxt), or a tag in HTML.
 */
export function hasNoindexTag(value: unknown, depth = 0): boolean {
  if (depth > MAX_DEPTH) return false;
  if (typeof value === 'string')
    return /<meta\b[^>]*\brobots\b[^>]*>/i.test(value) && /\bnoindex\b|\bnone\b/i.test(value);
  if (Array.isArray(value)) return value.some((item) => hasNoindexTag(item, depth + 1));
  if (!isObject(value)) return false;
  const name = String(value['name'] ?? value['key'] ?? '').toLowerCase();
  const content = String(value['content'] ?? value['value'] ?? '');
  if (isRobotsName(name) && saysNoindex(content)) return true;
  const own = ['robots', 'metaRobots', 'meta_robots'].some((key) => isRobotsNoindex(value[key]));
  return own || Object.values(value).some((item) => hasNoindexTag(item, depth + 1));
}

/** Returns true if a text has such a tag, as in `<Head>` of Docusaurus or `<svelte:head>`, outside of samples and comments. */
export function textSaysNoindex(text: string): boolean {
  if (!/<meta\b/i.test(text)) return false;
  const tags =
    withoutCode(text)
      .replace(/<!--(?:(?!<!--)[\s\S])*?-->/g, '')
      .match(/<meta\b[^<>]{0,300}>/gi) ?? [];
  return tags.some((tag) => {
    const [name = '', content = ''] = ['name', 'content'].map(
      (key) => new RegExp(`\\b${key}\\s*=\\s*\\{?\\s*["']([^"']*)`, 'i').exec(tag)?.[1],
    );
    return isRobotsName(name) && saysNoindex(content);
  });
}

/** Returns true if a key at any level excludes the page from indexes. */
export function keySaysNoindex(key: string, value: unknown): boolean {
  const name = foldKey(key);
  const says =
    /^(?:robots|metarobots|rankmathrobots|googlebot|xrobotstag|seo)$/.test(name) &&
    (typeof value !== 'string' || name !== 'seo');
  const isOff = name !== 'seo' && value === false;
  return (says && (isOff || isRobotsNoindex(value))) || hasNoindexTag(value);
}

/** Returns true for a key that `noindexHeadKey` reads, including its content. */
export function isHeadKey(key: string): boolean {
  return HEADS.some((name) => foldKey(name) === foldKey(key));
}

/** The key of front matter that puts a `noindex` into the head of the page. */
export function noindexHeadKey(values: Values): string | undefined {
  return HEADS.flatMap((name) => values.alike(name)).find((key) => keySaysNoindex(key, values.peek(key)));
}
