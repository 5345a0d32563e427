import { isObject } from '../../../core/json.js';
import { lastName } from '../../../core/paths.js';

/** The owner's options for the checks of a page, in front matter. */
export interface PageOptions {
  /** False keeps the page out of grading. */
  readonly graded: boolean;
  /** True: the page does not go out of date. */
  readonly evergreen: boolean;
  /** The owner's notes about media, by address. */
  readonly notes: Readonly<Record<string, string>>;
}

/** The front-matter keys of options; all others may be dropped. */
export const PAGE_OPTION_KEYS: readonly string[] = ['svc', 'evergreen', 'media', 'layout', 'template'];

const MAX_NOTES = 50;
const MAX_NOTE = 600;

/** Layouts of pages that list others. */
const LISTS = new Set(
  'archive archives blog blog-index category categories index list listing posts search section tag tags taxonomy term terms'.split(
    ' ',
  ),
);

/**
 * Reads the owner's options: `svc: {graded: false}`, `evergreen: true`, `media: {address: note}`; a page with the
 * layout of a list is not graded either.
 * @param extra otherwise unused front-matter keys
 */
export function readPageOptions(extra: Readonly<Record<string, unknown>> = {}): PageOptions {
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
  const name = lastName(value).replace(/\..*$/, '');
  return name.replace(/^_/, '').toLowerCase();
}

function readNotes(media: unknown): Readonly<Record<string, string>> {
  if (!isObject(media)) return {};
  const notes = Object.entries(media).flatMap(([url, note]): [string, string][] =>
    typeof note === 'string' ? [[url, note.slice(0, MAX_NOTE)]] : [],
  );
  return Object.fromEntries(notes.slice(0, MAX_NOTES));
}
