import type { Answer } from '../answer.js';
import type { Check, Findings } from '../check.js';
import type { Visit } from '../client.js';

/** A name that exists on no site: the same for a whole run. */
export function unknownName(now: number): string {
  return `svc-verify-${now.toString(36)}`;
}

/** Unknown addresses answer 404. */
export const notFound: Check = {
  id: 'not-found',
  group: 'headers',
  title: 'Unknown names are plain 404s: no page with 200, no redirect to the home page',
  async run(ctx, findings) {
    const name = unknownName(ctx.now());
    const paths = [
      `/.well-known/${name}`,
      `/.well-known/${name}.json`,
      `/.well-known/mcp/${name}/server-card.json`,
      `/${name}/`,
      `/${name}.md`,
      `/svc-sitemap-${name}-1.xml`,
    ];
    const visits = await Promise.all(paths.map((path) => ctx.client.visit(ctx.base + path)));
    for (const visit of visits) addFinding(findings, visit);
    return `${paths.length} names that don't exist`;
  },
};

function addFinding(findings: Findings, { asked, redirects, answer }: Visit): void {
  const [first] = redirects;
  if (first !== undefined) {
    const message = `An unknown name answers ${first.status} to ${first.to}; expected 404.`;
    const fix = 'Remove the rule that redirects unknown addresses.';
    findings.add(asked, { code: 'unknown-redirected', hop: 'redirect', message, fix });
  } else if (answer !== undefined && answer.status !== 404 && answer.status !== 410) {
    addOtherStatus(findings, asked, answer);
  }
}

function addOtherStatus(findings: Findings, asked: string, answer: Answer): void {
  const what = answer.looksLikeHtml ? ' with a page' : '';
  findings.add(asked, {
    // A refusal hides existing and unknown addresses alike; agents give up, but are not deceived.
    level: answer.isOk || answer.status >= 500 ? 'fail' : 'warn',
    code: answer.isOk ? 'unknown-found' : 'unknown-status',
    hop: 'server',
    message: `An unknown name answers ${answer.status}${what}; expected 404.`,
    fix: answer.isOk
      ? 'Keep the app shell for pages: files, and everything below /.well-known/, are a plain 404.'
      : 'Answer 404 for unknown addresses.',
  });
}
