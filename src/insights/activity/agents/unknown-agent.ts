/** Names clients that no list knows, by their User-Agent. */

import { cleanUrl } from '../../../config/text.js';
import { isParsableUrl } from '../../../core/parsable-url.js';

/** Labels for clients without a name of their own. */
const OTHER_BOT = 'Other bot';
export const SCRIPT = 'Script/tool';
export const BROWSER = 'Browser';
const UNRECOGNIZED = 'Unrecognized';

/** A personal device: a model such as "CUBOT X18" or "ruby" isn't the name of a program. */
const DEVICE = /\(linux;(?![^)]*(?:compatible;|\+http|-google\b))[^)]*android[^)]*\)|\bcubot/g;
/** What a toolkit and an extension add to the User-Agent of a personal browser: their addresses are no operator's. */
const ADDED = /https?:\/\/(?:www\.)?bsalsa\.com\b|\|{3} .*/g;
/** Another client that this resembles, such as "(like TwitterBot)". */
const LIKENESS = /\blike\s+[^\s;),]+/g;
const BOT = /(?:bots?|crawlers?|spiders?|crawl|crawling)(?![a-z])/;
/** An app that shows pages in Android's WebView: "CamScanner" there is its name. */
const WEB_VIEW = /\(linux;[^)]*android[^)]*;\s*wv\)/;
/** The operator's address, which no personal browser sends. */
const CONTACT = /https?:\/\/|\bwww\.|[\w.+-](?:@|[[(]at[\])])[\w-]+\.[a-z]|\b[\w-]+\.[a-z]{2,}\/[a-z]/;
/**
 * Programs that drive a whole browser, or claim to be one, without the word "bot". A name is looked for at its start
 * only, so that the time stays linear.
 */
const PROGRAM = new RegExp(
  [
    String.raw`headlesschrome|phantomjs|slimerjs|jsdom|wkhtmlto\w+|puppeteer|playwright|selenium|cypress|prerender`,
    String.raw`lighthouse|ptst|gtmetrix|pingdom|uptime|datadog|(?<![\w-])[\w-]+-google|(?<![\w-])[\w-]*(?:preview|fetcher|imageproxy|mailproxy)`,
    String.raw`googleother|google-[a-z][\w-]*|gemini-deep-research|google page speed|google favicon|zgrab|httrack`,
    String.raw`(?<!\w)\w*powershell|(?<!\w)\w*(?:archiver|validator|scanner|scraper|monitor(?:ing)?)(?:v?\d+)?\b`,
    String.raw`(?<![\w-])[\w-]+-user\b|\bagent-\w+|(?<![\w-])(?!user[- ]?agent)[\w-]{3,} ?agent\b`,
    // No browser adds a product after a semicolon, or a name to the comment about its engine.
    String.raw`(?<=\bsafari\/[\d.]+;\s*|khtml,\s*[;,]\s*)[a-z][\w-]*`,
  ].join('|'),
  'i',
);
const COMPATIBLE = /\bcompatible;\s*([a-z][\w.-]*)(\s*(?:[;/),]|$)|\s+v?\d)?/gi;
/** Browsers and systems that follow "compatible". */
const COMPATIBLE_BROWSERS = new Set(
  'msie konqueror mozilla windows trident yandexbrowser icab omniweb opera netpositive iemobile linux x11 u android macintosh'.split(
    ' ',
  ),
);
const SCRIPTS =
  /curl|wget|python|node-fetch|\bnode\b|go-http|okhttp|libwww|postman|httpie|axios|guzzle|java\/|ruby|^php/;
/** Browsers that never claimed to be Mozilla, the last in an app of Facebook. */
const OTHER_BROWSERS = /^(?:opera|lynx|e?links|w3m|netsurf|dillo|ucweb|\[fban)\b/;

/** The client's claim in lower case, without clients that it resembles. */
export function withoutLikeness(lower: string): string {
  return lower.replace(LIKENESS, '');
}

/** The label of a client that is in no table: the name of a program, or its kind. */
export function unknownAgent(ua: string): string {
  const own = withoutLikeness(ua.toLowerCase().replace(DEVICE, '').replace(ADDED, ''));
  if (OTHER_BROWSERS.test(own)) return BROWSER;
  const isBot = BOT.test(own);
  const { isFetcher, name } = fetcher(ua);
  const program = WEB_VIEW.test(ua.toLowerCase()) ? null : PROGRAM.exec(own);
  if (isBot || isFetcher || program !== null || CONTACT.test(own)) {
    const named = isBot ? declaredName(ua) || name : name || declaredName(ua);
    return named || (program === null ? OTHER_BOT : asWritten(ua, program[0]));
  }
  if (SCRIPTS.test(own)) return SCRIPT;
  if (/mozilla(?!-)|applewebkit\/?\d/.test(own)) return BROWSER;
  return declaredName(ua) || UNRECOGNIZED;
}

/** The words after "compatible;", unless a browser follows. */
function fetcher(ua: string): { readonly isFetcher: boolean; readonly name: string } {
  const found = [...ua.matchAll(COMPATIBLE)].find(
    ([, name = '']) => !COMPATIBLE_BROWSERS.has(name.toLowerCase()),
  );
  // In several words the end of the name is unclear.
  return { isFetcher: found !== undefined, name: found?.[2] === undefined ? '' : (found[1] ?? '') };
}

function asWritten(ua: string, lower: string): string {
  const at = ua.toLowerCase().indexOf(lower);
  return ua.slice(at, at + lower.length);
}

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
function declaredName(ua: string): string {
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
