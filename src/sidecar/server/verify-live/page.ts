import { html, type Markup } from '../../../content/html/template.js';
import { byPublished, entryUrl, twinUrl } from '../../../documents/addresses.js';
import type { DocumentContext, DocumentRow } from '../../../documents/document-row.js';
import { restNonce } from '../admin/dispatch.js';
import { type PageCall, problem, sendPage } from '../auth/page.js';
import { requireAdmin } from '../auth/session-routes.js';
import type { Services } from '../services.js';
import { VERIFY_SCRIPT } from './script.js';

const PATH = '/svc/verify';
const TITLE = 'Verify live';

/**
 * `GET /svc/verify`: checks the live site with the owner's browser on request, and shows problems and caches that
 * answer.
 */
export async function showVerify(call: PageCall, services: Services): Promise<void> {
  const { response } = call;
  const found = await requireAdmin(call, services, {
    path: PATH,
    deed: 'check the live site',
    refuse: (text) => sendPage(response, { title: TITLE, body: problem(text) }, { status: 403 }),
  });
  if (found === undefined) return;
  const { ctx } = await services.site.documents();
  const facts = {
    checks: liveChecks(ctx),
    // Without a host: the browser uses the origin of this page.
    api: new URL(services.adminApi).pathname,
    nonce: restNonce(services, found.session.id),
  };
  const body = verifyBody(JSON.stringify(facts), ctx.site.baseUrl, ctx.settings.bypass_shared_cache);
  const connectTo = ["'self'", new URL(ctx.site.baseUrl).origin];
  sendPage(response, { title: TITLE, body, isWide: true }, { script: VERIFY_SCRIPT, connectTo });
}

function verifyBody(facts: string, baseUrl: string, isBypassed: boolean): Markup {
  return html`<div id="verify" data-facts="${facts}">
<p>Your browser requests the documents of <a href="${baseUrl}/">${baseUrl}</a> like any reader, without signing in,
and shows the results. These visits aren't counted.</p>
<p id="verify-noscript">This page needs JavaScript. On the command line, <code>svc verify ${baseUrl}</code> runs the
same checks and more.</p>
<div class="buttons"><button type="button" id="verify-start" hidden>Check now</button></div>
<p id="verify-summary" role="status"></p>
<section id="verify-cache" class="problem" aria-labelledby="verify-cache-name" hidden>
<h2 id="verify-cache-name"></h2>
<ul id="verify-cache-list"></ul>
<p>Requests that a cache answers never reach this service: the visit log counts too few visits, the change feed and
Markdown copies may be outdated, and clients are neither verified nor refused.</p>
<p>Exclude these from the cache: <code>*.md</code>, <code>/llms.txt</code>, <code>/llms-full.txt</code>,
<code>/.well-known/*</code>, <code>/svc-changes.json</code>, <code>/api-catalog</code>.</p>
${bypassMarkup(isBypassed)}
</section>
<ul id="verify-list" class="checks"></ul>
<p><a href="./">Overview</a></p>
</div>`;
}

function bypassMarkup(isBypassed: boolean): Markup {
  if (isBypassed) {
    return html`<p>These documents already request not to be cached (<code>bypass_shared_cache</code>). This cache
    ignores that, or its copies are older than the setting.</p>`;
  }
  return html`<div class="buttons"><button type="button" class="plain" id="ar-feat-bypass_shared_cache">Keep AI endpoints out of your cache</button></div>
<p id="verify-bypass-note" role="status"></p>`;
}

/** The requirements of a response. */
interface Expectation {
  /** Part of the media type; undefined to accept any. */
  readonly type?: string;
  /** Valid JSON. */
  readonly json?: true;
  /** Readable by pages of every origin. */
  readonly cors?: true;
  /** The `Link` header, or the head of the page, names a Markdown version. */
  readonly link?: true;
}

interface LiveCheck {
  readonly key: string;
  readonly label: string;
  readonly url: string;
  readonly expect: Expectation;
}

/** Lists the checks for a browser in the order of the report. The sample is the latest published page. */
function liveChecks(ctx: DocumentContext): readonly LiveCheck[] {
  const rows = ctx.table.toSorted((a, b) => (a.live?.rank ?? 0) - (b.live?.rank ?? 0));
  return [...rows.flatMap((row) => documentChecks(row, ctx)), ...sampleChecks(ctx)];
}

function sampleChecks(ctx: DocumentContext): readonly LiveCheck[] {
  const candidates = ctx.entries.filter((entry) => entry.twin !== '').sort(byPublished);
  // A page without its own date has no known publication date.
  const sample = candidates.find((entry) => entry.dated) ?? candidates[0];
  const twin = sample && twinUrl(ctx, sample);
  if (sample === undefined || twin === undefined) return [];
  return [
    {
      key: 'markdown',
      label: 'Markdown of the latest page',
      url: twin,
      expect: { type: 'text/markdown', cors: true },
    },
    { key: 'md_link', label: 'Pointer from that page', url: entryUrl(ctx, sample), expect: { link: true } },
  ];
}

/** Returns the check of a document, if it is served. */
function documentChecks(
  { id, path, contentType, live }: DocumentRow,
  ctx: DocumentContext,
): readonly LiveCheck[] {
  if (live === undefined || !(ctx.served(id) || ctx.files.has(path))) return [];
  const { key, label, cors } = live;
  const isJson = contentType === 'application/json';
  const expect = { type: contentType, ...(isJson && { json: true as const }), ...(cors && { cors }) };
  return [{ key, label, url: ctx.site.baseUrl + path, expect }];
}
