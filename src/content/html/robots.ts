import { AI_AGENTS } from '../../core/ai-agents.js';
import { parseDate } from '../../core/dates.js';

/** Names of meta tags with rules for all crawlers, for search engines, and for the crawlers of language models. */
const ROBOT_NAMES = new Set([
  ...['robots', 'googlebot', 'bingbot', 'slurp', 'yandex', 'baiduspider', 'applebot', 'duckduckbot'],
  ...['google-extended', 'applebot-extended'],
  ...AI_AGENTS.map((name) => name.toLowerCase()),
]);

/** True for the name of a meta tag with rules for crawlers; a page may list several, with commas. */
export function isRobotsName(name: string): boolean {
  return name.split(',').some((part) => ROBOT_NAMES.has(part.trim().toLowerCase()));
}

/** Limits for images and videos in search results. `max-image-preview:none` doesn't restrict the page itself. */
const PREVIEW = /max-[a-z]+(?:-preview)?\s*:\s*[\w-]+/gi;

/** Directives that forbid showing text of the page in search results, or using it in answers. */
const NO_TEXT = /(?:^|[\s,;:])nosnippet(?:$|[\s,;])|max-snippet\s*:\s*0(?!\d)/i;

/**
 * Returns true if a robots tag forbids indexing, showing the text in results (`nosnippet`), or use by language models
 * (`noai`).
 * @param content as written: `noindex, follow`, `googlebot: none`
 */
export function saysNoindex(content: string): boolean {
  const others = content.replace(PREVIEW, '');
  return NO_TEXT.test(content) || /(?:^|[\s,;:])(?:no[-_ ]?index|none|noai)(?:$|[\s,;])/i.test(others);
}

/**
 * When a page leaves the indexes by itself, according to its robots tags: the earliest `unavailable_after`.
 * @param contents as written: `max-snippet:20, unavailable_after: 25 Jun 2026 15:00:00 GMT`
 * @param timeZone of dates without one
 * @returns Unix seconds; 0, the beginning of all time, for an unreadable date: in doubt the page is held back
 */
export function unavailableAfter(contents: Iterable<string>, timeZone: string): number | undefined {
  let earliest: number | undefined;
  for (const content of contents) {
    const written = /unavailable_after\s*:\s*(.*)$/is.exec(content)?.[1];
    if (written === undefined) continue;
    const time = readDate(written, timeZone) ?? 0;
    earliest = Math.min(time, earliest ?? time);
  }
  return earliest;
}

/** The date that a text begins with: other rules may follow a comma, and a date may have one of its own. */
function readDate(text: string, timeZone: string): number | undefined {
  const parts = text.split(',');
  for (let count = parts.length; count > 0; count--) {
    const part = parts.slice(0, count).join(',').trim();
    const time = parseDate(part, timeZone) ?? readNamedMonth(part);
    if (time !== undefined) return time;
  }
  return undefined;
}

/** Dates of RFC 822 and RFC 850: `25 Jun 2026 15:00:00 PST`, `Thursday, 25-Jun-26 15:00:00 GMT`. */
function readNamedMonth(text: string): number | undefined {
  if (!/^(?:[a-z]+,?\s+)?\d{1,2}[\s-][a-z]{3,9}[\s-]\d{2,4}(?:\s|$)/i.test(text)) return undefined;
  // Without a zone the machine's would be used.
  const zoned = /(?:\b[A-Z]{2,4}|[+-]\d{4})$/i.test(text.replace(/\b[ap]m$/i, '')) ? text : `${text} UTC`;
  const time = Date.parse(zoned.replaceAll(/(\d)-([a-z]+)-(\d)/gi, '$1 $2 $3'));
  return Number.isNaN(time) ? undefined : Math.floor(time / 1000);
}
