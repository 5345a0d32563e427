/** The rules for pages and their twins in the configuration of Caddy. */

import { MEDIA_TYPES } from '../../core/media-types.js';
import { INDEX_FILES, PAGE_FILE_ENDING } from '../../site/page-file.js';
import type { HeadersManifest } from '../manifests/neutral.js';
import { HTML_RANGES, MARKDOWN_RANGES, type WeightedRange } from './accept.js';
import { archivesRegex, documentNames, documentPlaces } from './answers.js';
import { escapeRegex, PAGE_ENDING, patternRegex } from './pattern.js';

/** A name that no file has. */
const NOTHING = '/.svc-nothing';

/**
 * Routes for everything but documents: pages, their Markdown, other files, and missing ones.
 * @param elsewhere the server for a twin; undefined to send its file
 */
export function caddyPages(
  manifest: HeadersManifest,
  elsewhere: readonly string[] | undefined,
): readonly string[] {
  return [
    '# An address of a folder with a page is redirected to the one with a slash.',
    ...caddyBlock('@svc_slashless', [
      'path_regexp [^/]$',
      'not file {path} {path}.html',
      `file ${INDEX_FILES.map((file) => `{path}/${file}`).join(' ')}`,
      'vars_regexp svc_uri {http.request.uri} ^/+([^?]*)([?].*)?$',
    ]),
    'redir @svc_slashless /{re.svc_uri.1}/{re.svc_uri.2} 301',
    '',
    ...(manifest.pages.negotiation === null ? [] : negotiation(manifest, elsewhere)),
    '# The page of a folder, a file, or a page without its extension.',
    ...pageRoute(manifest, 'svc_folder', [
      'path_regexp /$',
      `file ${INDEX_FILES.map((file) => `{path}${file}`).join(' ')}`,
    ]),
    ...pageRoute(manifest, 'svc_file', ['path_regexp [^/]$', 'file {path} {path}.html']),
    '',
    ...missing(manifest),
  ];
}

function pageRoute(manifest: HeadersManifest, name: string, matchers: readonly string[]): readonly string[] {
  return [
    ...caddyBlock(`@${name}`, matchers),
    ...caddyBlock(`route @${name}`, [
      'rewrite * {file_match.relative}',
      ...mediaType(),
      `@page path_regexp (?i)${PAGE_FILE_ENDING}`,
      ...caddyBlock('route @page', [
        ...headerBlock(Object.entries(manifest.pages.headers)),
        ...links(manifest),
      ]),
      ...fileServer(),
    ]),
  ];
}

/** The media type of a file, by its extension. */
function mediaType(): readonly string[] {
  const types = Object.entries(MEDIA_TYPES).map(
    ([extension, type]) => `~(?i)${escapeRegex(extension)}$ ${caddyText(type)}`,
  );
  const map = caddyBlock('map {path} {svc_type}', [...types, 'default application/octet-stream']);
  return [...map, 'header Content-Type {svc_type}'];
}

/** Links of a page and of the twin in its place; an additional one where there is a twin. */
function links({ pages }: HeadersManifest): readonly string[] {
  return [
    ...headerBlock(pages.links.map((link) => ['Link', link] as const)),
    ...(pages.alternate === null
      ? []
      : [
          '@twinned file {vars.svc_bare}.md',
          `header @twinned +Link ${caddyText(pages.alternate).replace('\\{+path}', '{vars.svc_address}')}`,
        ]),
  ];
}

