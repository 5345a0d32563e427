import type { Element } from 'hast';
import { property } from '../../../../content/html/element.js';
import { isFileAddress, isFileNameAlt, plainFileName } from '../../../../content/images/described.js';
import { shortHash } from '../../../../core/hash.js';

/** The faults of the alternative texts of a page's images. */
export interface ImageMeasures {
  /** Images without an `alt`, and the names of the first. */
  readonly missing: number;
  readonly missingNames: readonly string[];
  /** Images whose `alt` is the name of their file. */
  readonly fileNamed: number;
  readonly fileNames: readonly string[];
  /** Which images the page shows, each once: see `imageKey`. */
  readonly keys: readonly string[];
}

const MAX_MISSING = 3;
const MAX_FILE_NAMED = 2;
const MAX_KEYS = 100;
const KEY_LENGTH = 10;
const MAX_NAME = 48;

/** Measures the images of a page while its tree is walked. */
export class ImageMeter {
  #missing = 0;
  #fileNamed = 0;
  readonly #missingNames: string[] = [];
  readonly #fileNames: string[] = [];
  readonly #keys = new Set<string>();

  /** An `img` element. */
  add(element: Element): void {
    const { alt } = element.properties;
    const src = property(element, 'src');
    if (this.#keys.size < MAX_KEYS && isFileAddress(src)) this.#keys.add(imageKey(src));
    if (alt === undefined) {
      this.#missing += 1;
      if (this.#missingNames.length < MAX_MISSING) this.#missingNames.push(shownName(src));
    } else if (isFileNameAlt(String(alt), src)) {
      this.#fileNamed += 1;
      if (this.#fileNames.length < MAX_FILE_NAMED) this.#fileNames.push(shownName(src));
    }
  }

  result(): ImageMeasures {
    return {
      missing: this.#missing,
      missingNames: this.#missingNames,
      fileNamed: this.#fileNamed,
      fileNames: this.#fileNames,
      keys: [...this.#keys],
    };
  }
}

/** The name of an image's file for people, without the marks of edits and sizes. */
export function shownName(src: string): string {
  if (!isFileAddress(src)) return 'an image without an address of its own';
  const name = plainFileName(src);
  return name.length > MAX_NAME ? `${name.slice(0, MAX_NAME - 1)}…` : name;
}

/**
 * A key that all sizes of one picture share, wherever they are: a hash of the name of the file. Two pictures of
 * one name share it, so that no address, however it is written, is missed.
 */
export function imageKey(src: string): string {
  return shortHash(plainFileName(src)).slice(0, KEY_LENGTH);
}
