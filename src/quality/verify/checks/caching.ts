import { counted } from '../../../core/text.js';
import { arrived, type Check, DEPLOY_RULES, type Findings, type Visited } from '../check.js';

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
    findings.add(document.url, {
      level: 'warn',
      code: 'cache-control-other',
      hop: 'server',
      message: `Cache-Control is "${sent}"; expected "${expected}".`,
      fix: `${DEPLOY_RULES} A CDN may have a setting of its own that overrides them.`,
    });
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
