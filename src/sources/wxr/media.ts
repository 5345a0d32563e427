import { extname } from 'node:path/posix';
import { withoutUndefined } from '../../core/json.js';
import type { RawMedia } from '../port.js';
import { itemDate } from './dates.js';
import type { EntryContext } from './entry.js';
import type { Fields } from './fields.js';
import { readPhpSerialized } from './php-serialized.js';

/** Types by file ending: an export does not contain them. */
const MIME: Readonly<Record<string, string>> = {
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.jpe': 'image/jpeg',
  '.png': 'image/png',
  '.gif': 'image/gif',
  '.webp': 'image/webp',
  '.avif': 'image/avif',
  '.heic': 'image/heic',
  '.svg': 'image/svg+xml',
  '.bmp': 'image/bmp',
  '.tif': 'image/tiff',
  '.tiff': 'image/tiff',
  '.ico': 'image/x-icon',
  '.mp4': 'video/mp4',
  '.m4v': 'video/mp4',
  '.mov': 'video/quicktime',
  '.webm': 'video/webm',
  '.ogv': 'video/ogg',
  '.avi': 'video/x-msvideo',
  '.wmv': 'video/x-ms-wmv',
  '.mp3': 'audio/mpeg',
  '.m4a': 'audio/mp4',
  '.ogg': 'audio/ogg',
  '.oga': 'audio/ogg',
  '.wav': 'audio/wav',
  '.flac': 'audio/flac',
  '.pdf': 'application/pdf',
  '.zip': 'application/zip',
  '.gpx': 'application/gpx+xml',
  '.doc': 'application/msword',
  '.docx': 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  '.xls': 'application/vnd.ms-excel',
  '.xlsx': 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  '.ppt': 'application/vnd.ms-powerpoint',
  '.pptx': 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  '.odt': 'application/vnd.oasis.opendocument.text',
  '.ods': 'application/vnd.oasis.opendocument.spreadsheet',
  '.txt': 'text/plain',
  '.csv': 'text/csv',
  '.vtt': 'text/vtt',
};

/** Folders in which shops keep the files that they sell. */
const FOR_BUYERS = /\/(?:woocommerce_uploads|uploads\/edd)\//i;

/** True for the address of a file that a shop sells. */
export function isForBuyers(url: string): boolean {
  return FOR_BUYERS.test(url);
}

/** Media type by the ending of a file address; undefined for an unknown ending. */
export function mimeOf(url: string): string | undefined {
  const path = url.split(/[?#]/, 1)[0] ?? '';
  return MIME[extname(path).toLowerCase()];
}

/**
 * Reads an attachment. Attachments that are private, for members, in the trash or behind a password
 * are not part of the library.
 * @returns undefined without an id or an address
 */
export function readMedia(
  fields: Fields,
  { timeZone, privacy }: Pick<EntryContext, 'timeZone' | 'privacy'>,
): RawMedia | undefined {
  const id = fields.integer('wp:post_id');
  const url = fields.get('wp:attachment_url') || fields.get('guid');
  if (!id || !/^https?:\/\/|^\//i.test(url)) return undefined;
  const status = fields.word('wp:status');
  const isOpen = status === '' || status === 'inherit' || status === 'publish';
  const meta = fields.meta();
  if (!isOpen || fields.hasPassword || fields.accessMark(privacy) !== undefined || isForBuyers(url))
    return undefined;
  const optional = withoutUndefined({
    page: pageOf(fields.get('link')),
    alt: meta.get('_wp_attachment_image_alt')?.trim() || undefined,
    title: fields.get('title') || undefined,
    caption: fields.get('excerpt:encoded') || undefined,
    mime: mimeOf(url),
    published: itemDate(
      fields.get('wp:post_date_gmt'),
      fields.get('wp:post_date'),
      fields.get('pubDate'),
      timeZone,
    ),
    parent: fields.integer('wp:post_parent') || undefined,
    menuOrder: fields.integer('wp:menu_order') || undefined,
    ...imageSize(meta.get('_wp_attachment_metadata')),
  });
  return { id, url, ...optional };
}

/** A page that is identified by a parameter has no address of its own. */
function pageOf(link: string): string | undefined {
  return /^https?:\/\/[^/?#]+\/[^?#]+$/i.test(link) ? link : undefined;
}

function imageSize(metadata: string | undefined): { width?: number; height?: number } {
  const value = metadata === undefined ? undefined : readPhpSerialized(metadata);
  if (typeof value !== 'object' || value === null) return {};
  const width = Number(value['width']);
  const height = Number(value['height']);
  return Number.isInteger(width) && Number.isInteger(height) && width > 0 && height > 0
    ? { width, height }
    : {};
}
