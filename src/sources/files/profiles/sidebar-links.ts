import { isObject } from '../../../core/is-object.js';

const MAX_DEPTH = 20;

/**
 * The addresses that a sidebar names, in its order: those of its `link`s, and of the items below them. The `base` of
 * a group comes before the links in it.
 */
export function* linksIn(value: unknown, base = '', depth = 0): Generator<string> {
  if (depth > MAX_DEPTH) return;
  if (Array.isArray(value)) {
    for (const item of value) yield* linksIn(item, base, depth + 1);
    return;
  }
  if (!isObject(value)) return;
  const own = typeof value['base'] === 'string' ? value['base'] : base;
  const { link, items } = value;
  if (typeof link === 'string') yield /^(?:[a-z]+:|\/\/)/i.test(link) ? link : own + link;
  if (items !== undefined) yield* linksIn(items, own, depth + 1);
  // Several sidebars, by the folders that they belong to.
  else if (link === undefined) for (const list of Object.values(value)) yield* linksIn(list, own, depth + 1);
}

/** An address without what servers add or leave out: the same for `/a/`, `/a`, `/a.html` and `/a/index.md`. */
export function plainAddress(address: string): string {
  let path = address.replace(/[?#].*$/s, '');
  try {
    path = decodeURI(path);
  } catch {
    // Kept as written.
  }
  return path
    .replace(/(?:\.html|\.mdx?)$/, '')
    .replace(/(^|\/)index$/, '$1')
    .replace(/^\/+|\/+$/g, '');
}

/**
 * The files of the pages at these addresses, each once.
 * @param addressOf the address of a file
 */
export function filesAt(
  links: Iterable<string>,
  files: readonly string[],
  addressOf: (path: string) => string,
): readonly string[] {
  const byAddress = new Map(files.map((path) => [plainAddress(addressOf(path)), path]));
  const found = Array.from(links, (link) => byAddress.get(plainAddress(link)));
  return [...new Set(found.filter((path) => path !== undefined))];
}
