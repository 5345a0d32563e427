import { shortHash } from '../../core/hash.js';
import { extensionsByType } from '../../core/media-types.js';
import type { HeadersManifest } from '../manifests/neutral.js';
import type { DocumentAnswer } from './answers.js';
import { documentPlaces } from './beside.js';
import { headComment } from './host.js';
import { type NginxServer, passOn, placeOf, sidecarLocations } from './nginx-server.js';
import { block, type NginxNames, NOTHING, quotedRegex } from './nginx-text.js';
import { PAGE_ENDING } from './pattern.js';

/** A header of pages or of twins in their place: elsewhere its variable is empty, so that it isn't sent. */
export interface PageHeader {
  readonly header: string;
  /** Without dollar sign. */
  readonly variable: string;
  /** Values as they are written; undefined where the header is not sent. */
  readonly page: string | undefined;
  readonly twin: string | undefined;
}

/** Every header of pages, in the order in which they are sent. */
export function pageHeaders({ pages }: HeadersManifest, names: NginxNames): readonly PageHeader[] {
  const { headers, links, alternate } = pages;
  const twins = pages.negotiation?.headers ?? {};
  const value = (text: string | undefined) => (text === undefined ? undefined : names.text(text));
  const link = (name: string, page: string): PageHeader => ({
    header: 'Link',
    variable: names.of(name),
    page,
    twin: page,
  });
  return [
    ...[...new Set([...Object.keys(headers), ...Object.keys(twins)])].map((header, index) => ({
      header,
      variable: names.of(`header_${index + 1}`),
      page: value(headers[header]),
      twin: value(twins[header]),
    })),
    ...links.map((text, index) => link(`link_${index + 1}`, names.text(text))),
    ...(alternate === null ? [] : [link('link_twin', `"${names.value('alternate')}"`)]),
  ];
}

/** The variable with a proof field of a signed document: empty, and so not sent, with 304. */
export function proofVariable(
  { path = '' }: Pick<DocumentAnswer, 'path'>,
  header: string,
  names: NginxNames,
): string {
  return names.of(`proof_${shortHash(`${path} ${header}`).slice(0, 8)}`);
}

/** The proof fields of signed documents, for answers that have a body. */
export function proofMaps(answers: readonly DocumentAnswer[], names: NginxNames): readonly string[] {
  return answers.flatMap((answer) =>
    answer.proof.flatMap(([header, value]) =>
      block(`map $status $${proofVariable(answer, header, names)}`, [
        `default ${names.text(value)};`,
        '304 "";',
      ]),
    ),
  );
}

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

/** The part inside `http { }` for a server together with a sidecar. */
export function nginxBesideHttp(
  manifest: HeadersManifest,
  names: NginxNames,
  file: string,
): readonly string[] {
  return [
    headComment('#', [`For ${manifest.baseUrl}, inside http { }: include /path/to/${file};`]),
    '',
    '# Everything but GET and HEAD is refused.',
    ...block(`map $request_method $${names.of('refused')}`, ['default 1;', 'GET "";', 'HEAD "";']),
    '',
    '# Files that are sent unchanged: neither a page nor its Markdown.',
    ...block(`map $uri $${names.of('plain')}`, ['default $uri;', `"~*${PAGE_ENDING}" ${NOTHING};`]),
    '',
    '# The page of a folder.',
    ...block(`map $uri $${names.of('index')}`, [
      `default ${NOTHING};`,
      `"~^(?<${names.of('folder')}>.*)/$" "$${names.of('folder')}/index.html";`,
    ]),
  ];
}

/**
 * The server of a site together with a sidecar. Signatures, links and everything that depends on the settings come from
 * the sidecar, always up to date; pictures, styles and other plain files come from the folder.
 */
export function nginxBesideServer(server: NginxServer): readonly string[] {
  const { manifest, names } = server;
  const { basePath, signed } = manifest;
  const { exact, patterns } = documentPlaces(manifest);
  const untouched = new Set(signed.map(({ path }) => basePath + decodeURIComponent(path)));
  return [
    'etag on;',
    '# Redirects name no host and no port.',
    'absolute_redirect off;',
    ...sidecarLocations(server),
    '',
    '# Signed documents must arrive as they are.',
    ...block(`location ^~ ${quotedRegex(`${basePath}/.well-known`)}`, ['gzip off;', ...passOn(server)]),
    ...(basePath === '' ? [] : block(`location = ${quotedRegex(basePath)}`, passOn(server))),
    '',
    '# Hidden files are not published, and documents come from the sidecar.',
    ...block('location ~ "/[.](?!md$)"', passOn(server)),
    ...[...exact, ...patterns].flatMap((place) =>
      block(`location ${placeOf(place)}`, [
        ...(untouched.has(place) ? ['gzip off;'] : []),
        ...passOn(server),
      ]),
    ),
    '',
    ...fileLocation(server),
    ...block(`location @${names.of('not_allowed')}`, [
      'types { } default_type "text/plain; charset=UTF-8";',
      'add_header Allow "GET, HEAD" always;',
      'return 405 "";',
    ]),
  ];
}

function fileLocation(server: NginxServer): readonly string[] {
  const { manifest, names } = server;
  const types = [...extensionsByType()].map(
    ([type, extensions]) => `${quotedRegex(type)} ${extensions.join(' ')};`,
  );
  const typed = [...block('types', types), 'default_type application/octet-stream;', 'charset off;'];
  return [
    '# A plain file, or whatever the sidecar answers.',
    ...block(`location ${quotedRegex(`${manifest.basePath}/`)}`, [
      `if ($${names.of('refused')}) { return 405; }`,
      `error_page 405 @${names.of('not_allowed')};`,
      ...typed,
      `try_files $${names.of('plain')} @${names.of('sidecar')};`,
    ]),
    ...block(`location @${names.of('sidecar')}`, [
      ...passOn(server),
      `error_page 502 504 = @${names.of('page_file')};`,
    ]),
    '# While the sidecar is unreachable: the file of a page, which must not be cached.',
    ...block(`location @${names.of('page_file')}`, [
      ...typed,
      'add_header Cache-Control "no-store, max-age=0";',
      'add_header Vary Accept;',
      `try_files $uri $uri.html $${names.of('index')} =502;`,
    ]),
  ];
}
