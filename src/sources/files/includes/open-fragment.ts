import type { EntryContext } from '../entry.js';
import { FrontMatterError, readFrontMatter } from '../front-matter.js';
import { HeldBack } from '../held-back.js';
import { KEYS } from '../keys.js';
import { LeftOutFiles } from '../left-out-files.js';
import { placeFile } from '../place.js';
import { readStatus } from '../status.js';
import { Values } from '../values.js';
import { readVisibility } from '../visibility.js';

/** Keys by which a file is a fragment for other pages and no page of its own. */
const FRAGMENT = /^(?:headless|render|build|_build|permalink)$/;

/**
 * The body of a file that other pages include.
 * @returns undefined for a draft, a file with a later date, and one that is for some readers
 */
export function readOpenFragment(
  path: string,
  text: string,
  context: EntryContext,
  now: number,
): string | undefined {
  const matter = matterOf(text);
  if (matter === undefined) return undefined;
  if (!matter.present) return matter.body;
  const { layout } = context;
  const place = layout.rules.place(path) ?? placeFile(path, layout, { hasCollections: false });
  if (place === undefined) return undefined;
  const quiet = { ...context, held: new HeldBack(), leftOut: new LeftOutFiles() };
  const values = new Values(matter, path, context.warnings).inheriting(context.inherited?.(path) ?? {});
  const { status, cause } = readStatus(values, place);
  const isFragment = cause !== undefined && 'key' in cause && FRAGMENT.test(cause.key);
  if (status !== 'publish' && !(status === 'draft' && isFragment)) return undefined;
  const { protected: isProtected, expires = now + 1 } = readVisibility(values, place, quiet);
  const published = values.date(context.timeZone, ...values.named(KEYS.date)) ?? now;
  return isProtected || expires <= now || published > now ? undefined : matter.body;
}

/** The title in the front matter of a file. */
export function titleInMatter(text: string): string | undefined {
  const title = matterOf(text)?.data['title'];
  return typeof title === 'string' && title.trim() !== '' ? title.trim() : undefined;
}

function matterOf(text: string) {
  try {
    return readFrontMatter(text);
  } catch (error) {
    if (error instanceof FrontMatterError) return undefined;
    throw error;
  }
}
