import { lastName, withoutQuery } from '../../core/paths.js';
import { decodePercent } from '../../core/percent.js';

/** Letters and digits behind the last dot of a file's name. */
const EXTENSION = /\.[a-z0-9]{2,5}$/i;

/**
 * Whether an image is described: it has an alternative text of its own, and not only the name of its file. Page
 * checks, media search and the abilities that write descriptions use this rule.
 * @param alt as it is stored; empty when there is none
 * @param src address of the image, in any size
 */
export function isDescribed(alt: string, src: string): boolean {
  return alt.trim() !== '' && !isFileNameAlt(alt, src);
}

/**
 * True for an alternative text that is only the name of the file. A single word never counts: it may be the right
 * word.
 */
export function isFileNameAlt(alt: string, src: string): boolean {
  const text = alt.trim();
  if (text === '' || /\s/.test(text) || !isFileAddress(src)) return false;
  const slug = slugOf(text);
  return slug.includes('-') && slug === slugOf(plainFileName(src).replace(EXTENSION, ''));
}

/** True for the address of a file: not for data in the page itself. */
export function isFileAddress(src: string): boolean {
  return src !== '' && !/^data:/i.test(src);
}

/**
 * The name of a file, decoded, with its extension and without the marks of edits and sizes:
 * `tower-e1700000000-300x200.jpg` is `tower.jpg`.
 */
export function plainFileName(src: string): string {
  const path = withoutQuery(src);
  return withoutMarks(decodePercent(lastName(path)));
}

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

function slugOf(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-+|-+$/g, '');
}
