import { MEDIA_TYPES } from '../../core/media-types.js';
import type { HeadersManifest } from '../manifests/neutral.js';
import { documentPlaces } from './beside.js';
import { escapeRegex, PAGE_ENDING, patternRegex } from './pattern.js';

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
      ...caddyBlock('route @svc_plain', [
        ...caddyBlock('map {path} {svc_type}', [
          ...Object.entries(MEDIA_TYPES).map(
            ([extension, type]) => `~(?i)${escapeRegex(extension)}$ ${caddyText(type)}`,
          ),
          'default application/octet-stream',
        ]),
        'header Content-Type {svc_type}',
        ...fileServer(),
      ]),
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
