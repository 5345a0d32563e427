import { didYouMean } from '../../core/did-you-mean.js';
import { SvcError } from '../../core/errors.js';
import { isObject } from '../../core/is-object.js';

/** What the configuration may say about a `ghost` source. */
export interface GhostOptions {
  /** Address of the site without trailing slash; exports do not tell it. */
  readonly url: string | undefined;
  /** Address pattern per type, e.g. `{ "post": "/{year}/{month}/{slug}/" }`. */
  readonly permalinks: Readonly<Partial<Record<'post' | 'page', string>>>;
}

const KNOWN = ['url', 'permalinks', 'windowBytes'];
const PLACEHOLDERS = ['slug', 'id', 'year', 'month', 'day', 'primary_tag', 'primary_author', 'author'];

function invalid(key: string, message: string, fix: string): SvcError {
  return new SvcError('SVC_CONFIG_INVALID', message, { field: `source.${key}`, fix });
}

function readUrl(value: unknown): string | undefined {
  if (value === undefined) return undefined;
  if (typeof value === 'string' && /^https?:\/\//i.test(value) && URL.canParse(value))
    return value.replace(/\/+$/, '');
  throw invalid(
    'url',
    `${JSON.stringify(value)} is no web address`,
    'Write for example "https://blog.example".',
  );
}

function readPattern(type: string, value: unknown): string {
  if (typeof value !== 'string' || !value.startsWith('/')) {
    throw invalid(
      `permalinks.${type}`,
      `${JSON.stringify(value)} is no address pattern that begins with "/"`,
      'Write for example "/{year}/{month}/{slug}/".',
    );
  }
  const unknown = [...value.matchAll(/\{([^}]*)\}/g)].find(([, name = '']) => !PLACEHOLDERS.includes(name));
  if (unknown !== undefined) {
    throw invalid(
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
    throw invalid(
      'permalinks',
      'permalinks is not an object of address patterns',
      'Write for example {"post": "/{year}/{month}/{slug}/"}.',
    );
  }
  const patterns = Object.entries(value).map(([type, pattern]) => {
    if (type !== 'post' && type !== 'page')
      throw invalid(`permalinks.${type}`, `there is no type "${type}"`, 'Use "post" and "page".');
    return [type, readPattern(type, pattern)] as const;
  });
  return Object.fromEntries(patterns);
}

/**
 * Checks the options of a `ghost` source and fills in what they leave out.
 * @throws SvcError `SVC_CONFIG_INVALID` naming the option
 */
export function readGhostOptions(options: Readonly<Record<string, unknown>> = {}): GhostOptions {
  const unknown = Object.keys(options).find((key) => !KNOWN.includes(key));
  if (unknown !== undefined) {
    const meant = didYouMean(unknown, KNOWN);
    const fix = meant === undefined ? 'Use "url" or "permalinks".' : `Did you mean "${meant}"?`;
    throw invalid(unknown, `A ghost source has no option "${unknown}"`, fix);
  }
  return { url: readUrl(options['url']), permalinks: readPermalinks(options['permalinks']) };
}
