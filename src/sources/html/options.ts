import { isObject } from '../../core/json.js';
import { checkOptionNames, invalidOption, readMaxBytes } from '../options.js';
import { parseSelectors, type Selector } from './selector.js';

/** The options of an `html` source. */
export interface HtmlOptions {
  /** Globs of pages that the rules would leave out. */
  readonly include: readonly string[];
  /** Globs of further pages to leave out. */
  readonly exclude: readonly string[];
  /** Globs of the pages of each type, e.g. `{ "post": ["journal/**"] }`. */
  readonly types: Readonly<Record<string, readonly string[]>>;
  /** Whether `a.html` is at `/a`; undefined: as in the pages' canonical addresses, else no. */
  readonly cleanUrls: boolean | undefined;
  /** Selectors of the content, where the rules do not find it; the first that matches counts. */
  readonly content: readonly Selector[];
  /** Further parts of pages to leave out. */
  readonly remove: readonly Selector[];
  /** Larger files are left out with a warning. */
  readonly maxBytes: number;
}

const DEFAULT_MAX_BYTES = 10_000_000;
const KNOWN = ['include', 'exclude', 'types', 'cleanUrls', 'content', 'remove', 'maxBytes'];

function readTexts(key: string, value: unknown, example: string): readonly string[] {
  if (value === undefined) return [];
  const list = typeof value === 'string' ? [value] : value;
  if (Array.isArray(list) && list.every((item) => typeof item === 'string' && item !== '')) return list;
  throw invalidOption(key, `${key} isn't a list of texts`, `Write for example ${example}.`);
}

function readSelectors(key: string, value: unknown): readonly Selector[] {
  const example = '[".post-body", "#content"]';
  return readTexts(key, value, example).flatMap((written) => {
    const selectors = parseSelectors(written);
    if (selectors !== undefined) return selectors;
    throw invalidOption(
      key,
      `"${written}" isn't a supported selector`,
      `Use an element, classes, an id or attributes without spaces, for example ${example}.`,
    );
  });
}

function readTypes(value: unknown): HtmlOptions['types'] {
  if (value === undefined) return {};
  if (!isObject(value)) {
    throw invalidOption(
      'types',
      "types isn't an object of globs",
      'Write for example {"post": ["journal/**"]}.',
    );
  }
  const types = Object.entries(value).map(([type, globs]) => {
    if (!/^[a-z][a-z0-9_-]{0,19}$/.test(type)) {
      const fix = 'Use up to 20 lower-case letters, digits, "-" and "_".';
      throw invalidOption('types', `"${type}" isn't the name of a type`, fix);
    }
    return [type, readTexts(`types.${type}`, globs, '["journal/**"]')] as const;
  });
  return Object.fromEntries(types);
}

function readCleanUrls(value: unknown): boolean | undefined {
  if (value === undefined || typeof value === 'boolean') return value;
  throw invalidOption('cleanUrls', `${JSON.stringify(value)} must be true or false`, 'Write true or false.');
}

/**
 * Checks the options of an `html` source and fills in defaults.
 * @throws SvcError `SVC_CONFIG_INVALID` naming the option
 */
export function readHtmlOptions(options: Readonly<Record<string, unknown>> = {}): HtmlOptions {
  checkOptionNames('An html source', options, KNOWN);
  return {
    include: readTexts('include', options['include'], '["tags/**"]'),
    exclude: readTexts('exclude', options['exclude'], '["drafts/**"]'),
    types: readTypes(options['types']),
    cleanUrls: readCleanUrls(options['cleanUrls']),
    content: readSelectors('content', options['content']),
    remove: readSelectors('remove', options['remove']),
    maxBytes: readMaxBytes(options['maxBytes'], DEFAULT_MAX_BYTES),
  };
}
