import { isParsableUrl } from '../../core/parsable-url.js';
import { checkOptionNames, invalidOption } from '../options.js';
import { readPermalinks } from '../permalinks.js';

/** The options of a `ghost` source. */
export interface GhostOptions {
  /** Address of the site without trailing slash; exports don't contain it. */
  readonly url: string | undefined;
  /** First size of the window over the file. */
  readonly windowBytes?: number;
  /** Address pattern per type, e.g. `{ "post": "/{year}/{month}/{slug}/" }`. */
  readonly permalinks: Readonly<Partial<Record<'post' | 'page', string>>>;
}

const KNOWN = ['url', 'permalinks', 'windowBytes'];
const PLACEHOLDERS = ['slug', 'id', 'year', 'month', 'day', 'primary_tag', 'primary_author', 'author'];

function readUrl(value: unknown): string | undefined {
  if (value === undefined) return undefined;
  if (typeof value === 'string' && /^https?:\/\//i.test(value) && isParsableUrl(value))
    return value.replace(/\/+$/, '');
  throw invalidOption(
    'url',
    `${JSON.stringify(value)} isn't a web address`,
    'Write for example "https://blog.example".',
  );
}

/**
 * Checks the options of a `ghost` source and fills in defaults.
 * @throws SvcError `SVC_CONFIG_INVALID` naming the option
 */
export function readGhostOptions(options: Readonly<Record<string, unknown>> = {}): GhostOptions {
  checkOptionNames('A ghost source', options, KNOWN, 'Use "url" or "permalinks".');
  const { windowBytes } = options;
  return {
    url: readUrl(options['url']),
    permalinks: readPermalinks(options['permalinks'], {
      types: ['post', 'page'],
      placeholders: PLACEHOLDERS,
    }),
    ...(typeof windowBytes === 'number' ? { windowBytes } : {}),
  };
}
