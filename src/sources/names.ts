/** Names of files as addresses. */

/** The parts of a file's name, without its folder. */
export interface FileName {
  /** Without extension, date and language. */
  readonly slug: string;
  /** Without extension only. */
  readonly stem: string;
  /** `2013-05-06` from a dated name. */
  readonly date?: string;
  readonly extension: string;
}

/** Files of Markdown, also with the tags of Markdoc. */
export const MARKDOWN_FILE = /\.(?:mdx?|mdoc|markdown)$/i;

const DATED = /^(\d{4})-(\d{1,2})-(\d{1,2})-(.+)$/;

/** Splits `2013-05-06-tea.md` into its parts; an impossible date is part of the name. */
export function parseFileName(name: string): FileName {
  const extension = /\.[^.]+$/.exec(name)?.[0] ?? '';
  const stem = name.slice(0, name.length - extension.length);
  const [, year, month, day, rest] = DATED.exec(stem) ?? [];
  const isDate = Number(month) >= 1 && Number(month) <= 12 && Number(day) >= 1 && Number(day) <= 31;
  if (rest === undefined || !isDate) return { slug: stem, stem, extension };
  const pad = (part = '') => part.padStart(2, '0');
  return { slug: rest, stem, extension, date: `${year}-${pad(month)}-${pad(day)}` };
}

/** `Große Tee-Reise!` → `große-tee-reise`: letters and digits of any script, hyphens between. */
export function slugify(text: string): string {
  return text
    .normalize('NFC')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, '-')
    .replace(/^-+|-+$/g, '');
}

/** Encodes a decoded path for a URL: each segment percent-encoded, letters in NFC. */
export function encodePath(path: string): string {
  return (
    path
      .normalize('NFC')
      // Half a surrogate pair has no UTF-8 form.
      .replace(/\p{Surrogate}/gu, '\uFFFD')
      .split('/')
      .map((segment) =>
        encodeURIComponent(segment).replace(/%(?:3A|40|24|26|2B|2C|3B|3D)/g, decodeURIComponent),
      )
      .join('/')
  );
}

/** A name without the e-mail address that may follow or replace it. */
export function publicName(text: string): string {
  const name = text
    .replace(/<[^>]*>|\([^)]*@[^)]*\)|\S+@\S+/g, '')
    .replace(/\s+/g, ' ')
    .trim();
  return name.replace(/^["']|["']$/g, '');
}
