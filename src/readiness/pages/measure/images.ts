import type { Element } from 'hast';
import { shortHash } from '../../../core/hash.js';
import { property } from '../../../markdown/element.js';

/** What the alternative texts of a page's images lack. */
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
const EXTENSION = /\.[a-z0-9]{2,5}$/i;

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
    if (this.#keys.size < MAX_KEYS && isFile(src)) this.#keys.add(imageKey(src));
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

/**
 * True for an alternative text that is only the name of the file. A single word never counts: it may be the right
 * word.
 * @see reference/readiness-and-score.md section 5.3
 */
export function isFileNameAlt(alt: string, src: string): boolean {
  const text = alt.trim();
  if (text === '' || /\s/.test(text) || !isFile(src)) return false;
  const slug = slugOf(text);
  return slug.includes('-') && slug === slugOf(plainName(src).replace(EXTENSION, ''));
}

/** The name of an image's file for people, without the marks of edits and sizes. */
export function shownName(src: string): string {
  if (!isFile(src)) return 'an image without an address of its own';
  const name = plainName(src);
  return name.length > MAX_NAME ? `${name.slice(0, MAX_NAME - 1)}…` : name;
}

/**
 * What all sizes of one picture have in common, wherever they lie: a hash of the name of the file. Two pictures of
 * one name share it, so that no address, however it is written, is missed.
 */
export function imageKey(src: string): string {
  return shortHash(plainName(src)).slice(0, KEY_LENGTH);
}

function isFile(src: string): boolean {
  return src !== '' && !/^data:/i.test(src);
}

/** The last part of the path, decoded, with its extension and without the marks of edits and sizes. */
function plainName(src: string): string {
  const path = src.replace(/[?#].*$/s, '');
  return withoutMarks(decoded(path.slice(path.lastIndexOf('/') + 1)));
}

/** `tower-e1700000000-300x200.jpg` is `tower.jpg`. */
function withoutMarks(name: string): string {
  const extension = EXTENSION.exec(name)?.[0] ?? '';
  const base = name.slice(0, name.length - extension.length);
  return (
    base
      .replace(/-(?:\d+x\d+|scaled)$/, '')
      .replace(/-e\d{8,}$/, '')
      .replace(/-\d+x\d+$/, '') + extension
  );
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function slugOf(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-+|-+$/g, '');
}
