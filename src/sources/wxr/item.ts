import { extname } from 'node:path/posix';
import { tablePatternId } from '../../content/body/port.js';
import { isObject, parseJson, withoutUndefined } from '../../core/json.js';
import type { RawMedia, SourceItem } from '../port.js';
import { builderBody } from './builders/body.js';
import { itemDate } from './dates.js';
import { type EntryContext, readEntry } from './entry.js';
import type { Fields } from './fields.js';
import { itemLabel } from './item-label.js';
import { readPhpSerialized } from './php-serialized.js';
import { isRecipe, recipeBody } from './recipe.js';
import { isContentType } from './types.js';

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

/**
 * Turns an `<item>` into an entry, a media file or a reusable block; undefined for everything else in an
 * export (revisions, menus, styles, orders, …).
 */
export function readItem(fields: Fields, context: EntryContext): SourceItem | undefined {
  const type = fields.word('wp:post_type') || assumePost(fields, context);
  if (type === 'attachment') {
    const media = readMedia(fields, context);
    return media && { kind: 'media', media };
  }
  if (type === 'wp_block' || type === 'elementor_library' || isRecipe(type)) {
    return readPattern(fields, context) ?? leaveOut(fields, type, context);
  }
  if (type === 'tablepress_table') return readTablePress(fields) ?? leaveOut(fields, type, context);
  if (!isContentType(type)) return leaveOut(fields, type, context);
  const entry = readEntry(fields, type, context);
  return entry && { kind: 'entry', entry };
}

/** Only public blocks and templates: a draft must not be published through a page that uses it. */
function readPattern(fields: Fields, context: EntryContext): SourceItem | undefined {
  const id = fields.integer('wp:post_id');
  if (!id || fields.word('wp:status') !== 'publish' || fields.hasPassword) return undefined;
  const meta = fields.meta();
  if (fields.accessMark(context.privacy) !== undefined) return undefined;
  const body = isRecipe(fields.word('wp:post_type'))
    ? recipeBody(fields)
    : builderBody(fields, meta, fields.raw('content:encoded'), context);
  return { kind: 'pattern', pattern: { id, body } };
}

function leaveOut(fields: Fields, type: string, { file, audit }: EntryContext): undefined {
  audit?.leftOut({
    ref: `${file}:${fields.element.line}`,
    rule:
      type === 'wp_block'
        ? `the ${itemLabel(fields)} is a reusable block that not every reader may see`
        : `the ${itemLabel(fields)} is of the type "${type.slice(0, 40)}", which isn't a page`,
    setting: 'Items of this type are never published.',
  });
  return undefined;
}

function assumePost(fields: Fields, context: EntryContext): string {
  context.warnings.add({
    code: 'wxr-type-missing',
    file: context.file,
    line: fields.element.line,
    message: `The ${itemLabel(fields)} has no <wp:post_type>; it was read as a post.`,
    fix: 'Add <wp:post_type>post</wp:post_type> or the right type to the item.',
  });
  return 'post';
}

const ID = '_tablepress_export_table_id';

const OPTIONS = '_tablepress_table_options';

const VISIBILITY = '_tablepress_table_visibility';

const KEYS: ReadonlySet<string> = new Set([ID, OPTIONS, VISIBILITY]);

/** A table of TablePress, which keeps its cells as JSON in the body of an item, as HTML for the pages that show it. */
function readTablePress(fields: Fields): SourceItem | undefined {
  if (fields.word('wp:status') !== 'publish' || fields.hasPassword) return undefined;
  const meta = fields.metaLists(KEYS);
  const value = (key: string) => meta.get(key)?.at(-1) ?? '';
  const id = tablePatternId(value(ID).trim());
  const rows = parseJson(fields.raw('content:encoded'));
  if (id === undefined || !Array.isArray(rows)) return undefined;
  const shown = visibility(parseJson(value(VISIBILITY)));
  const cells = rows
    .filter((row, at): row is unknown[] => Array.isArray(row) && shown.row(at))
    .map((row) => row.filter((_, at) => shown.column(at)).map(cellText));
  const options = parseJson(value(OPTIONS));
  const hasHead = !isObject(options) || isOn(options['table_head'] ?? true);
  return cells.length === 0 ? undefined : { kind: 'pattern', pattern: { id, body: tableOf(cells, hasHead) } };
}

function tableOf(rows: readonly (readonly string[])[], hasHead: boolean): string {
  const line = (row: readonly string[], name: string) =>
    `<tr>${row.map((cell) => `<${name}>${cell}</${name}>`).join('')}</tr>`;
  const [head, ...rest] = rows;
  const isHead = hasHead && head !== undefined && rest.length > 0;
  const body = (isHead ? rest : rows).map((row) => line(row, 'td')).join('');
  return `<table>${isHead ? `<thead>${line(head, 'th')}</thead>` : ''}<tbody>${body}</tbody></table>`;
}

/** Cells that another one spans are empty. */
function cellText(cell: unknown): string {
  const text = typeof cell === 'string' ? cell : typeof cell === 'number' ? String(cell) : '';
  return /^#(?:col|row)span#$/.test(text) ? '' : text.replace(/\r?\n/g, '<br>');
}

/** Which rows and columns the author shows; a hidden one has 0. */
function visibility(value: unknown): { row(at: number): boolean; column(at: number): boolean } {
  const list = (key: string) => (isObject(value) && Array.isArray(value[key]) ? value[key] : []);
  const [rows, columns] = [list('rows'), list('columns')];
  return { row: (at) => isOn(rows[at] ?? 1), column: (at) => isOn(columns[at] ?? 1) };
}

const isOn = (value: unknown) => value === true || value === 1 || value === '1';

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
function readMedia(
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
