/** Changes the media library of a content folder. */

import { existsSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { Config } from '../../../config/config.js';
import { hashId } from '../../../core/hash.js';
import { MEDIA_FILE } from '../../../sources/files/library.js';
import { encodePath } from '../../../sources/names.js';
import type { RawMedia } from '../../../sources/port.js';
import { AbilityError } from '../../abilities/ability.js';
import type { ContentFolder } from '../write/entry-file.js';
import { UneditableError } from '../write/fields.js';
import { editJson, itemRanges } from '../write/json-edit.js';
import { joinFile } from '../write/stored-file.js';
import type { ContentWriter, WriteNote } from '../write/writer.js';
import type { FetchedImage } from './import-image.js';

/** Maximum number of attempts to change an item while others change the list. */
const ATTEMPTS = 5;
/** A library without images. */
const EMPTY = '[]\n';

/**
 * Writes the description of an image into the media library of its folder. Nothing else of the library changes; an
 * unknown image is added.
 * @param item with its new description
 * @throws AbilityError `svc_front_matter` for a library that can't be changed item by item
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
 * Checks that a media library can be changed, before anything is written.
 * @throws AbilityError `svc_front_matter`, and errors of reading the file
 */
export async function guardLibrary(
  writer: ContentWriter,
  folder: ContentFolder,
  item: RawMedia & { readonly alt: string },
): Promise<void> {
  if (!existsSync(join(folder.root, MEDIA_FILE))) return;
  const { file } = await writer.openFile(folder, MEDIA_FILE);
  changed(joinFile(file), (text) => withAlt(text, item));
}

/** An image to be stored, with a name that was free when it was planned. */
export interface PlannedMedia {
  /** The item of the library, with the address that pages use. */
  readonly item: RawMedia;
  /** Absolute. */
  readonly root: string;
  /** Path below `root`, with `/`. */
  readonly key: string;
  readonly bytes: Buffer;
}

/**
 * Determines the location of an image on the site, and its item of the media library. A taken name gets a number.
 * Nothing is written yet.
 */
export function planMedia(
  { root, folder, basePath }: MediaHome,
  image: FetchedImage,
  { alt, now }: { readonly alt: string; readonly now: number },
): PlannedMedia {
  const month = new Date(now * 1000).toISOString().slice(0, 7).replace('-', '/');
  const key = freeKey(root, `${folder}/${month}/${image.name}`);
  const url = `${basePath}/${encodePath(key)}`;
  const { mime, width, height, bytes } = image;
  const item: RawMedia = {
    id: hashId(url),
    url,
    ...(alt !== '' && { alt }),
    title: image.name.replace(/\.[^.]*$/, ''),
    mime,
    ...(width !== undefined && height !== undefined && { width, height }),
  };
  return { item, root, key, bytes };
}

function freeKey(root: string, wanted: string): string {
  for (let number = 1; ; number += 1) {
    const key = number === 1 ? wanted : wanted.replace(/(\.[^.]*)$/, `-${number}$1`);
    if (!existsSync(join(root, key))) return key;
  }
}

/**
 * Stores an image for a page and then writes the page. If writing the page fails, the image is removed: nothing else
 * can refer to it yet.
 * @param write writes the page, with a note that names the files stored for it
 * @throws AbilityError for the image, and the errors of `write`
 */
export async function withMedia<T>(
  writer: ContentWriter,
  folder: ContentFolder,
  media: PlannedMedia | undefined,
  note: WriteNote,
  write: (note: WriteNote) => Promise<T>,
): Promise<T> {
  if (media === undefined) return write(note);
  const { item, root, key, bytes } = media;
  const isNew = !existsSync(join(folder.root, MEDIA_FILE));
  await writer.createBytes(root, key, bytes);
  try {
    await changeLibrary(writer, folder, undefined, (text) => withItem(text, item));
    const paths = [join(root, key), join(folder.root, MEDIA_FILE)];
    return await write({ ...note, also: { paths, subject: `Import the image ${basename(key)}` } });
  } catch (error) {
    // A page that was stored differently than intended may show the image.
    if (error instanceof AbilityError && error.code === 'svc_edit_filtered') throw error;
    // Only the error of the page counts.
    await takeBack(writer, folder, media, isNew).catch(() => undefined);
    throw error;
  }
}

/** @param isNew whether the library was created for the image */
async function takeBack(
  writer: ContentWriter,
  folder: ContentFolder,
  { item, root, key, bytes }: PlannedMedia,
  isNew: boolean,
): Promise<void> {
  await writer.takeBack(root, key, bytes);
  await changeLibrary(writer, folder, undefined, (text) => withoutItem(text, item.id));
  if (isNew) await writer.takeBack(folder.root, MEDIA_FILE, Buffer.from(EMPTY));
}

/** Retries when the library was changed in the meantime: items don't depend on each other. */
async function changeLibrary(
  writer: ContentWriter,
  folder: ContentFolder,
  note: WriteNote | undefined,
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
        await writer.create(folder, MEDIA_FILE, changed(EMPTY, change), note);
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
    const message = `The media library "${MEDIA_FILE}" can't be changed: ${error.message}. Correct it by hand.`;
    throw new AbilityError(409, 'svc_front_matter', message);
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

/** Adds an item on its own line, so that a change shows as one line. */
function withItem(text: string, item: RawMedia): string {
  const { items, close } = itemRanges(text);
  const last = items.at(-1);
  const written = JSON.stringify(item);
  if (last === undefined) return `${text.slice(0, close).trimEnd()}\n${written}\n${text.slice(close)}`;
  return `${text.slice(0, last[1])},\n${written}${text.slice(last[1])}`;
}

function withoutItem(text: string, id: number): string {
  const { items } = itemRanges(text);
  const at = items.findIndex(
    ([start, end]) => (JSON.parse(text.slice(start, end)) as Partial<RawMedia>).id === id,
  );
  const [found, before, after] = [items[at], items[at - 1], items[at + 1]];
  if (found === undefined) return text;
  const [start, end] = found;
  if (before !== undefined) return text.slice(0, before[1]) + text.slice(end);
  if (after !== undefined) return text.slice(0, start) + text.slice(after[0]);
  return text.slice(0, start).trimEnd() + text.slice(end).trimStart();
}

function isConflict(error: unknown): boolean {
  return error instanceof AbilityError && error.code === 'svc_write_conflict';
}

/** The folder for uploads, and the address of its files on the site. */
interface MediaHome {
  /** Absolute; its files are served at the root of the site. */
  readonly root: string;
  /** Path below `root`, without leading and trailing slash. */
  readonly folder: string;
  /** Path of the site, without trailing slash; empty at the root of its host. */
  readonly basePath: string;
}

/**
 * Determines where files of a content folder become public: in the configured `publicDir`, otherwise in the folder
 * that the site's generator copies unchanged, otherwise next to the content.
 */
export function mediaHome({ publicDir }: Pick<Config, 'publicDir'>, content: ContentFolder): MediaHome {
  const { root, basePath } = content;
  if (publicDir !== undefined) return { root: publicDir, folder: 'uploads', basePath };
  const { uploads = 'uploads' } = content.rules.authoring;
  const name = content.rules.authoring.staticFolder;
  if (name !== undefined) {
    const projects = [root, dirname(root), dirname(dirname(root))];
    const project = projects.find((folder) => existsSync(join(folder, name))) ?? root;
    return { root: join(project, name), folder: uploads, basePath };
  }
  return { root, folder: uploads, basePath };
}

/**
 * Returns the address that pages of a folder use for a file of the built site: its path, if the file is on the site.
 * @param baseUrl of the built site, without trailing slash
 */
export function writtenAddress(
  url: string,
  baseUrl: string,
  { basePath }: Pick<ContentFolder, 'basePath'>,
): string {
  return url.startsWith(`${baseUrl}/`) ? basePath + url.slice(baseUrl.length) : url;
}
