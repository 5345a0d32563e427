import { extname } from 'node:path';
import { compareText } from './compare.js';
import { addTo } from './multimap.js';

/** Media types by file extension, as sent in `Content-Type`. */
export const MEDIA_TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=UTF-8',
  '.htm': 'text/html; charset=UTF-8',
  '.xhtml': 'application/xhtml+xml; charset=UTF-8',
  '.css': 'text/css; charset=UTF-8',
  '.js': 'text/javascript; charset=UTF-8',
  '.mjs': 'text/javascript; charset=UTF-8',
  '.json': 'application/json; charset=UTF-8',
  '.map': 'application/json; charset=UTF-8',
  '.jsonld': 'application/ld+json',
  '.webmanifest': 'application/manifest+json',
  '.xml': 'application/xml; charset=UTF-8',
  '.xsl': 'application/xml; charset=UTF-8',
  '.atom': 'application/atom+xml; charset=UTF-8',
  '.rss': 'application/rss+xml; charset=UTF-8',
  '.txt': 'text/plain; charset=UTF-8',
  '.md': 'text/markdown; charset=UTF-8',
  '.csv': 'text/csv; charset=UTF-8',
  '.ics': 'text/calendar; charset=UTF-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.gif': 'image/gif',
  '.webp': 'image/webp',
  '.avif': 'image/avif',
  '.ico': 'image/x-icon',
  '.pdf': 'application/pdf',
  '.mp3': 'audio/mpeg',
  '.m4a': 'audio/mp4',
  '.ogg': 'audio/ogg',
  '.wav': 'audio/wav',
  '.mp4': 'video/mp4',
  '.webm': 'video/webm',
  '.mov': 'video/quicktime',
  '.vtt': 'text/vtt; charset=UTF-8',
  '.woff': 'font/woff',
  '.woff2': 'font/woff2',
  '.ttf': 'font/ttf',
  '.otf': 'font/otf',
  '.wasm': 'application/wasm',
  '.zip': 'application/zip',
  '.gz': 'application/gzip',
};

/** The media type of a file by its name; for an unknown one, a type that browsers neither run nor show. */
export function contentTypeOf(file: string): string {
  return MEDIA_TYPES[extname(file).toLowerCase()] ?? 'application/octet-stream';
}

/** The extensions of each type without their dots, both in ascending order. */
export function extensionsByType(): ReadonlyMap<string, readonly string[]> {
  const types = new Map<string, string[]>();
  for (const [extension, type] of Object.entries(MEDIA_TYPES)) {
    addTo(types, type, extension.slice(1));
  }
  return new Map(
    [...types].sort(([a], [b]) => compareText(a, b)).map(([type, list]) => [type, list.sort(compareText)]),
  );
}
