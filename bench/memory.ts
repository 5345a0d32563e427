import { type BuiltSite, builtSite } from './built-site.js';

/**
 * Builds made-up exports of several sizes, for the memory that their first builds took. It hardly differs between
 * rounds, so that each size is built once.
 * @param sizes numbers of entries
 */
export async function benchMemory(sizes: readonly number[]): Promise<readonly BuiltSite[]> {
  const sites: BuiltSite[] = [];
  for (const entries of sizes) sites.push(await builtSite('export', entries));
  return sites;
}

/** Bytes of memory that every further entry takes, between two sizes. */
export function slopeOf(small: BuiltSite, large: BuiltSite): number {
  return (large.full.maxRss - small.full.maxRss) / (large.entries - small.entries);
}
