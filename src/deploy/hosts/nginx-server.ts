import { extensionsByType } from '../../core/media-types.js';
import type { HeadersManifest } from '../manifests/neutral.js';
import { type AbsentDocuments, absentDocuments, type DocumentAnswer, documentAnswers } from './answers.js';
import type { HostFacts } from './host.js';
import {
  block,
  indexVariables,
  type NginxNames,
  nginxPageHeaders,
  proofVariable,
  quotedRegex,
} from './nginx-text.js';
import { escapeRegex, patternRegex } from './pattern.js';

/** The inputs of a site's server. */
export interface NginxServer {
  readonly manifest: HeadersManifest;
  readonly names: NginxNames;
  readonly facts: HostFacts;
  /** True to have the sidecar answer agent files too. */
  readonly live: boolean;
}

/** The server of a site without a sidecar at its own address: a location for each document, and one for pages. */
export function nginxServer(server: NginxServer): readonly string[] {
  const { manifest, names } = server;
  const { basePath } = manifest;
  return [
    'etag on;',
    '# Redirects name no host and no port.',
    'absolute_redirect off;',
    ...baseRedirect(server),
    '# A trailing slash after a well-known name is tolerated.',
    `rewrite ${quotedRegex(`^(${escapeRegex(basePath)}/[.]well-known/.*[^/])/+$`)} $1;`,
    ...alternate(manifest, names),
    ...sidecarLocations(server),
    ...redirects(manifest, names),
    '',
    '# Hidden files are not published.',
    ...block('location ~ "/[.](?!well-known(?:/|$)|md$)"', [...refusals(names), 'return 404;']),
    ...absentLocations(server, 'wellKnown'),
    ...documentAnswers(manifest).flatMap((answer) => ['', ...documentLocation(answer, server)]),
    ...absentLocations(server, 'others'),
    '',
    ...pageLocation(server),
    '',
    ...nginxFailures(manifest, names),
  ];
}

/** A site in a folder: the address without the slash leads to the front page. */
function baseRedirect({ manifest: { basePath }, names }: NginxServer): readonly string[] {
  if (basePath === '') return [];
  return block(`location = ${quotedRegex(basePath)}`, [
    ...refusals(names),
    `return 301 ${names.text(`${basePath}/`).replace(/"$/, '$is_args$args"')};`,
  ]);
}

/** A test for a file is safe in a server, and not together with `try_files`. */
function alternate({ pages }: HeadersManifest, names: NginxNames): readonly string[] {
  if (pages.alternate === null || pages.negotiation === null) return [];
  const link = names.text(pages.alternate).replace('{+path}', names.value('address'));
  return [
    '',
    '# Pages that have a twin say so.',
    `set $${names.of('alternate')} "";`,
    ...block(`if (-f $document_root$${names.of('twin')})`, [`set $${names.of('alternate')} ${link};`]),
    `set $${names.of('redirected')} "";`,
    ...indexVariables(names, 'slashless').flatMap((file) =>
      block(`if (-f $document_root${file})`, [`set $${names.of('redirected')} 1;`]),
    ),
  ];
}

/** Documents that are not there now: some of them answer preflights all the same. */
function absentLocations(server: NginxServer, which: keyof AbsentDocuments): readonly string[] {
  const { manifest, names } = server;
  return absentDocuments(manifest)[which].flatMap(({ pattern, preflight }) => [
    '',
    ...block(`location ${nginxLocation(pattern)}`, [
      ...(preflight ? preflightAnswer(manifest, names) : []),
      ...(manifest.preflight.missing.some((one) => manifest.basePath + one === pattern)
        ? ['if ($request_method = OPTIONS) { return 404; }']
        : []),
      ...refusals(names),
      'return 404;',
    ]),
  ]);
}

/** The location of an address or a pattern. */
export function nginxLocation(pattern: string): string {
  return pattern.includes('{') ? `~ ${quotedRegex(patternRegex(pattern))}` : `= ${quotedRegex(pattern)}`;
}

export function sidecarLocations(server: NginxServer): readonly string[] {
  if (server.facts.sidecar === undefined) return [];
  const { sidecar: patterns, basePath } = server.manifest;
  return patterns.flatMap((pattern) => {
    const folder = basePath + pattern.replace('{+path}', '');
    return [
      '',
      ...block(`location ^~ ${quotedRegex(folder)}`, passOn(server)),
      // Otherwise nginx would redirect by itself.
      ...(folder.endsWith('/')
        ? block(`location = ${quotedRegex(folder.slice(0, -1))}`, passOn(server))
        : []),
    ];
  });
}

