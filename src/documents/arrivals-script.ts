import type { DocumentContext, DocumentRow } from './document-row.js';
import { scriptPath } from './page-scripts.js';

/**
 * The script that reports to the sidecar where a reader came from (CDN mode): where the browser sends a foreign
 * referrer or the address has a mark, one small message, once for each view of a page. It names no assistant: the
 * server decides.
 */
function buildArrivalsScript(ctx: DocumentContext): string {
  return `(function () {
  'use strict';
  if (window.svcArrival || !navigator.sendBeacon) return;
  window.svcArrival = true;
  function tell() {
    try {
      var from = document.referrer ? new URL(document.referrer).origin : '';
      var utm = new URLSearchParams(location.search).get('utm_source') || '';
      if (from === location.origin || from === 'null') from = '';
      if (!from && !utm) return;
      var body = { ref: from && from + '/', utm: utm, path: location.pathname };
      navigator.sendBeacon(${JSON.stringify(endpointOf(ctx))}, JSON.stringify(body));
    } catch (error) {
      // A count is never worth an error in the page.
    }
  }
  // A prerendered page has not been visited yet.
  if (document.prerendering) document.addEventListener('prerenderingchange', tell, { once: true });
  else tell();
})();
`;
}

/** On the site's own origin the host is left out, so that the script works wherever the pages are served. */
function endpointOf({ sidecarBase = '', site, restPrefix }: DocumentContext): string {
  const base = new URL(sidecarBase || site.baseUrl);
  const isOwn = base.origin === new URL(site.baseUrl).origin;
  return `${isOwn ? '' : base.origin}${scriptPath(base.href, `/${restPrefix}/svc/v1/ai-hit`)}`;
}

/** `/svc-arrivals.js`: counts visits from assistants in the browser. */
export const arrivalsScript: DocumentRow = {
  id: 'arrivals-script',
  path: '/svc-arrivals.js',
  contentType: 'text/javascript',
  headers: 'plain',
  summary: 'Script in pages that reports the referrer, to count visits from AI assistants.',
  condition: '`enable_activity` and `enable_referral_beacon`, with a sidecar',
  inHead: true,
  when: ({ settings, referralBeacon, sidecarBase }) =>
    settings.enable_activity && referralBeacon && sidecarBase !== undefined,
  render: buildArrivalsScript,
};
