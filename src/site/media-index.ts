import type { Media } from '../content/body/port.js';
import { attempt } from '../core/attempt.js';
import { hashId } from '../core/hash.js';
import { addTo } from '../core/multimap.js';
import { withoutQuery } from '../core/paths.js';
import type { RawMedia } from '../sources/port.js';
import type { LinkedMedia } from './site.js';

/**
 * A key for the page that a platform makes for an uploaded file, used to look such pages up.
 * @param url absolute, on the built site; a slash at its end, a query and a fragment make no difference
 */
export function attachmentPageKey(url: string): number {
  const plain = withoutQuery(url).replace(/\/+$/, '');
  return hashId(decodeOr(plain).normalize('NFC'));
}

function decodeOr(text: string): string {
  return attempt(() => decodeURI(text)) ?? text;
}

/**
 * A media item for bodies.
 * @param url its address on the built site
 * @param page where the page of the file would be there
 */
export function toMedia(raw: RawMedia, url: string, page?: string): Media {
  const { id, parent, published, width, height } = raw;
  return {
    id,
    url,
    alt: raw.alt ?? '',
    title: raw.title ?? '',
    caption: raw.caption ?? '',
    mime: raw.mime ?? '',
    menuOrder: raw.menuOrder ?? 0,
    ...(published === undefined ? {} : { published }),
    ...(parent === undefined ? {} : { parent }),
    ...(width === undefined ? {} : { width }),
    ...(height === undefined ? {} : { height }),
    ...(page === undefined ? {} : { page: attachmentPageKey(page) }),
  };
}

/** Media in a form that can be sent to another thread. */
export interface SharedMedia extends LinkedMedia {
  /** Every item, as far as it may be shown. */
  shared(): Iterable<Media>;
}

/** The media of all sources, with addresses moved to the new base. */
export class MediaIndex implements SharedMedia {
  readonly #byId = new Map<number, Media>();
  readonly #byParent = new Map<number, Media[]>();
  readonly #byPage = new Map<number, Media>();
  readonly #isPublic: (entryId: number) => boolean;

  /** @param isPublic whether an entry is public: uploads to other entries aren't shown in a gallery of them */
  constructor(isPublic: (entryId: number) => boolean = () => true) {
    this.#isPublic = isPublic;
  }

  /** Adds a media item; a later one with the same id replaces the earlier. */
  add(media: Media): void {
    this.#byId.set(media.id, media);
    if (media.page !== undefined) this.#byPage.set(media.page, media);
    this.#byParent.clear();
  }

  get size(): number {
    return this.#byId.size;
  }

  /** Every item. */
  all(): Iterable<Media> {
    return this.#byId.values();
  }

  /** Every item, without the name of a parent that isn't public. */
  *shared(): Iterable<Media> {
    for (const media of this.#byId.values()) {
      const { parent, page: _, ...orphan } = media;
      yield parent === undefined || this.#isPublic(parent) ? media : orphan;
    }
  }

  byId(id: number): Media | undefined {
    return this.#byId.get(id);
  }

  byPage(key: number): Media | undefined {
    const media = this.#byPage.get(key);
    const isShown = media?.parent === undefined || this.#isPublic(media.parent);
    return isShown ? media : undefined;
  }

  attachedTo(entryId: number): readonly Media[] {
    return this.#isPublic(entryId) ? this.#group(entryId) : [];
  }

  /** The library for editors, who may see entries that aren't public. */
  forEditors(): SharedMedia {
    return {
      byId: (id) => this.byId(id),
      byPage: (key) => this.#byPage.get(key),
      attachedTo: (id) => this.#group(id),
      shared: () => this.all(),
    };
  }

  #group(entryId: number): readonly Media[] {
    if (this.#byParent.size === 0) this.#groupAll();
    return this.#byParent.get(entryId) ?? [];
  }

  #groupAll(): void {
    for (const media of this.#byId.values()) {
      if (media.parent === undefined || !isImage(media)) continue;
      addTo(this.#byParent, media.parent, media);
    }
    for (const group of this.#byParent.values())
      group.sort((a, b) => a.menuOrder - b.menuOrder || a.id - b.id);
  }
}

function isImage({ mime, url }: Media): boolean {
  return mime === '' ? /\.(?:jpe?g|png|gif|webp|avif|svg)(?:\?|$)/i.test(url) : mime.startsWith('image/');
}
