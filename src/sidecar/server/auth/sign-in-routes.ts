import type { ServerResponse } from 'node:http';
import { html } from '../../../content/html/template.js';
import { clientKey } from '../../../core/net/client-address.js';
import type { User } from '../../../storage/tables/users.js';
import { isAccountName } from '../../accounts/can.js';
import {
  hashPassword,
  MAX_PASSWORD,
  MIN_PASSWORD,
  passwordProblem,
  TooManyPasswords,
} from '../../accounts/password.js';
import { SESSION_LIFETIME, secretHash, startSession } from '../../accounts/sessions.js';
import { isFirstLink, redeemFirstLink, signIn } from '../../accounts/sign-in.js';
import { restNonce, SESSION_COOKIE, signedIn } from '../admin/dispatch.js';
import { formatCookie, sendBody, untilClosed } from '../http/request.js';
import type { Services } from '../services.js';
import {
  cookiePath,
  EXPIRED,
  FORM_FIELD,
  field,
  formToken,
  isOwnForm,
  isSameOrigin,
  readForm,
} from './form-guard.js';
import { type PageCall, problem, sendOn, sendPage } from './page.js';

const PURPOSE = 'sign-in';

/** `GET /svc/login`: the sign-in form; with the link of the first start, the form for the first account. */
export async function showSignIn(call: PageCall, services: Services): Promise<void> {
  const { request, response, query } = call;
  const now = services.now();
  const link = query.get('link') ?? '';
  if (link !== '' && (await isFirstLink(services.storage, link, now))) {
    firstAccountPage(call, services, { link });
    return;
  }
  const target = query.get('return_to') ?? '';
  if ((await signedIn(request, services, now)) !== undefined) {
    sendOn(response, returnAddress(target, services.base));
    return;
  }
  const note = link === '' ? undefined : 'This link has expired or has been used. Sign in with your account.';
  signInPage(call, services, { target, ...(note !== undefined && { note }) });
}

/** `POST /svc/login`: accepts a form with its token, or JSON `{username, password}` without one. */
export async function handleSignIn(call: PageCall, services: Services): Promise<void> {
  const { request, response, address } = call;
  const now = services.now();
  const sent = await readForm(request);
  const isJson = sent.kind === 'json';
  if (sent.kind === 'unreadable' || !isSameOrigin(request, services.base)) {
    refuse(call, services, { isJson: true, status: sent.kind === 'unreadable' ? sent.status : 403 });
    return;
  }
  const { fields } = sent;
  const target = field(fields, 'return_to');
  const username = field(fields, 'username');
  const form = { purpose: PURPOSE, now, value: fields[FORM_FIELD] };
  if (!isJson && !isOwnForm(request, services, form)) {
    signInPage(call, services, { target, username, note: EXPIRED, status: 403 });
    return;
  }
  const result = await signIn(
    services,
    {
      username,
      password: field(fields, 'password'),
      address,
      client: clientKey(address),
      signal: untilClosed(response),
    },
    now,
  ).catch((error: unknown) => {
    if (error instanceof TooManyPasswords) return error;
    throw error;
  });
  if (result instanceof TooManyPasswords) {
    refuse(call, services, { isJson, target, username, wait: result.retryAfter, status: 503 });
    return;
  }
  if (result.kind !== 'in') {
    const wait = result.kind === 'locked' ? result.retryAfter : 0;
    refuse(call, services, { isJson, target, username, wait, status: wait > 0 ? 429 : 401 });
    return;
  }
  const { cookie, session } = await openSession(call, services, result.user);
  if (!isJson) {
    sendOn(response, returnAddress(target, services.base), { 'Set-Cookie': [cookie] });
    return;
  }
  const { name, role } = result.user;
  sendJson(
    response,
    200,
    { user: { name, role }, nonce: restNonce(services, session) },
    { 'Set-Cookie': cookie },
  );
}

interface Refusal {
  readonly isJson: boolean;
  readonly status: keyof typeof REFUSALS;
  readonly target?: string;
  readonly username?: string;
  /** Seconds after which a retry is worthwhile. */
  readonly wait?: number;
}

const REFUSALS = {
  400: { code: 'svc_sign_in_failed', note: () => "The request can't be read. Send a form or a JSON object." },
  401: { code: 'svc_sign_in_failed', note: () => 'The name or the password is wrong.' },
  403: { code: 'svc_sign_in_failed', note: () => 'The request comes from another origin.' },
  413: { code: 'svc_sign_in_failed', note: () => 'The request is too large. Send a name and a password.' },
  429: {
    code: 'svc_sign_in_locked',
    note: (wait: number) =>
      `Too many failed attempts. Wait ${wait < 60 ? `${wait} seconds` : `${Math.ceil(wait / 60)} minutes`}.`,
  },
  503: { code: 'svc_busy', note: () => 'Too many people are signing in. Try again in a few seconds.' },
} as const;

function refuse(
  call: PageCall,
  services: Services,
  { isJson, status, target = '', username = '', wait = 0 }: Refusal,
): void {
  const headers = wait > 0 ? { 'Retry-After': String(wait) } : undefined;
  const { code, note } = REFUSALS[status];
  const message = note(wait);
  if (isJson) sendJson(call.response, status, { code, message, data: { status } }, headers);
  else signInPage(call, services, { target, username, note: message, status, ...(headers && { headers }) });
}

interface SignInPage {
  readonly target: string;
  /** The name that was entered before; it needn't be entered again. */
  readonly username?: string;
  readonly note?: string;
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
}

