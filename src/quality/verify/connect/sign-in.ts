import { objectOf, textOf } from '../../../core/json.js';
import { isParsableUrl } from '../../../core/parsable-url.js';
import {
  BROWSER_USER_AGENT,
  type Check,
  type Finding,
  type Findings,
  skipped,
  type VerifyContext,
} from '../check.js';
import { addObstacle, CALLBACK, CHALLENGE, connectionOf } from './connection.js';

/** A client registers. */
export const registration: Check = {
  id: 'registration',
  group: 'connect',
  title: 'A client can register, without a secret',
  async run(ctx, findings) {
    const visit = await connectionOf(ctx).registered();
    if (visit === undefined) return skipped('no place to register is named');
    const { answer, url } = visit;
    const given = objectOf(answer?.json);
    if (!addObstacle(findings, visit, { who: 'A client', what: 'the registration endpoint' })) {
      if (answer?.status !== 201 || textOf(given['client_id']) === '') {
        const problem =
          textOf(given['error_description']) || textOf(given['message']) || textOf(given['error']);
        const message = `Registration answers ${answer?.status ?? 'nothing'}${problem === '' ? '' : `: ${problem}`}.`;
        const fix =
          answer?.status === 429
            ? 'Wait a minute: registrations are limited.'
            : 'Read the log of the sidecar.';
        findings.add(url, { code: 'registration-refused', hop: 'sidecar', message, fix });
      }
    }
    return textOf(given['client_id']) || 'no client';
  },
};

/** The owner of the site gives consent. */
export const consent: Check = {
  id: 'consent',
  group: 'connect',
  title: 'The owner reaches the consent page through the sign-in; a wrong redirect address is never followed',
  async run(ctx, findings) {
    const connection = connectionOf(ctx);
    const clientId = await connection.clientId();
    const page = textOf((await connection.server())?.['authorization_endpoint']);
    if (clientId === undefined || !isParsableUrl(page)) return skipped('there is no client to ask for');
    await addConsent(findings, authorizeUrl(page, clientId, CALLBACK), ctx);
    await addOpenRedirect(findings, authorizeUrl(page, clientId, 'https://attacker.invalid/'), ctx);
    return page;
  },
};

function authorizeUrl(page: string, clientId: string, redirectUri: string): string {
  const url = new URL(page);
  const parameters = {
    response_type: 'code',
    client_id: clientId,
    redirect_uri: redirectUri,
    code_challenge: CHALLENGE,
    code_challenge_method: 'S256',
    scope: 'read',
    state: 'svc-verify',
  };
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  return url.href;
}

/** A signed-out browser is redirected to the sign-in page of the same origin, or gets a page at once. */
async function addConsent(findings: Findings, url: string, ctx: VerifyContext): Promise<void> {
  const visit = await ctx.client.visit(url, { userAgent: BROWSER_USER_AGENT, accept: 'text/html' });
  const { answer, failure, redirects } = visit;
  const fail = (code: string, hop: Finding['hop'], message: string, fix: string) =>
    findings.add(url, { code, hop, message, fix });
  if (failure !== undefined || answer === undefined) {
    addObstacle(findings, visit, { who: 'A browser', what: 'the consent page' });
  } else if (redirects.some(({ to }) => new URL(to).origin !== new URL(url).origin)) {
    const message = `Before the consent page the browser is redirected to ${new URL(visit.url).origin}.`;
    const detail = 'consent-elsewhere';
    fail(detail, 'redirect', message, 'Build with the address under which the sidecar is reached.');
  } else if (!answer.isOk || !answer.looksLikeHtml || !/<form\b/i.test(answer.text)) {
    const message = `The consent page answers ${answer.status}${answer.isOk ? ' without a form to sign in or to decide' : ''}.`;
    fail('consent-unreachable', 'server', message, 'Pass /svc/* on to the sidecar, uncached and unchanged.');
  } else if (!/no-store|no-cache/i.test(answer.header('cache-control') ?? '')) {
    const message = 'The consent page may be stored by caches.';
    fail('consent-cached', 'cache', message, 'Keep /svc/* out of every cache.');
  }
}

async function addOpenRedirect(findings: Findings, url: string, ctx: VerifyContext): Promise<void> {
  const { answer, redirects } = await ctx.client.visit(url, {
    userAgent: BROWSER_USER_AGENT,
    accept: 'text/html',
    follow: false,
  });
  const location = answer?.header('location') ?? redirects[0]?.to ?? '';
  if (!isParsableUrl(location, url) || new URL(location, url).hostname !== 'attacker.invalid') return;
  const message = "A browser is redirected to an address that the client hasn't registered.";
  const fix = 'Update the sidecar at once: such an address must never be followed.';
  findings.add(url, { code: 'open-redirect', hop: 'sidecar', message, fix });
}

/** A code that was never issued is refused in the words of the standard. */
export const token: Check = {
  id: 'token',
  group: 'connect',
  title: 'The token endpoint answers as OAuth requires, and its answers are never stored',
  async run(ctx, findings) {
    const connection = connectionOf(ctx);
    const url = textOf((await connection.server())?.['token_endpoint']);
    if (!isParsableUrl(url)) return skipped('no token endpoint is named');
    const clientId = await connection.clientId();
    // Without a registration the client is unknown too.
    const expected = clientId === undefined ? '401 invalid_client' : '400 invalid_grant';
    const fields = {
      grant_type: 'authorization_code',
      code: 'svc-verify-no-such-code',
      client_id: clientId ?? 'svc-verify',
      redirect_uri: CALLBACK,
      code_verifier: 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk',
    };
    const visit = await ctx.client.visit(url, {
      method: 'POST',
      accept: 'application/json',
      follow: false,
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
      body: String(new URLSearchParams(fields)),
    });
    const { answer } = visit;
    const fail = (code: string, hop: Finding['hop'], message: string, fix: string) =>
      findings.add(url, { code, hop, message, fix });
    if (!addObstacle(findings, visit, { who: 'A client', what: 'the token endpoint' })) {
      const error = textOf(objectOf(answer?.json)['error']);
      if (answer === undefined || `${answer.status} ${error}` !== expected) {
        const message =
          `A code that was never issued is answered with ${answer?.status ?? 'nothing'} ${error}`.trim();
        fail(
          'token-endpoint',
          'sidecar',
          `${message}, not with ${expected}.`,
          'Pass the POST on to the sidecar unchanged: method, body and Content-Type.',
        );
      } else if (!/no-store/i.test(answer.header('cache-control') ?? '')) {
        const message = 'Answers of the token endpoint may be stored.';
        const detail = 'token-cached';
        fail(detail, 'cache', message, 'Keep the API out of every cache, and let Cache-Control pass.');
      }
    }
    return url;
  },
};
