import { extensionsByType } from '../../core/media-types.js';
import type { HeadersManifest } from '../manifests/neutral.js';
import { documentPlaces } from './answers.js';
import { headComment } from './host.js';
import { type NginxServer, nginxLocation, passOn, sidecarLocations } from './nginx-server.js';
import { block, indexMaps, indexVariables, type NginxNames, NOTHING, quotedRegex } from './nginx-text.js';
import { PAGE_ENDING } from './pattern.js';

/** The part inside `http { }` for a server together with a sidecar. */
export function nginxBesideHttp(
  manifest: HeadersManifest,
  names: NginxNames,
  file: string,
): readonly string[] {
  return [
    headComment([`For ${manifest.baseUrl}, inside http { }: include /path/to/${file};`]),
    '',
    '# Everything but GET and HEAD is refused.',
    ...block(`map $request_method $${names.of('refused')}`, ['default 1;', 'GET "";', 'HEAD "";']),
    '',
    '# Files that are sent unchanged: neither a page nor its Markdown.',
    ...block(`map $uri $${names.of('plain')}`, ['default $uri;', `"~*${PAGE_ENDING}" ${NOTHING};`]),
    '',
    '# The page of a folder.',
    ...indexMaps(names),
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
      block(`location ${nginxLocation(place)}`, [
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
      `try_files $uri $uri.html ${indexVariables(names).join(' ')} =502;`,
    ]),
  ];
}
