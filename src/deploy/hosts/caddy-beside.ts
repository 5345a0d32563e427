import { MEDIA_TYPES } from '../../core/media-types.js';
import type { HeadersManifest } from '../manifests/neutral.js';
import { documentPlaces } from './beside.js';
import { caddyBlock, caddyRaw, caddyText, fileServer } from './caddy-text.js';
import { escapeRegex, PAGE_ENDING, patternRegex } from './pattern.js';

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
