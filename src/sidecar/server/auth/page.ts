import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { html, type Markup, trusted } from '../../../content/html/template.js';
import { PROGRAM } from '../../../core/files.js';
import { sendBody } from '../http/request.js';

const STYLE = readFileSync(new URL('templates/sidecar.css', PROGRAM), 'utf8');
const STYLE_HASH = hashOf(STYLE);

/** A page of the sidecar itself. */
interface SidecarPage {
  readonly title: string;
  readonly body: Markup;
  /** BCP 47; by default `en`, the language of our texts. */
  readonly lang?: string;
  /** True for a page with lists that need more width. */
  readonly isWide?: boolean;
}

/** Options for sending a page. */
interface PageOptions {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string | readonly string[]>>;
  /** False for a form whose response may redirect anywhere: the page then has no `form-action`. */
  readonly keepsForms?: boolean;
  /** One of our own scripts; no other script ever runs. */
  readonly script?: string;
  /** Sources that the script may connect to, for `connect-src`. */
  readonly connectTo?: readonly string[];
}

/**
 * Sends a page. No other site can frame it, it loads nothing but its own style, and no cache stores it.
 * @see https://www.rfc-editor.org/rfc/rfc9700#section-4.16
 */
export function sendPage(
  response: ServerResponse,
  { title, body, lang = 'en', isWide = false }: SidecarPage,
  { status = 200, headers = {}, keepsForms = true, script, connectTo = [] }: PageOptions = {},
): void {
  const { text } = html`<!doctype html>
<html lang="${lang}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title}</title>
<style>${trusted(STYLE)}</style>
</head>
<body>
<main${isWide && html` class="wide"`}>
<h1>${title}</h1>
${body}
</main>
${script !== undefined && html`<script>${trusted(script)}</script>\n`}</body>
</html>
`;
  const policy = [
    "default-src 'none'",
    `style-src 'sha256-${STYLE_HASH}'`,
    ...(keepsForms ? ["form-action 'self'"] : []),
    "frame-ancestors 'none'",
    "base-uri 'none'",
    ...(script === undefined ? [] : [`script-src 'sha256-${hashOf(script)}'`]),
    ...(connectTo.length === 0 ? [] : [`connect-src ${connectTo.join(' ')}`]),
  ].join('; ');
  sendBody(response, status, text, {
    'Content-Type': 'text/html; charset=UTF-8',
    'Cache-Control': 'no-store',
    'Content-Security-Policy': policy,
    'X-Content-Type-Options': 'nosniff',
    'X-Frame-Options': 'DENY',
    'X-Robots-Tag': 'noindex',
    'Referrer-Policy': 'no-referrer',
    ...headers,
  });
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('base64');
}

/** Redirects the browser, always with a plain `GET` (303, never 307). */
export function sendOn(
  response: ServerResponse,
  location: string,
  headers: Readonly<Record<string, string | readonly string[]>> = {},
): void {
  const fields = { Location: location, 'Cache-Control': 'no-store', 'Referrer-Policy': 'no-referrer' };
  sendBody(response, 303, '', { ...fields, ...headers });
}

/** Renders the paragraph that describes a problem; assistive technology announces it at once. */
export function problem(text: string): Markup {
  return html`<p class="problem" role="alert">${text}</p>`;
}

/**
 * Formats a time for people, in UTC, since the reader's time zone is unknown.
 * @param seconds Unix seconds
 */
export function timeText(seconds: number): string {
  return `${new Date(seconds * 1000).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}

/** A request to a page of the sidecar. */
export interface PageCall {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** Parameters of the query. */
  readonly query: URLSearchParams;
  /** Address of the client, resolved through trusted proxies. */
  readonly address: string;
}
