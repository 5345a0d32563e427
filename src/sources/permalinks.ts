import { formatLocalDate } from '../core/dates.js';
import { isObject } from '../core/json.js';
import { encodePath } from './names.js';
import { invalidOption } from './options.js';

/** The values for the placeholders of an address pattern. */
interface PermalinkValues {
  readonly slug: string;
  readonly id: string;
  /** Unix seconds. */
  readonly published: number | undefined;
  /** Slug of the first tag, when that is public. */
  readonly primaryTag?: string | undefined;
  /** Slug of the first author. */
  readonly primaryAuthor?: string | undefined;
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

/** What an option with address patterns may name. */
interface PatternRules {
  /** Undefined where any type may have a pattern. */
  readonly types?: readonly string[];
  readonly placeholders: readonly string[];
}

/**
 * Reads the option `permalinks`: address patterns by type.
 * @throws SvcError `SVC_CONFIG_INVALID` naming the option
 */
export function readPermalinks(value: unknown, rules: PatternRules): Readonly<Record<string, string>> {
  if (value === undefined) return {};
  if (!isObject(value)) {
    throw invalidOption(
      'permalinks',
      "permalinks isn't an object of address patterns",
      'Write for example {"post": "/{year}/{month}/{slug}/"}.',
    );
  }
  const { types } = rules;
  for (const type of Object.keys(value)) {
    if (types === undefined || types.includes(type)) continue;
    const known = types.map((name) => `"${name}"`).join(' and ');
    throw invalidOption(`permalinks.${type}`, `there is no type "${type}"`, `Use ${known}.`);
  }
  return Object.fromEntries(
    Object.entries(value).map(([type, pattern]) => [type, readPattern(`permalinks.${type}`, pattern, rules)]),
  );
}

/**
 * Reads an address pattern.
 * @param key its path below `source`
 * @throws SvcError `SVC_CONFIG_INVALID` naming the option
 */
export function readPattern(
  key: string,
  value: unknown,
  { placeholders }: Pick<PatternRules, 'placeholders'>,
): string {
  if (typeof value !== 'string' || !value.startsWith('/')) {
    throw invalidOption(
      key,
      `${JSON.stringify(value)} isn't an address pattern that begins with "/"`,
      'Write for example "/{year}/{month}/{slug}/".',
    );
  }
  const unknown = [...value.matchAll(/\{([^}]*)\}/g)].find(([, name = '']) => !placeholders.includes(name));
  if (unknown !== undefined) {
    throw invalidOption(
      key,
      `the placeholder ${unknown[0]} is unknown`,
      `Use ${placeholders.map((name) => `{${name}}`).join(', ')}.`,
    );
  }
  return value;
}
