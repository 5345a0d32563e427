import { isObject } from '../../../../core/is-object.js';

/** Moves a page: its file's path, and the path that decides its address. */
export type Rewrite = (path: string) => string;

/** Patterns of parameters that can't make matching slow. */
const SAFE = /^(?:\.\*|\.\+|\\d\+|\\w\+|\[\^\/\]\+|[\w-]+(?:\|[\w-]+)*)$/;
const PARAMETER = /(\/?)(?::(\w+)|(?=\())(?:\(([^()]*)\))?([*+?]?)/g;

/**
 * The `rewrites` of VitePress: from the path of a file to the one of its page, with parameters such as `:rest*`.
 * @returns undefined for what only code can compute
 */
export function readRewrites(rules: unknown): Rewrite | undefined {
  if (rules === undefined) return (path) => path;
  if (!isObject(rules)) return undefined;
  const compiled = Object.entries(rules).map(([from, to]) =>
    typeof to === 'string' ? compile(from, to) : undefined,
  );
  if (compiled.includes(undefined)) return undefined;
  return (path) => {
    for (const rule of compiled) {
      const moved = rule?.(path);
      if (moved !== undefined) return moved;
    }
    return path;
  };
}

function compile(from: string, to: string): ((path: string) => string | undefined) | undefined {
  if (!/[:()]/.test(from)) return (path) => (path === from ? to : undefined);
  const names: string[] = [];
  let isSafe = true;
  let end = 0;
  let source = '';
  for (const match of from.matchAll(PARAMETER)) {
    const [whole, slash = '', name, pattern, modifier = ''] = match;
    if (name === undefined && pattern === undefined) continue;
    isSafe &&= pattern === undefined || SAFE.test(pattern);
    source += escaped(from.slice(end, match.index));
    end = match.index + whole.length;
    const one = pattern ?? '[^/]+?';
    const many = modifier === '*' || modifier === '+' ? `${one}(?:/${one})*` : one;
    const body = pattern === undefined && many !== one ? '.+?' : many;
    names.push(name ?? String(names.length));
    source += modifier === '*' || modifier === '?' ? `(?:${slash}(${body}))?` : `${slash}(${body})`;
  }
  if (!isSafe || names.length > 8) return undefined;
  const pattern = new RegExp(`^${source}${escaped(from.slice(end))}$`);
  return (path) => {
    const found = pattern.exec(path);
    if (found === null) return undefined;
    const values = new Map(names.map((name, index) => [name, found[index + 1] ?? '']));
    return to.replace(/:(\w+)[*+?]?|\$(\d+)/g, (whole, name?: string, index?: string) =>
      name === undefined ? (found[Number(index)] ?? '') : (values.get(name) ?? whole),
    );
  };
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
