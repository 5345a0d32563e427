const PRODUCT = /(?<![a-z0-9._+-])([a-z][a-z0-9._+-]{1,40})\/[0-9]/g;
const COMPATIBLE = /compatible;\s*([a-z][a-z0-9._+-]{1,40})/;
const SHORTEST = 3;

/**
 * The text that identifies a client: the first product with a version that isn't a browser's, else the
 * word after `compatible;`.
 * @param userAgent in lower case
 * @param generic words that identify no client
 * @returns empty where there is none
 */
export function readSafeToken(userAgent: string, generic: ReadonlySet<string>): string {
  const isSafe = (word: string) => word.length >= SHORTEST && !generic.has(word);
  for (const [, name = ''] of userAgent.matchAll(PRODUCT)) {
    if (isSafe(name)) return name;
  }
  const word = COMPATIBLE.exec(userAgent)?.[1] ?? '';
  return isSafe(word) ? word : '';
}
