import { escapeHtml } from '../../content/html/escape.js';
import { isTimeZone } from '../../core/dates.js';
import { isHttpUrl } from '../../core/parsable-url.js';
import { checkOptionNames, invalidOption } from '../options.js';
import { readPermalinks } from '../permalinks.js';
import type { RawSite } from '../port.js';
import { isStandardTagline } from '../standard-tagline.js';
import { type Collection, readCollections } from './collections.js';
import { textFields } from './values.js';

/** The placeholder in exported texts for the address of the site. */
const PLACEHOLDER = /__GHOST_URL__\/?/g;

/** A link to a dialog of the site, such as `#/portal/signup`, which needs the site's address elsewhere. */
const DIALOG = /(\bhref=["']|\]\()#\//g;

/** The settings of an export about the whole site. */
export interface GhostSite {
  readonly raw: RawSite;
  /** IANA zone of the site's own time. */
  readonly timeZone: string;
  /** The whole site is behind a password. */
  readonly isPrivate: boolean;
  /** Pattern of old versions, which kept it among the settings. */
  readonly permalinks: string | undefined;
  /** Replaces the placeholder by the site's address, if it is known, and completes links to the site's dialogs. */
  address(text: string): string;
}

/** The options of a `ghost` source. */
export interface GhostOptions {
  /** Address of the site without trailing slash; exports don't contain it. */
  readonly url: string | undefined;
  /** First size of the window over the file. */
  readonly windowBytes?: number;
  /** Address pattern per type, e.g. `{ "post": "/{year}/{month}/{slug}/" }`. */
  readonly permalinks: Readonly<Partial<Record<'post' | 'page', string>>>;
  /** In the order in which posts are assigned to them. */
  readonly collections: readonly Collection[];
}

const KNOWN = ['url', 'permalinks', 'collections', 'windowBytes'];

const PLACEHOLDERS = ['slug', 'id', 'year', 'month', 'day', 'primary_tag', 'primary_author', 'author'];

/**
 * Reads the settings.
 * @param timeZone the run's own, used where the export has none
 */
export function readGhostSite(
  settings: ReadonlyMap<string, string>,
  options: GhostOptions,
  timeZone: string,
): GhostSite {
  const get = (...keys: string[]): string => keys.map((key) => settings.get(key) ?? '').find(Boolean) ?? '';
  const written = get('url').replace(/\/+$/, '');
  const baseUrl = options.url ?? (isHttpUrl(written) ? written : '');
  const address = (text: string): string =>
    text
      .replace(PLACEHOLDER, `${baseUrl}/`)
      .replace(DIALOG, (_all, before: string) => `${before}${baseUrl}/#/`);
  const tagline = get('description');
  const zone = get('timezone', 'active_timezone');
  const permalinks = get('permalinks');
  return {
    raw: textFields({
      title: escapeHtml(get('title')),
      description: isStandardTagline(tagline) ? '' : escapeHtml(tagline),
      baseUrl,
      lang: languageTag(get('locale', 'lang', 'default_locale')),
      timezone: isTimeZone(zone) ? zone : '',
      logo: address(get('icon', 'logo')),
    }),
    timeZone: timeZone === 'UTC' && isTimeZone(zone) ? zone : timeZone,
    isPrivate: /^(?:true|1)$/.test(get('is_private')),
    permalinks: permalinks.startsWith('/') ? permalinks : undefined,
    address,
  };
}

function languageTag(text: string): string {
  const tag = text.replaceAll('_', '-');
  return /^[A-Za-z]{2,3}(?:-[A-Za-z0-9]{2,8})*$/.test(tag) ? tag : '';
}

function readUrl(value: unknown): string | undefined {
  if (value === undefined) return undefined;
  if (typeof value === 'string' && isHttpUrl(value)) return value.replace(/\/+$/, '');
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
  checkOptionNames('A ghost source', options, KNOWN, 'Use "url", "permalinks" or "collections".');
  const { windowBytes } = options;
  return {
    url: readUrl(options['url']),
    permalinks: readPermalinks(options['permalinks'], {
      types: ['post', 'page'],
      placeholders: PLACEHOLDERS,
    }),
    collections: readCollections(options['collections'], PLACEHOLDERS),
    ...(typeof windowBytes === 'number' ? { windowBytes } : {}),
  };
}
