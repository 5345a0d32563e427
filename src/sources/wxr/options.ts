import { checkOptionNames, invalidOption } from '../options.js';
import { readPermalinks } from '../permalinks.js';

/** The options of a `wxr` source. */
export interface WxrOptions {
  /** ISO 4217 code of the prices of products; exports don't contain it. */
  readonly currency?: string;
  /** Address patterns by type, for items without a link: `{ "post": "/{year}/{slug}/" }`. */
  readonly permalinks?: Readonly<Record<string, string>>;
  /** First size of the window over the file. */
  readonly windowBytes?: number;
}

const KNOWN = ['currency', 'permalinks', 'windowBytes'];
const PLACEHOLDERS = ['slug', 'id', 'year', 'month', 'day'];

/**
 * Checks the options of a `wxr` source.
 * @throws SvcError `SVC_CONFIG_INVALID` naming the option
 */
export function readWxrOptions(options: Readonly<Record<string, unknown>> = {}): WxrOptions {
  checkOptionNames('A wxr source', options, KNOWN, 'Use "currency" or "permalinks".');
  const { currency, permalinks, windowBytes } = options;
  if (currency !== undefined && !(typeof currency === 'string' && /^[A-Z]{3}$/.test(currency))) {
    throw invalidOption(
      'currency',
      `${JSON.stringify(currency)} isn't a currency code`,
      'Write the three capitals of ISO 4217, for example "EUR".',
    );
  }
  return {
    ...(typeof currency === 'string' ? { currency } : {}),
    ...(permalinks === undefined
      ? {}
      : { permalinks: readPermalinks(permalinks, { placeholders: PLACEHOLDERS }) }),
    ...(typeof windowBytes === 'number' ? { windowBytes } : {}),
  };
}
