import { type BlockAttributes, tokenizeBlocks } from '../../content/body/wordpress/block-parser.js';
import { replaceTexts } from '../../content/body/wordpress/pattern-overrides.js';
import { NO_PRIVACY_RULES } from '../../content/privacy/privacy.js';
import { classifyMeta } from '../../content/privacy/wordpress/meta.js';
import { isObject } from '../../core/json.js';

/** Reads the post meta with certain keys. */
type MetaOf = (keys: ReadonlySet<string>) => ReadonlyMap<string, readonly string[]>;

/** The start of a block that contains no other one. */
const BLOCK = /<!--\s+wp:(paragraph|heading|button|image)\s+(?=\{)/g;

/**
 * Replaces the fallback text of blocks bound to post meta (`core/post-meta`) with its value. Excludes private keys (`_key`)
 * and keys that sound like a restriction.
 * @see https://developer.wordpress.org/block-editor/reference-guides/block-api/block-bindings/
 */
export function bindMeta(body: string, metaOf: MetaOf): string {
  if (!body.includes('core/post-meta')) return body;
  let result = '';
  let written = 0;
  const unclosed = new Set<string>();
  BLOCK.lastIndex = 0;
  for (let match = BLOCK.exec(body); match !== null; match = BLOCK.exec(body)) {
    const [, name = ''] = match;
    const start = body.indexOf('-->', BLOCK.lastIndex) + 3;
    if (start < 3) break;
    BLOCK.lastIndex = start;
    const values = unclosed.has(name) ? undefined : valuesOf(body.slice(match.index, start), metaOf);
    if (values === undefined) continue;
    const end = body.indexOf(`<!-- /wp:${name} `, start);
    if (end < 0) {
      unclosed.add(name);
      continue;
    }
    result += body.slice(written, start) + replaceTexts(body.slice(start, end), values);
    written = end;
    BLOCK.lastIndex = end;
  }
  return result + body.slice(written);
}

/** The texts of the attributes of a block that are bound to post meta; undefined where none has any. */
function valuesOf(comment: string, metaOf: MetaOf): Readonly<Record<string, string>> | undefined {
  if (!comment.includes('"bindings"') || comment.endsWith('/-->')) return undefined;
  const [token] = tokenizeBlocks(comment);
  const keys = token?.kind === 'open' ? boundKeys(token.attributes) : {};
  const meta = metaOf(new Set(Object.values(keys)));
  const values = Object.entries(keys).flatMap(([attribute, key]) => {
    const value = meta.get(key)?.at(-1);
    return value === undefined ? [] : [[attribute, value]];
  });
  return values.length === 0 ? undefined : Object.fromEntries(values);
}

/** The post meta of each attribute that is bound to one. */
function boundKeys({ metadata }: BlockAttributes): Readonly<Record<string, string>> {
  const bindings = isObject(metadata) && isObject(metadata['bindings']) ? metadata['bindings'] : {};
  const bound = Object.entries(bindings).flatMap(([attribute, binding]) => {
    if (!isObject(binding) || binding['source'] !== 'core/post-meta' || !isObject(binding['args'])) return [];
    const { key } = binding['args'];
    const isShown =
      typeof key === 'string' && !key.startsWith('_') && classifyMeta(key, NO_PRIVACY_RULES) === undefined;
    return isShown ? [[attribute, key]] : [];
  });
  return Object.fromEntries(bound);
}