function negotiation(manifest: HeadersManifest, elsewhere: readonly string[] | undefined): readonly string[] {
  const { basePath, pages } = manifest;
  const base = escapeRegex(basePath);
  const archives = archivesRegex(pages.negotiation?.archives ?? []);
  const front = caddyText(`${basePath}/${pages.negotiation?.front}`);
  const { contentType = '', headers = {} } = pages.negotiation ?? {};
  return [
    ...markdownWanted(manifest),
    '# The address without slashes at its end, as it was sent, and the twin for it.',
    // Variables are set once; the result of a map changes when the request is rewritten.
    `@svc_bare path_regexp svc_bare ${caddyRaw(`^(${base}/.*[^/])/*$`)}`,
    `vars svc_bare ${NOTHING}`,
    'vars @svc_bare svc_bare {re.svc_bare.1}',
    `@svc_address vars_regexp svc_address {http.request.uri} ${caddyRaw(`^${base}/*([^?#<>"]*[^?#<>"/])/*(?:[?].*)?$`)}`,
    'vars @svc_address svc_address {re.svc_address.1}',
    ...caddyBlock('map {path} {svc_twin}', [
      // Documents with that ending aren't twins.
      ...documentNames(manifest).map((name) => `${caddyRaw(name)} ${NOTHING}`),
      `${caddyRaw(`~^${base}(?:/|/index[.]html)?$`)} ${front}`,
      ...(archives === undefined ? [] : [`${caddyRaw(`~^${base}${archives}$`)} ${front}`]),
      `${caddyRaw(`~^(${base}/.*[^/])/*$`)} "\${1}.md"`,
      `default ${NOTHING}`,
    ]),
    ...caddyBlock('@svc_negotiated', ['vars svc_wants markdown', 'file {svc_twin}']),
    ...(elsewhere ??
      caddyBlock('route @svc_negotiated', [
        ...headerBlock([['Content-Type', contentType], ...Object.entries(headers)]),
        ...links(manifest),
        'rewrite * {svc_twin}',
        ...fileServer(),
      ])),
    '',
  ];
}

/** Sets `svc_wants`, and `svc_soft` for clients that prefer an index to an error. */
function markdownWanted({ pages, notFound: caddyNotFound }: HeadersManifest): readonly string[] {
  const named = 'double({svc_markdown}) > 0.0 && double({svc_markdown}) >= double({svc_html})';
  const given = pages.negotiation?.userAgents ?? [];
  const soft = caddyNotFound.soft?.userAgents ?? [];
  const agents = (names: readonly string[]) =>
    `header_regexp User-Agent ${caddyRaw(`(?i)${names.map(escapeRegex).join('|')}`)}`;
  return [
    '# Markdown is sent if Accept names it and does not prefer HTML.',
    ...weightMap('svc_markdown', MARKDOWN_RANGES, -1),
    ...weightMap('svc_html', HTML_RANGES, 0),
    `@svc_named expression ${caddyRaw(named)}`,
    'vars @svc_named svc_wants markdown',
    ...(given.length === 0
      ? []
      : [
          ...caddyBlock('@svc_agent', [agents(given), 'expression `double({svc_markdown}) != 0.0`']),
          'vars @svc_agent svc_wants markdown',
        ]),
    ...(soft.length === 0
      ? []
      : [
          ...caddyBlock('@svc_soft', [agents(soft), `expression ${caddyRaw(named)}`]),
          'vars @svc_soft svc_soft yes',
        ]),
  ];
}

function weightMap(variable: string, ranges: readonly WeightedRange[], otherwise: number): readonly string[] {
  const lines = ranges.map(
    ({ regex, whole, hasFraction }) =>
      `${caddyRaw(`~(?i)${regex}`)} ${hasFraction ? `"${whole}.\${1}"` : whole}`,
  );
  return caddyBlock(`map {header.Accept} {${variable}}`, [...lines, `default ${otherwise}`]);
}

/** The site's error page, with its status. */
function missing(manifest: HeadersManifest): readonly string[] {
  const { pages, notFound, basePath } = manifest;
  const page = caddyText(`${basePath}/404.html`);
  const fields = (type: string) =>
    headerBlock([
      ['Content-Type', type],
      ...Object.entries(pages.headers),
      ...Object.entries(notFound.headers),
      ...pages.links.map((link) => ['Link', link] as const),
    ]);
  const { soft } = notFound;
  const text = (status: number) => `respond ${caddyText(soft?.text ?? '')} ${status}`;
  return [
    ...(soft === null
      ? []
      : [
          '@svc_soft_answer vars svc_soft yes',
          ...caddyBlock('route @svc_soft_answer', [...fields(soft.contentType), text(200)]),
          '@svc_markdown_missing vars svc_wants markdown',
          ...caddyBlock('route @svc_markdown_missing', [...fields(soft.contentType), text(404)]),
        ]),
    '# The error page of the site, with its status.',
    `@svc_missing_page file ${page}`,
    ...caddyBlock('route @svc_missing_page', [
      ...fields('text/html; charset=UTF-8'),
      `rewrite * ${page}`,
      ...fileServer('status 404'),
    ]),
    ...fields('text/plain; charset=UTF-8'),
    'respond "Not found\n" 404',
  ];
}

/** Text of a Caddyfile. */

/** A block with its lines indented. */
export function caddyBlock(head: string, lines: readonly string[]): readonly string[] {
  return [`${head} {`, ...lines.map((line) => (line === '' ? '' : `\t${line}`)), '}'];
}

/** A string without placeholders. */
export function caddyText(text: string): string {
  return caddyRaw(text.replace(/\{/g, '\\{'));
}

/** A string that is an expression or has placeholders. */
export function caddyRaw(text: string): string {
  return text.includes('`') ? `"${text.replace(/"/g, '\\"')}"` : `\`${text}\``;
}

/** Response headers; every link is added, since setting a field would replace the one before it. */
export function headerBlock(headers: readonly (readonly [string, string])[]): readonly string[] {
  if (headers.length === 0) return [];
  return caddyBlock(
    'header',
    headers.map(([name, value]) => `${name === 'Link' ? '+Link' : name} ${caddyText(value)}`),
  );
}

/** Sends a file; by default Caddy redirects names of files. */
export function fileServer(...options: readonly string[]): readonly string[] {
  return caddyBlock('file_server', [...options, 'disable_canonical_uris']);
}

/** The plain answer for a missing document. */
export function notFound({ notFound: { headers } }: HeadersManifest): readonly string[] {
  const fields = [['Content-Type', 'text/plain; charset=UTF-8'] as const, ...Object.entries(headers)];
  return [...headerBlock(fields), 'respond "Not found\n" 404'];
}

/**
 * The site together with a sidecar. Signatures, links and everything that depends on the settings come from the
 * sidecar, always up to date; pictures, styles and other plain files come from the folder.
 */
export function caddyBeside(manifest: HeadersManifest, sidecar: string): readonly string[] {
  const { basePath, signed } = manifest;
  const untouched = signed.map(({ path }) => basePath + decodeURIComponent(path));
  const others = untouched.filter((path) => !path.startsWith(`${basePath}/.well-known/`));
  return [
    ...caddyBlock('@svc_compressible', [
      `not path ${[`${basePath}/.well-known/*`, ...others].map(caddyText).join(' ')}`,
    ]),
    '',
    ...caddyBlock('route', [
      '# Plain files: neither a page nor its Markdown, no document and nothing hidden.',
      ...caddyBlock('@svc_plain', [
        'method GET HEAD',
        `not path_regexp ${caddyRaw(asked(manifest))}`,
        'file {path}',
      ]),
      ...caddyBlock('route @svc_plain', [...mediaType(), ...fileServer()]),
      '',
      '# Everything else goes to the sidecar, which may still be starting.',
      ...caddyBlock(`reverse_proxy ${sidecar}`, ['flush_interval -1', 'lb_try_duration 5s']),
    ]),
  ];
}

/** Matches the addresses that always go to the sidecar. */
function asked(manifest: HeadersManifest): string {
  const { basePath, sidecar } = manifest;
  const { exact, patterns } = documentPlaces(manifest);
  const parts = [
    ...exact.map((path) => `^${escapeRegex(path)}$`),
    ...patterns.map((pattern) => patternRegex(pattern)),
    ...sidecar.map((pattern) => `^${escapeRegex(basePath + pattern.replace('{+path}', ''))}`),
    `(?i:${PAGE_ENDING})`,
    '/[.]',
  ];
  return parts.join('|');
}
