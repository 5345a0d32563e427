import type { HeadersManifest } from '../manifests/neutral.js';
import { block, type NginxNames } from './nginx-text.js';

const PLAIN = 'types { } default_type "text/plain; charset=UTF-8";';

/** The answer for a missing file: the site's own page for readers, a short text for clients that want a document. */
export function nginxFailures(manifest: HeadersManifest, names: NginxNames): readonly string[] {
  const { pages, notFound, basePath } = manifest;
  const { soft } = notFound;
  const always = (headers: readonly (readonly [string, string])[]) =>
    headers.map(([name, value]) => `add_header ${name} ${names.text(value)} always;`);
  const uncached = Object.entries(notFound.headers);
  const links = pages.links.map((link) => ['Link', link] as const);
  const ofPage = always([...Object.entries(pages.headers), ...links, ...uncached]);
  const missing = names.of('missing_page');
  return [
    '# The error page of the site, with its status; documents have none.',
    ...block(`location @${missing}`, [
      'recursive_error_pages on;',
      'types { } default_type "text/html; charset=UTF-8";',
      ...ofPage,
      ...(soft === null
        ? []
        : [
            `error_page 420 = @${missing}_soft;`,
            `error_page 421 = @${missing}_markdown;`,
            `if ($${names.of('soft')}) { return 420; }`,
            `if ($${names.of('markdown')}) { return 421; }`,
          ]),
      `try_files ${names.text(`${basePath}/404.html`)} @${missing}_text;`,
    ]),
    ...block(`location @${missing}_text`, [PLAIN, ...ofPage, 'return 404 "Not found\\n";']),
    ...(soft === null
      ? []
      : (['soft', 'markdown'] as const).flatMap((kind) =>
          block(`location @${missing}_${kind}`, [
            `types { } default_type ${names.text(soft.contentType)};`,
            ...ofPage,
            `return ${kind === 'soft' ? 200 : 404} ${names.text(soft.text)};`,
          ]),
        )),
    ...block(`location @${names.of('not_found')}`, [
      PLAIN,
      ...always(uncached),
      'return 404 "Not found\\n";',
    ]),
    ...block(`location @${names.of('not_allowed')}`, [
      PLAIN,
      'add_header Allow "GET, HEAD" always;',
      'return 405 "";',
    ]),
  ];
}
