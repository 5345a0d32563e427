import { type Document, isMap, isScalar, isSeq, type Pair, parseDocument } from 'yaml';
import { nameSoundsLikeAccess } from '../../content/privacy/privacy.js';
import { addTo } from '../../core/multimap.js';

/** A key that occurs more than once in a map of front matter. */
export interface RepeatedKey {
  readonly key: string;
  /** From 1, in the text. */
  readonly lines: readonly number[];
  /** Its values may decide who sees the page: which of them counts differs between generators. */
  readonly mayHide: boolean;
}

const MAY_HIDE =
  /draft|publish|unlist|hidden|hide|permalink|exclude|visib|stat(?:us|e)|robots|index|sitemap|build|headless|date|expir|search|output|render|cascade|collection|^(?:head|layout|type|url|slug|lang|list)$/i;

/** True for a key that may decide who sees a page. */
export function keyMayHide(key: string): boolean {
  return MAY_HIDE.test(key) || nameSoundsLikeAccess(key);
}

function holdsSuchKey(node: unknown): boolean {
  if (isSeq(node)) return node.items.some(holdsSuchKey);
  return (
    isMap(node) &&
    node.items.some(
      ({ key, value }) => keyMayHide(String(isScalar(key) ? key.value : '')) || holdsSuchKey(value),
    )
  );
}

/**
 * The keys that a YAML document has twice in one map.
 * @param text of the document
 */
export function repeatedKeys(document: Pick<Document, 'contents'>, text: string): readonly RepeatedKey[] {
  const found: RepeatedKey[] = [];
  const lineOf = (offset: number) => text.slice(0, offset).split('\n').length;
  const walk = (node: unknown): void => {
    if (isSeq(node)) node.items.forEach(walk);
    if (!isMap(node)) return;
    const byKey = new Map<string, Pair[]>();
    for (const pair of node.items) {
      walk(pair.value);
      if (!isScalar(pair.key) || pair.key.value === '<<') continue;
      const key = String(pair.key.value);
      addTo(byKey, key, pair);
    }
    for (const [key, pairs] of byKey) {
      if (pairs.length < 2) continue;
      const values = pairs.map(({ value }) => value);
      const differ = new Set(values.map((value) => (isScalar(value) ? value.value : value))).size > 1;
      const lines = pairs.map((pair) => lineOf(isScalar(pair.key) ? (pair.key.range?.[0] ?? 0) : 0));
      found.push({ key, lines, mayHide: differ && (keyMayHide(key) || values.some(holdsSuchKey)) });
    }
  };
  walk(document.contents);
  return found;
}

/** The keys that a JSON text has twice in one object. */
export function repeatedJsonKeys(text: string): readonly RepeatedKey[] {
  return repeatedKeys(parseDocument(text, { uniqueKeys: false, logLevel: 'silent' }), text);
}
