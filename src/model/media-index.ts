import type { RawMedia } from '../sources/port.js';
import type { Media, MediaLibrary } from './site.js';

/**
 * A media item as bodies see it.
 * @param url its address on the built site
 */
export function toMedia(raw: RawMedia, url: string): Media {
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
  };
}

/** The media of all sources, with addresses moved to the new base. */
export class MediaIndex implements MediaLibrary {
  readonly #byId = new Map<number, Media>();
  readonly #byParent = new Map<number, Media[]>();

  /** Adds a media item; a later one with the same id replaces the earlier. */
  add(media: Media): void {
    this.#byId.set(media.id, media);
    this.#byParent.clear();
  }

  get size(): number {
    return this.#byId.size;
  }

  /** Every item. */
  all(): Iterable<Media> {
    return this.#byId.values();
  }

  byId(id: number): Media | undefined {
    return this.#byId.get(id);
  }

  attachedTo(entryId: number): readonly Media[] {
    if (this.#byParent.size === 0) this.#group();
    return this.#byParent.get(entryId) ?? [];
  }

  #group(): void {
    for (const media of this.#byId.values()) {
      if (media.parent === undefined || !isImage(media)) continue;
      const group = this.#byParent.get(media.parent);
      if (group === undefined) this.#byParent.set(media.parent, [media]);
      else group.push(media);
    }
    for (const group of this.#byParent.values())
      group.sort((a, b) => a.menuOrder - b.menuOrder || a.id - b.id);
  }
}

function isImage({ mime, url }: Media): boolean {
  return mime === '' ? /\.(?:jpe?g|png|gif|webp|avif|svg)(?:\?|$)/i.test(url) : mime.startsWith('image/');
}
