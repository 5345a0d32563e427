import { formatLocalDate } from '../../core/dates.js';
import { encodePath } from '../names.js';

/** The values for the placeholders of an address pattern. */
export interface PermalinkValues {
  readonly slug: string;
  readonly id: string;
  /** Unix seconds. */
  readonly published: number | undefined;
  /** Slug of the first tag, when that is public. */
  readonly primaryTag: string | undefined;
  /** Slug of the first author. */
  readonly primaryAuthor: string | undefined;
  readonly timeZone: string;
}

/** The fallback for an entry without a tag or author. */
const NONE = 'all';

/**
 * Fills an address pattern: `{slug}`, or `:slug` as in old versions. Dates are in the site's own time.
 * @returns site-relative path, percent-encoded
 */
export function fillPermalink(pattern: string, values: PermalinkValues): string {
  const date = values.published === undefined ? '' : formatLocalDate(values.published, values.timeZone);
  const [year = '', month = '', day = ''] = date.split('-');
  const author = values.primaryAuthor ?? NONE;
  const named: Readonly<Record<string, string>> = {
    slug: values.slug,
    id: values.id,
    year,
    month,
    day,
    primary_tag: values.primaryTag ?? NONE,
    primary_author: author,
    author,
  };
  const filled = pattern.replace(
    /\{([a-z_]+)\}|:([a-z_]+)/g,
    (written, braced: string | undefined, plain: string | undefined) =>
      named[braced ?? plain ?? ''] ?? written,
  );
  return encodePath(filled).replace(/\/{2,}/g, '/');
}
