import { cleanUrl } from '../../../config/text.js';
import { isParsableUrl } from '../../../core/parsable-url.js';

/** The claim of an unknown client, and where to find out more. */
export interface Declared {
  readonly name: string;
  readonly url: string;
  readonly host: string;
  /** Address of a search for it; empty without a claim. */
  readonly lookup: string;
}

/** Parts of browsers' User-Agents that identify no client. */
const ENGINES = new Set(
  'mozilla applewebkit khtml gecko safari chrome version mobile edg opr firefox crios fxios'.split(' '),
);
const PRODUCT = /([A-Za-z][A-Za-z0-9._-]{1,40})\/[0-9]/g;
/** A product without a number behind a slash: a bot's anywhere, another's at the start, such as `OpenAI/JS 4.77.0`. */
const UNVERSIONED =
  /(?<![\w.-])[\w.-]+(?:bot|crawler|spider)\b[\w-]*|^(?!mozilla\/)[a-z][\w.-]{1,40}(?=\/|$| v?\d| \()/i;
const ADDRESS = /https?:\/\/[^\s)\]};,"']+/;
/** Product names inside URLs don't count. */
const ADDRESSES = new RegExp(ADDRESS, 'g');

/**
 * The product that a User-Agent names: the first that looks like a bot, else the first.
 * @returns empty when there is none
 */
export function declaredName(ua: string): string {
  const own = ua.replace(ADDRESSES, ' ');
  const names = [...own.matchAll(PRODUCT)].flatMap(([, name = '']) =>
    ENGINES.has(name.toLowerCase()) ? [] : [name],
  );
  return (
    names.find((name) => /bot|crawl|spider|agent/i.test(name)) ?? names[0] ?? UNVERSIONED.exec(own)?.[0] ?? ''
  );
}

/** The claim of a client. */
export function declaredIdentity(ua: string): Declared {
  const name = declaredName(ua);
  const url = cleanUrl((ADDRESS.exec(ua)?.[0] ?? '').replace(/[.,;:)]+$/, ''));
  const host = isParsableUrl(url) ? new URL(url).hostname.replace(/^www\./, '') : '';
  const asked = name || host;
  const lookup =
    asked === '' ? '' : `https://duckduckgo.com/?q=${encodeURIComponent(`${asked} crawler bot`)}`;
  return { name, url, host, lookup };
}
