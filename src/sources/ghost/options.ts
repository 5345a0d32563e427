import { isObject } from '../../core/is-object.js';
import { checkOptionNames, invalidOption } from '../options.js';

/** The options of a `ghost` source. */
export interface GhostOptions {
  /** Address of the site without trailing slash; exports don't contain it. */
  readonly url: string | undefined;
  /** Address pattern per type, e.g. `{ "post": "/{year}/{month}/{slug}/" }`. */
  readonly permalinks: Readonly<Partial<Record<'post' | 'page', string>>>;
}

const KNOWN = ['url', 'permalinks', 'windowBytes'];
const PLACEHOLDERS = ['slug', 'id', 'year', 'month', 'day', 'primary_tag', 'primary_author', 'author'];

function readUrl(value: unknown): string | undefined {
  if (value === undefined) return undefined;
  if (typeof value === 'string' && /^https?:\/\//i.test(value) && URL.canParse(value))
    return value.replace(/\/+$/, '');
  throw invalidOption(
    'url',
    `${JSON.stringify(value)} is no web address`,
    'Write for example "https://blog.example".',
  );
}

function readPattern(type: string, value: unknown): string {
  if (typeof value !== 'string' || !value.startsWith('/')) {
    throw invalidOption(
      `permalinks.${type}`,
      `${JSON.stringify(value)} is no address pattern that begins with "/"`,
      'Write for example "/{year}/{month}/{slug}/".',
    );
  }
  const unknown = [...value.matchAll(/\{([^}]*)\}/g)].find(([, name = '']) => !PLACEHOLDERS.includes(name));
  if (unknown !== undefined) {
    throw invalidOption(
      `permalinks.${type}`,
      `the placeholder ${unknown[0]} is not known`,
      `Use ${PLACEHOLDERS.map((name) => `{${name}}`).join(', ')}.`,
    );
  }
  return value;
}

function readPermalinks(value: unknown): GhostOptions['permalinks'] {
  if (value === undefined) return {};
  if (!isObject(value)) {
    throw invalidOption(
      'permalinks',
      'permalinks is not an object of address patterns',
      'Write for example {"post": "/{year}/{month}/{slug}/"}.',
    );
  }
  const patterns = Object.entries(value).map(([type, pattern]) => {
    if (type !== 'post' && type !== 'page')
      throw invalidOption(`permalinks.${type}`, `there is no type "${type}"`, 'Use "post" and "page".');
    return [type, readPattern(type, pattern)] as const;
  });
  return Object.fromEntries(patterns);
}

/**
 * Checks the options of a `ghost` source and fills in defaults.
 * @throws SvcError `SVC_CONFIG_INVALID` naming the option
 */
export function readGhostOptions(options: Readonly<Record<string, unknown>> = {}): GhostOptions {
  checkOptionNames('A ghost source', options, KNOWN, 'Use "url" or "permalinks".');
  return { url: readUrl(options['url']), permalinks: readPermalinks(options['permalinks']) };
}
