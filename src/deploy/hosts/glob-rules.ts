import { encodeSegments } from '../../core/percent.js';
import type { HeadersManifest } from '../manifests/neutral.js';
import { documentAnswers } from './answers.js';
import { headComment } from './host.js';
import { escapeRegex, patternParts } from './pattern.js';

/** Headers for the addresses of one pattern of `_headers`; `*` matches any text and occurs at most once. */
export interface GlobRule {
  readonly glob: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** The rules that also apply to all its addresses. */
  readonly wider: readonly GlobRule[];
}

/**
 * The headers of a site for hosts that choose them by address alone. Pages are addresses with a trailing slash; the
 * widest rules come first, and redundant rules are left out.
 */
export function globRules(manifest: HeadersManifest): readonly GlobRule[] {
  const { basePath, pages } = manifest;
  const links = pages.links.map((link) => ['Link', link] as const);
  const ofPages = [...Object.entries(pages.headers), ...links];
  const documents = documentAnswers(manifest)
    // The headers of files that are put there later are up to their owner.
    .filter(({ pattern }) => pattern?.startsWith(`${basePath}/.well-known/{+path}`) !== true)
    .map(({ path, pattern = '', contentType, headers, proof }) => ({
      glob: path === undefined ? globOf(pattern) : encodeSegments(path),
      headers: [['Content-Type', contentType] as const, ...headers, ...proof],
    }));
  const all = [
    { glob: `${basePath}/`, headers: ofPages },
    { glob: `${basePath}/*/`, headers: ofPages },
  ];
  const rules: GlobRule[] = [];
  for (const rule of [...all, ...documents].sort((a, b) => width(b.glob) - width(a.glob))) {
    if (rules.some(({ glob }) => glob === rule.glob)) continue;
    const wider = rules.filter(({ glob }) => isWider(glob, rule.glob));
    if (wider.some((one) => JSON.stringify(one.headers) === JSON.stringify(rule.headers))) continue;
    rules.push({ ...rule, wider });
  }
  return rules;
}

/** Replaces everything between the first and the last name by one star. */
function globOf(pattern: string): string {
  const parts = patternParts(pattern);
  const texts = parts.map((part) => (part.kind === 'text' ? encodeURI(part.text) : '*'));
  return `${texts.slice(0, texts.indexOf('*')).join('')}*${texts.slice(texts.lastIndexOf('*') + 1).join('')}`;
}

/** Patterns before single addresses, short ones before long ones. */
function width(glob: string): number {
  return (glob.includes('*') ? 10_000 : 0) - glob.length;
}

function isWider(glob: string, other: string): boolean {
  const regex = glob.split('*').map(escapeRegex).join('.*');
  return glob.includes('*') && new RegExp(`^${regex}$`).test(other.replace('*', 'x'));
}

/** `_headers`: an address and, indented, its headers. */
export function headersText(
  rules: readonly GlobRule[],
  lines: (rule: GlobRule) => readonly string[],
): string {
  const blocks = rules.map((rule) => [rule.glob, ...lines(rule).map((line) => `  ${line}`)].join('\n'));
  return `${[headComment([]), ...blocks].join('\n\n')}\n`;
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
  return `${[headComment([]), '', ...passed, ...moved, ...mapped].join('\n')}\n`;
}

/** Hidden files are often not uploaded: `/.md` has the bytes of `/index.md`. */
function target(path: string, file: string): string {
  return path === file ? path.replace(/[.]md$/, 'index.md') : file;
}
