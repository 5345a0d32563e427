import { isObject } from '../../../core/is-object.js';

/** What an owner says about the checks of a page, in front matter. */
export interface PageOptions {
  /** False keeps the page out of grading. */
  readonly graded: boolean;
  /** True: the page does not age. */
  readonly evergreen: boolean;
  /** What the owner says about media, by address. */
  readonly notes: Readonly<Record<string, string>>;
}

/** The keys of front matter that a wish may stand under; all others may be forgotten. */
export const WISH_KEYS: readonly string[] = ['svc', 'evergreen', 'media', 'layout', 'template'];

const MAX_NOTES = 50;
const MAX_NOTE = 600;

/** Layouts whose page is a list of others. */
const LISTS = new Set(
  'archive archives blog blog-index category categories index list listing posts search section tag tags taxonomy term terms'.split(
    ' ',
  ),
);

/**
 * Reads what an owner wishes: `svc: {graded: false}`, `evergreen: true`, `media: {address: note}`; a page with the
 * layout of a list is not graded either.
 * @param extra front-matter keys that nothing else has understood
 * @see reference/readiness-and-score.md sections 4.2, 5.3 and 5.5
 */
export function readWishes(extra: Readonly<Record<string, unknown>> = {}): PageOptions {
  const svc = isObject(extra['svc']) ? extra['svc'] : {};
  const isList = [extra['layout'], extra['template']].some((name) => LISTS.has(layoutName(name)));
  return {
    graded: svc['graded'] === undefined ? !isList : svc['graded'] !== false,
    evergreen: extra['evergreen'] === true || svc['evergreen'] === true,
    notes: readNotes(extra['media']),
  };
}

/** `layouts/_Archive.njk` is `archive`. */
function layoutName(value: unknown): string {
  if (typeof value !== 'string') return '';
  const name = value.slice(value.lastIndexOf('/') + 1).replace(/\..*$/, '');
  return name.replace(/^_/, '').toLowerCase();
}

function readNotes(media: unknown): Readonly<Record<string, string>> {
  if (!isObject(media)) return {};
  const notes = Object.entries(media).flatMap(([url, note]): [string, string][] =>
    typeof note === 'string' ? [[url, note.slice(0, MAX_NOTE)]] : [],
  );
  return Object.fromEntries(notes.slice(0, MAX_NOTES));
}
