import { counted } from '../../../core/text.js';
import { cacheExclusions, isCacheExcluded } from '../../../documents/cache-exclusions.js';
import { documentTable } from '../../../documents/table.js';
import { cacheOf } from '../cache.js';
import { arrived, type Check, DEPLOY_RULES, type Findings, type Visited } from '../check.js';
import type { Visit } from '../client.js';

/** How long copies may be kept. */
export const caching: Check = {
  id: 'caching',
  group: 'headers',
  title: 'Every document has a cache lifetime; Markdown is never stored',
  async run(ctx, findings) {
    const documents = await arrived(ctx);
    for (const one of documents) addFindings(findings, one);
    return counted(documents.length, 'document');
  },
};

function addFindings(findings: Findings, { document, visit: { answer } }: Visited): void {
  const expected = document.headers?.['Cache-Control'] ?? '';
  const sent = answer?.header('cache-control');
  const directives = directivesOf(sent ?? '');
  // Stricter is always right: `bypass_shared_cache` makes it so.
  if (directives.has('no-store')) return;
  if (/no-store/.test(expected)) {
    findings.addLimited('headers', document.url, {
      code: 'stored',
      hop: 'server',
      message: `Cache-Control is ${sent === undefined ? 'not sent' : `"${sent}"`}; Markdown is sent with "no-store".`,
      fix: DEPLOY_RULES,
    });
  } else if (sent === undefined) {
    findings.addLimited('headers', document.url, {
      code: 'cache-control-missing',
      hop: 'server',
      message: `Cache-Control isn't sent; expected "${expected}".`,
      fix: DEPLOY_RULES,
    });
  } else if (directives.get('max-age') !== directivesOf(expected).get('max-age')) {
    const message = `Cache-Control is "${sent}"; expected "${expected}".`;
    const fix = `${DEPLOY_RULES} A CDN may have a setting of its own that overrides them.`;
    findings.add(document.url, { level: 'warn', code: 'cache-control-other', hop: 'server', message, fix });
  }
}

function directivesOf(value: string): ReadonlyMap<string, string> {
  return new Map(
    value.split(',').map((part) => {
      const [name = '', argument = ''] = part.trim().toLowerCase().split('=');
      return [name, argument] as const;
    }),
  );
}

/** Paths that caches which ignore headers have to leave alone. */
const EXCLUSIONS = cacheExclusions(documentTable);

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
