import { encodeSegments } from '../../core/percent.js';
import type { HeadersManifest } from '../manifests/neutral.js';
import { documentAnswers } from './answers.js';
import type { GlobRule } from './glob-rules.js';
import { headComment } from './host.js';

/** `_headers`: an address and, indented, its headers. */
export function headersText(
  rules: readonly GlobRule[],
  lines: (rule: GlobRule) => readonly string[],
): string {
  const blocks = rules.map((rule) => [rule.glob, ...lines(rule).map((line) => `  ${line}`)].join('\n'));
  return `${[headComment('#', []), ...blocks].join('\n\n')}\n`;
}

/**
 * `_redirects`: moved documents, files that are not at their address, and the sidecar's addresses.
 * @param sidecar its address; undefined when the host can't pass requests on
 */
export function redirectsText(manifest: HeadersManifest, sidecar: string | undefined): string {
  const { basePath, redirects } = manifest;
  const mapped = documentAnswers(manifest).flatMap(({ path, file }) =>
    path === undefined || (path === file && !/\/[.]md$/.test(path))
      ? []
      : [`${encodeSegments(path)} ${encodeSegments(target(path, file))} 200`],
  );
  const passed =
    sidecar === undefined
      ? []
      : manifest.sidecar.map((pattern) => {
          const folder = basePath + pattern.replace('{+path}', '');
          return `${folder}* ${sidecar}${folder}:splat 200`;
        });
  // `:` and `*` would be placeholders.
  const literal = (path: string) => path.replaceAll(':', '%3A').replaceAll('*', '%2A');
  const moved = redirects.map(({ from, to, status }) => `${basePath}${literal(from)} ${to} ${status}`);
  return `${[headComment('#', []), '', ...passed, ...moved, ...mapped].join('\n')}\n`;
}

/** Hidden files are often not uploaded: `/.md` has the bytes of `/index.md`. */
function target(path: string, file: string): string {
  return path === file ? path.replace(/[.]md$/, 'index.md') : file;
}
