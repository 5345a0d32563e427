import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { hashId } from '../../core/hash.js';
import { MEDIA_FILE } from '../../sources/files/library.js';
import { encodePath } from '../../sources/files/names.js';
import type { RawMedia } from '../../sources/port.js';
import type { ContentFolder } from '../write/entry-file.js';
import { UneditableError } from '../write/field-value.js';
import { editJson, itemRanges } from '../write/json-edit.js';
import { WriteRefusal } from '../write/refusal.js';
import { joinFile } from '../write/stored-file.js';
import type { ContentWriter, WriteNote } from '../write/writer.js';
import type { FetchedImage } from './import-image.js';
import type { MediaHome } from './media-home.js';

/** How often a change of one item is begun anew when others change the list at the same time. */
const ATTEMPTS = 5;

/**
 * Writes the description of an image into the media library of its folder. Nothing else of the library changes; an image
 * that it does not know yet is added.
 * @param item with its new description
 * @throws WriteRefusal `svc_front_matter` for a library that cannot be changed item by item
 */
export async function describeMedia(
  writer: ContentWriter,
  folder: ContentFolder,
  item: RawMedia & { readonly alt: string },
  note: WriteNote,
): Promise<void> {
  await changeLibrary(writer, folder, note, (text) => withAlt(text, item));
}

/**
 * Stores an image below the site and adds it to the media library. A name that is taken gets a number.
 * @returns the item, with the address at which pages name it
 */
export async function addMedia(
  writer: ContentWriter,
  folder: ContentFolder,
  home: MediaHome,
  image: FetchedImage,
  { alt, now, note }: { readonly alt: string; readonly now: number; readonly note: WriteNote },
): Promise<RawMedia> {
  const month = new Date(now * 1000).toISOString().slice(0, 7).replace('-', '/');
  const key = await storeFile(writer, home, `${home.folder}/${month}/${image.name}`, image.bytes, note);
  const url = `${home.basePath}/${encodePath(key)}`;
  const { mime, width, height } = image;
  const item: RawMedia = {
    id: hashId(url),
    url,
    ...(alt !== '' && { alt }),
    title: image.name.replace(/\.[^.]*$/, ''),
    mime,
    ...(width !== undefined && height !== undefined && { width, height }),
  };
  await changeLibrary(writer, folder, note, (text) => withItem(text, item));
  return item;
}

async function storeFile(
  writer: ContentWriter,
  { root }: MediaHome,
  wanted: string,
  bytes: Buffer,
  note: WriteNote,
): Promise<string> {
  for (let number = 1; ; number += 1) {
    const key = number === 1 ? wanted : wanted.replace(/(\.[^.]*)$/, `-${number}$1`);
    if (existsSync(join(root, key))) continue;
    try {
      await writer.createBytes(root, key, bytes, note);
      return key;
    } catch (error) {
      if (!isConflict(error)) throw error;
    }
  }
}

/** Begins anew when somebody else has changed the library in the meantime: items do not depend on each other. */
async function changeLibrary(
  writer: ContentWriter,
  folder: ContentFolder,
  note: WriteNote,
  change: (text: string) => string,
): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      if (existsSync(join(folder.root, MEDIA_FILE))) {
        const open = await writer.openFile(folder, MEDIA_FILE);
        const before = joinFile(open.file);
        const after = changed(before, change);
        if (after !== before) await writer.replace(open, after, note);
      } else {
        await writer.create(folder, MEDIA_FILE, changed('[]\n', change), note);
      }
      return;
    } catch (error) {
      if (!isConflict(error) || attempt === ATTEMPTS) throw error;
    }
  }
}

function changed(text: string, change: (text: string) => string): string {
  try {
    const after = change(text);
    JSON.parse(after);
    return after;
  } catch (error) {
    if (!(error instanceof UneditableError) && !(error instanceof SyntaxError)) throw error;
    throw new WriteRefusal(
      409,
      'svc_front_matter',
      `The media library "${MEDIA_FILE}" is no list of images that can be changed: ${error.message}. Correct it by hand.`,
    );
  }
}

function withAlt(text: string, item: RawMedia & { readonly alt: string }): string {
  for (const [start, end] of itemRanges(text).items) {
    const written = text.slice(start, end);
    const { id } = JSON.parse(written) as Partial<RawMedia>;
    if (id === item.id)
      return text.slice(0, start) + editJson(written, 'alt', item.alt, '\n') + text.slice(end);
  }
  return withItem(text, item);
}

/** One item a line, so that a change shows as one line. */
function withItem(text: string, item: RawMedia): string {
  const { items, close } = itemRanges(text);
  const last = items.at(-1);
  const written = JSON.stringify(item);
  if (last === undefined) return `${text.slice(0, close).trimEnd()}\n${written}\n${text.slice(close)}`;
  return `${text.slice(0, last[1])},\n${written}${text.slice(last[1])}`;
}

function isConflict(error: unknown): boolean {
  return error instanceof WriteRefusal && error.code === 'svc_write_conflict';
}
