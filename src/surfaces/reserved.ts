import type { Surface } from './surface.js';

/** First path segments that belong to the service, whatever stands behind them. */
const PREFIXES = ['svc', 'schemas', '.well-known'];

/**
 * A test for addresses that no entry may have, because a public document lives there or its twin would.
 * @param table all rows
 * @param restPrefix first segment of the read API
 * @returns a function of a path below the base (`/llms.txt`, `/sitemap/`), percent-encoded or not
 * @see design section 4, "Addresses"
 */
export function reservedPaths(table: readonly Surface[], restPrefix: string): (path: string) => boolean {
  const literal = new Set<string>(['/index']);
  const patterns: RegExp[] = [];
  for (const path of table.flatMap((row) => [row.path, ...(row.aliases ?? [])])) {
    if (path.startsWith('/{path}') || path.startsWith('/{rest_prefix}')) continue;
    if (path.includes('{')) patterns.push(toPattern(path));
    else literal.add(path.toLowerCase());
  }
  const prefixes = new Set([...PREFIXES, restPrefix.toLowerCase()]);
  return (path) => {
    const plain = decode(path).toLowerCase().replace(/\/+$/, '');
    const taken = (candidate: string) =>
      literal.has(candidate) || patterns.some((pattern) => pattern.test(candidate));
    return prefixes.has(plain.split('/')[1] ?? '') || taken(plain) || (plain !== '' && taken(`${plain}.md`));
  };
}

// `/{collection}/llms.txt` also has a form with a language in front.
function toPattern(path: string): RegExp {
  const source = path
    .split(/\{[^}]+\}/)
    .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
    .join('.+');
  return new RegExp(`^${source}$`);
}

function decode(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