function signInPage({ request, response }: PageCall, services: Services, page: SignInPage): void {
  const { value, cookies } = formToken(request, services, { purpose: PURPOSE, now: services.now() });
  const { target, username = '', note, status = 200, headers = {} } = page;
  const autofocus = (isHere: boolean) => isHere && ' autofocus';
  const body = html`${note !== undefined && problem(note)}
<form method="post" action="${services.basePath}/svc/login">
<input type="hidden" name="${FORM_FIELD}" value="${value}">
<input type="hidden" name="return_to" value="${target}">
<label for="username">Name</label>
<input id="username" name="username" value="${username}" autocomplete="username" autocapitalize="none" spellcheck="false" required${autofocus(username === '')}>
<label for="password">Password</label>
<input id="password" name="password" type="password" autocomplete="current-password" required${autofocus(username !== '')}>
<div class="buttons"><button>Sign in</button></div>
</form>`;
  sendPage(response, { title: 'Sign in', body }, { status, headers: { ...headers, 'Set-Cookie': cookies } });
}

/** Sends JSON that no cache stores. */
export function sendJson(
  response: ServerResponse,
  status: number,
  value: unknown,
  headers: Readonly<Record<string, string>> = {},
): void {
  sendBody(response, status, JSON.stringify(value), {
    'Content-Type': 'application/json; charset=UTF-8',
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
    ...headers,
  });
}

/**
 * Returns the address to open after sign-in: only addresses of the sidecar itself.
 * @param given path with query, as passed to the sign-in page
 * @param base absolute address below which the sidecar responds
 * @returns a path with query; the overview for anything else
 */
function returnAddress(given: unknown, base: string): string {
  const own = new URL(`${base}/svc/`);
  const fallback = own.pathname;
  if (typeof given !== 'string' || !given.startsWith('/') || /^\/[/\\]|[\u0000-\u001f\\]/.test(given)) {
    return fallback;
  }
  const target = new URL(given, own);
  return target.origin === own.origin && target.pathname.startsWith(own.pathname)
    ? target.pathname + target.search + target.hash
    : fallback;
}

const FIRST_ACCOUNT = 'first-account';

/** Shows the form that creates the first administrator. */
function firstAccountPage(
  { request, response }: PageCall,
  services: Services,
  { link, note, name = '' }: { readonly link: string; readonly note?: string; readonly name?: string },
): void {
  const { value, cookies } = formToken(request, services, { purpose: FIRST_ACCOUNT, now: services.now() });
  const body = html`<p class="soft">There are no accounts yet. Choose the name and password of the administrator.</p>
${note !== undefined && problem(note)}
<form method="post" action="${services.basePath}/svc/first-account">
<input type="hidden" name="${FORM_FIELD}" value="${value}">
<input type="hidden" name="link" value="${link}">
<label for="username">Name</label>
<input id="username" name="username" value="${name}" autocomplete="username" autocapitalize="none" spellcheck="false" required autofocus>
<label for="password">Password, at least ${MIN_PASSWORD} characters</label>
<input id="password" name="password" type="password" autocomplete="new-password" minlength="${MIN_PASSWORD}" maxlength="${MAX_PASSWORD}" required>
<div class="buttons"><button>Create the account and sign in</button></div>
</form>`;
  const status = note === undefined ? 200 : 400;
  sendPage(response, { title: 'Welcome', body }, { status, headers: { 'Set-Cookie': cookies } });
}

/** `POST /svc/first-account`: redeems the link. */
export async function handleFirstAccount(call: PageCall, services: Services): Promise<void> {
  const { request, response } = call;
  const sent = await readForm(request);
  const fields = sent.kind === 'form' ? sent.fields : {};
  const link = field(fields, 'link');
  const username = field(fields, 'username').trim();
  const password = field(fields, 'password');
  const passwordFault = passwordProblem(password);
  const now = services.now();
  const again = (note: string) => firstAccountPage(call, services, { link, note, name: username });
  if (!(await isFirstLink(services.storage, link, now))) {
    sendOn(response, `${services.basePath}/svc/login?link=used`);
  } else if (!isOwnForm(request, services, { purpose: FIRST_ACCOUNT, now, value: fields[FORM_FIELD] })) {
    again(EXPIRED);
  } else if (!isAccountName(username)) {
    again('Use a name of 2 to 60 letters, digits and . _ - @ that starts with a letter or digit.');
  } else if (passwordFault !== undefined) {
    again(`The password can't be used. ${passwordFault}`);
  } else {
    const account = { secret: link, username, password: await hashPassword(password, untilClosed(response)) };
    const id = await redeemFirstLink(services.storage, account, now);
    if (id === undefined) {
      sendOn(response, `${services.basePath}/svc/login?link=used`);
      return;
    }
    const { cookie } = await openSession(call, services, { id });
    sendOn(response, `${services.basePath}/svc/`, { 'Set-Cookie': [cookie] });
  }
}

/** Starts a session for an account in the requesting browser. */
async function openSession(
  { request, address }: PageCall,
  { storage, base, now }: Services,
  user: Pick<User, 'id'>,
): Promise<{ readonly cookie: string; readonly session: string }> {
  const visitor = { userAgent: request.headers['user-agent'] ?? '', address };
  const secret = await startSession(storage, user.id, visitor, now());
  const options = { maxAge: SESSION_LIFETIME, path: cookiePath(base), secure: base.startsWith('https:') };
  return {
    cookie: formatCookie(SESSION_COOKIE, secret, options),
    session: secretHash(secret),
  };
}
