import type { HeadersManifest } from '../manifests/neutral.js';

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
