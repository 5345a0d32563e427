/** Reads the forms of sign-in pages, and refuses those of other sites. */

import type { IncomingMessage } from 'node:http';
import { html } from '../../../content/html/template.js';
import { isObject, textOf } from '../../../core/json.js';
import { basePathOf } from '../../../core/paths.js';
import { isNonce, mintNonce, newSecret, type SignedIn } from '../../accounts/sessions.js';
import { formatCookie, parseBody, readBody, readCookie } from '../http/request.js';
import type { Services } from '../services.js';
import { type PageCall, sendPage } from './page.js';

/** What a form says whose token doesn't apply. */
export const EXPIRED = 'The page was open for too long, or the browser refuses cookies. Try again.';

/** Cookie that ties a form to the browser that it was shown to, before sign-in. */
const COOKIE = 'svc_form';
const ACTION = 'form';
/** Name of the hidden field. */
export const FORM_FIELD = 'form_token';

type Facts = Pick<Services, 'nonceKey' | 'base'>;

/** The hidden value of a form, and its cookie. The form of a session needs no separate cookie. */
interface FormToken {
  readonly value: string;
  /** `Set-Cookie`; empty when the browser already has the cookie. */
  readonly cookies: readonly string[];
}

/**
 * Creates the token of a form.
 * @param purpose what the form does, so that the token of one form isn't valid for another
 * @param session id of the session, if there is one: the form is then valid only in it
 */
export function formToken(
  request: Pick<IncomingMessage, 'headers'>,
  { nonceKey, base }: Facts,
  { purpose, session, now }: { readonly purpose: string; readonly session?: string; readonly now: number },
): FormToken {
  const scope = { key: nonceKey, action: `${ACTION} ${purpose}` };
  if (session !== undefined) return { value: mintNonce({ ...scope, session }, now), cookies: [] };
  const known = readCookie(request.headers.cookie, COOKIE);
  const secret = known ?? newSecret();
  const value = mintNonce({ ...scope, session: secret }, now);
  const options = { path: cookiePath(base), secure: base.startsWith('https:') };
  return { value, cookies: known === undefined ? [formatCookie(COOKIE, secret, options)] : [] };
}

/** Checks whether this site showed the form to this browser. */
export function isOwnForm(
  request: Pick<IncomingMessage, 'headers'>,
  { nonceKey, base }: Facts,
  form: {
    readonly purpose: string;
    readonly session?: string;
    readonly now: number;
    readonly value: unknown;
  },
): boolean {
  if (typeof form.value !== 'string' || !isSameOrigin(request, base)) return false;
  const secret = readCookie(request.headers.cookie, COOKIE);
  const session = form.session ?? secret;
  if (session === undefined) return false;
  return isNonce(form.value, { key: nonceKey, session, action: `${ACTION} ${form.purpose}` }, form.now);
}

/**
 * Returns false for a request from a page of another origin. Programs send no `Origin`. Browsers send `null` for forms
 * of our own pages, since these send no referrer, and report in another header where the form was.
 * @see https://fetch.spec.whatwg.org/#append-a-request-origin-header
 */
export function isSameOrigin({ headers }: Pick<IncomingMessage, 'headers'>, base: string): boolean {
  const { origin } = headers;
  if (origin === 'null') return (headers['sec-fetch-site'] ?? 'same-origin') === 'same-origin';
  return origin === undefined || origin === new URL(base).origin;
}

/** Returns the path of cookies: they are sent to the site's own path only. */
export function cookiePath(base: string): string {
  return `${basePathOf(base)}/`;
}

/**
 * Reads a form of a signed-in page.
 * @param purpose what the form does
 * @returns its fields; undefined after a 403 was sent, for anything but our own form
 */
export async function readOwnForm(
  call: PageCall,
  services: Services,
  { session }: SignedIn,
  purpose: string,
): Promise<Readonly<Record<string, unknown>> | undefined> {
  const sent = await readForm(call.request);
  const fields = sent.kind === 'form' ? sent.fields : {};
  const form = { purpose, session: session.id, now: services.now(), value: fields[FORM_FIELD] };
  if (isOwnForm(call.request, services, form)) return fields;
  const body = html`<p>Or the browser refuses cookies. Go back, reload the page and try again.</p>`;
  sendPage(call.response, { title: 'The page was open for too long', body }, { status: 403 });
  return undefined;
}

/** Maximum size of a form in bytes. */
const MAX_FORM = 64 * 1024;

/** The submitted data: a form, JSON, or neither, with the status of the refusal. */
type SentForm =
  | { readonly kind: 'form' | 'json'; readonly fields: Readonly<Record<string, unknown>> }
  | { readonly kind: 'unreadable'; readonly status: 400 | 413 };

/** Reads a form with every value of every field; empty when the request isn't a form. */
export async function readParameters(request: IncomingMessage): Promise<URLSearchParams> {
  const sent = await readContents(request);
  return sent.kind === 'form' ? sent.fields : new URLSearchParams();
}

/** Reads a form, or the JSON object that programs send instead. */
export async function readForm(request: IncomingMessage): Promise<SentForm> {
  const sent = await readContents(request);
  if (sent.kind === 'form') return { kind: 'form', fields: Object.fromEntries(sent.fields) };
  if (sent.kind === 'json' && isObject(sent.value)) return { kind: 'json', fields: sent.value };
  return { kind: 'unreadable', status: sent.kind === 'refused' && sent.status === 413 ? 413 : 400 };
}

async function readContents(request: IncomingMessage) {
  const body = await readBody(request, MAX_FORM);
  return body.kind === 'read' ? parseBody(body.bytes, request.headers['content-type']) : body;
}

/** Returns a field as text; empty when it is missing or isn't text. */
export function field(fields: Readonly<Record<string, unknown>>, name: string): string {
  const value = fields[name];
  return textOf(value);
}
