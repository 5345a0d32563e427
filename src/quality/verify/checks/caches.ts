import { counted } from '../../../core/text.js';
import { cacheExclusions, isCacheExcluded } from '../../../documents/cache-exclusions.js';
import { surfaces } from '../../../documents/table.js';
import { cacheOf } from '../cache.js';
import type { Check, Findings } from '../check.js';
import type { Visit } from '../client.js';

/** Paths that caches which ignore headers have to leave alone. */
const EXCLUSIONS = cacheExclusions(surfaces);

const FIX = `Keep ${EXCLUSIONS.join(', ')} out of the cache, or turn on bypass_shared_cache; then purge it.`;

/** Agents get the current documents. */
export const caches: Check = {
  id: 'caches',
  group: 'way',
  title: 'No cache answers instead of the server',
  async run(ctx, findings) {
    const ours = ctx.client.visits.filter(
      ({ answer, asked }) => answer?.isOk === true && isOurs(asked, ctx.base),
    );
    for (const visit of ours) addCopy(findings, visit);
    return counted(ours.length, 'answer');
  },
};

/** Pages for people may come from a cache. */
function isOurs(url: string, base: string): boolean {
  if (!url.startsWith(`${base}/`)) return false;
  return isCacheExcluded(url.slice(base.length).split('?', 1)[0] ?? '', EXCLUSIONS);
}

function addCopy(findings: Findings, { asked, answer }: Visit): void {
  const hit = answer === undefined ? undefined : cacheOf(answer);
  if (answer === undefined || hit === undefined) return;
  const isForbidden = /no-store/i.test(answer.header('cache-control') ?? '');
  findings.add(asked.split('?', 1)[0] ?? asked, {
    level: isForbidden ? 'fail' : 'warn',
    code: isForbidden ? 'cached-anyway' : 'cached',
    hop: 'cache',
    message: isForbidden
      ? `${hit.via} sends a copy although the document says "no-store": the cache ignores the server's headers.`
      : `${hit.via} sends a copy: changes arrive late, and the server doesn't see the visit.`,
    fix: FIX,
  });
}