/** Passes a request to the sidecar. */
export function passOn({ facts }: NginxServer): readonly string[] {
  return [
    `proxy_pass ${facts.sidecar};`,
    'proxy_http_version 1.1;',
    ...(facts.isElsewhere
      ? ['proxy_ssl_server_name on;', 'proxy_set_header Host $proxy_host;']
      : ['proxy_set_header Host $http_host;']),
    'proxy_set_header Connection "";',
    'proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;',
    'proxy_set_header X-Forwarded-Proto $scheme;',
    // Otherwise nginx doesn't pass it on.
    'proxy_pass_header X-Accel-Expires;',
    'proxy_buffering off;',
  ];
}

function redirects({ redirects: list, basePath }: HeadersManifest, names: NginxNames): readonly string[] {
  return list.flatMap(({ from, to, status, headers }) => [
    '',
    ...block(`location = ${quotedRegex(basePath + decodeURIComponent(from))}`, [
      ...refusals(names),
      ...Object.entries(headers).map(([name, value]) => `add_header ${name} ${names.text(value)};`),
      `return ${status} ${names.text(to)};`,
    ]),
  ]);
}

function documentLocation(answer: DocumentAnswer, server: NginxServer): readonly string[] {
  const { path, pattern = '', file, contentType, headers, proof, canonical, preflight, compress } = answer;
  const { names, manifest } = server;
  const at = path === undefined ? `~ ${quotedRegex(patternRegex(pattern))}` : `= ${quotedRegex(path)}`;
  if (server.live) return block(`location ${at}`, passOn(server));
  return block(`location ${at}`, [
    ...(preflight ? preflightAnswer(manifest, names) : []),
    ...refusals(names),
    `types { } default_type ${names.text(contentType)};`,
    ...(compress ? [] : ['gzip off;', 'max_ranges 0;']),
    ...headers.map(([name, value]) => `add_header ${name} ${names.text(value)};`),
    ...proof.map(([name]) => `add_header ${name} $${proofVariable(answer, name, names)};`),
    ...(canonical === undefined ? [] : [`add_header Link $${names.of('canonical')};`]),
    `try_files ${path === undefined || path === file ? '$uri' : names.text(file)} =404;`,
  ]);
}

function preflightAnswer({ preflight }: HeadersManifest, names: NginxNames): readonly string[] {
  return block('if ($request_method = OPTIONS)', [
    ...Object.entries(preflight.headers).map(([name, value]) => `add_header ${name} ${names.text(value)};`),
    `return ${preflight.status};`,
  ]);
}

/** The first directives of every location. */
function refusals(names: NginxNames, missing = 'not_found'): readonly string[] {
  return [
    `if ($${names.of('refused')}) { return 405; }`,
    `error_page 405 @${names.of('not_allowed')};`,
    `error_page 404 @${names.of(missing)};`,
  ];
}

function pageLocation(server: NginxServer): readonly string[] {
  const { manifest, names, live } = server;
  const { negotiation } = manifest.pages;
  const isPassedOn = live && negotiation !== null;
  const types = [...extensionsByType()].filter(([, extensions]) => !extensions.includes('md'));
  if (negotiation !== null) types.push([negotiation.contentType, ['md']]);
  const candidates = [
    ...(negotiation === null ? [] : [`$${names.of('negotiated')}`]),
    '$uri',
    '$uri.html',
    ...indexVariables(names),
    `@${names.of('folder')}`,
  ];
  return [
    ...block(`location ${quotedRegex(`${manifest.basePath}/`)}`, [
      ...refusals(names, 'missing_page'),
      'recursive_error_pages on;',
      ...(isPassedOn
        ? [`if ($${names.of('markdown')}) { return 421; }`, `error_page 421 = @${names.of('sidecar')};`]
        : []),
      ...block(
        'types',
        types.map(([type, extensions]) => `${quotedRegex(type)} ${extensions.join(' ')};`),
      ),
      'default_type application/octet-stream;',
      'charset off;',
      ...nginxPageHeaders(manifest, names).map(
        ({ header, variable }) => `add_header ${header} $${variable};`,
      ),
      `try_files ${candidates.join(' ')};`,
    ]),
    ...(isPassedOn ? block(`location @${names.of('sidecar')}`, passOn(server)) : []),
    ...block(`location @${names.of('folder')}`, [
      `error_page 404 @${names.of('missing_page')};`,
      'recursive_error_pages on;',
      'absolute_redirect off;',
      ...indexVariables(names, 'slashless').map(
        (file) => `if (-f $document_root${file}) { return 301 $${names.of('slashed')}; }`,
      ),
      'return 404;',
    ]),
  ];
}

const PLAIN = 'types { } default_type "text/plain; charset=UTF-8";';

/** The answer for a missing file: the site's own page for readers, a short text for clients that want a document. */
function nginxFailures(manifest: HeadersManifest, names: NginxNames): readonly string[] {
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
