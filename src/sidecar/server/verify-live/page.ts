import { html, type Markup } from '../../../content/html/template.js';
import { restNonce } from '../admin/authenticate.js';
import { problem, sendPage } from '../auth/page.js';
import type { PageCall } from '../auth/page-call.js';
import { requireAdmin } from '../auth/require-admin.js';
import type { Services } from '../services.js';
import { liveChecks } from './checks.js';
import { VERIFY_SCRIPT } from './script.js';

const PATH = '/svc/verify';
const TITLE = 'Verify live';

/**
 * `GET /svc/verify`: looks at the live site with the owner's browser, once that is asked for, and names what is wrong
 * and which cache answers.
 * @see spec section 8.3, point 4; reference/readiness-and-score.md section 2
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
    // Without a host: the browser asks where it found this page.
    api: new URL(services.adminApi).pathname,
    nonce: restNonce(services, found.session.id),
  };
  const body = verifyBody(JSON.stringify(facts), ctx.site.baseUrl, ctx.settings.bypass_shared_cache);
  const connectTo = ["'self'", new URL(ctx.site.baseUrl).origin];
  sendPage(response, { title: TITLE, body, isWide: true }, { script: VERIFY_SCRIPT, connectTo });
}

function verifyBody(facts: string, baseUrl: string, isBypassed: boolean): Markup {
  return html`<div id="verify" data-facts="${facts}">
<p>Your browser asks for the documents of <a href="${baseUrl}/">${baseUrl}</a> as any reader would, without signing in,
and shows what comes back. These visits are not counted.</p>
<p id="verify-noscript">This page needs JavaScript. On the command line <code>svc verify ${baseUrl}</code> does the same and
more.</p>
<div class="buttons"><button type="button" id="verify-start" hidden>Check now</button></div>
<p id="verify-summary" role="status"></p>
<section id="verify-cache" class="problem" aria-labelledby="verify-cache-name" hidden>
<h2 id="verify-cache-name"></h2>
<ul id="verify-cache-list"></ul>
<p>What a cache answers never reaches this service: the visit log counts too few, the change feed and Markdown copies may
be old, and clients are neither verified nor turned away.</p>
<p>Let the cache leave out: <code>*.md</code>, <code>/llms.txt</code>, <code>/llms-full.txt</code>,
<code>/.well-known/*</code>, <code>/svc-changes.json</code>, <code>/api-catalog</code>.</p>
${bypassMarkup(isBypassed)}
</section>
<ul id="verify-list" class="checks"></ul>
<p><a href="./">Overview</a></p>
</div>`;
}

function bypassMarkup(isBypassed: boolean): Markup {
  if (isBypassed) {
    return html`<p>These documents already ask not to be kept (<code>bypass_shared_cache</code>). This cache does not heed it,
or its copies are from before.</p>`;
  }
  return html`<div class="buttons"><button type="button" class="plain" id="ar-feat-bypass_shared_cache">Keep AI endpoints out of your cache</button></div>
<p id="verify-bypass-note" role="status"></p>`;
}
