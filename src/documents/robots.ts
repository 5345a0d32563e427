import { isParsableUrl } from '../core/parsable-url.js';
import { lineEnding, parseRobots, type RobotsLine, withLineEnding } from '../core/robots-rules.js';
import type { DocumentContext, DocumentRow } from './document-row.js';
import { tidyLine } from './escape.js';
import { sitemapUrl } from './sitemap.js';

const DEFAULT_BASE = 'User-agent: *\nDisallow:\n';
const CLOSED = 'User-agent: *\nDisallow: /\n';

/**
 * The text of `/robots.txt`: the site's own with a content signal, a training blocklist, and where the sitemap
 * and the AI catalog are.
 * No byte of the original changes; lines are only inserted.
 * @see RFC 9309
 */
export function buildRobots(ctx: DocumentContext): string {
  if (!ctx.site.public) return CLOSED;
  const base = ctx.robotsBase ?? DEFAULT_BASE;
  if (!ctx.settings.enable_robots) return base;
  const eol = lineEnding(base);
  const signalled = insertSignal(base, contentSignal(ctx), eol);
  const blocked = appendBlocklist(signalled, ctx.settings.blocked_trainers, eol);
  const text = appendNamed(blocked, ctx.settings.named_crawlers, { signal: contentSignal(ctx), eol });
  const pointers = [...sitemapPointer(ctx), ...catalogPointer(ctx)];
  return append(
    text,
    pointers.filter((line) => isNewKey(text, line, ctx)),
    eol,
  );
}

function contentSignal(ctx: DocumentContext): string {
  const { search, ai_input, ai_train } = ctx.settings.content_signal;
  const word = (allowed: boolean) => (allowed ? 'yes' : 'no');
  return `Content-Signal: search=${word(search)}, ai-input=${word(ai_input)}, ai-train=${word(ai_train)}`;
}

/** Puts the signal into the first `*` group, or into a group of its own; a site's own signal stays alone. */
function insertSignal(text: string, signal: string, eol: string): string {
  const lines = parseRobots(text);
  if (hasSignalForAll(lines)) return text;
  const start = lines.findIndex((line) => line.key === 'user-agent' && line.value === '*');
  if (start !== -1) return insertAt(lines, lastAgentOfRun(lines, start) + 1, [signal], eol);
  // The rule closes the group: without one the next group's names would join it.
  return insertAt(lines, newGroupIndex(lines), ['User-agent: *', signal, 'Disallow:', ''], eol);
}

/**
 * True where a signal applies to every crawler: in a group that names `*`, or before any group. Only a rule closes the
 * names of a group (RFC 9309 section 2.1).
 */
function hasSignalForAll(lines: readonly RobotsLine[]): boolean {
  let group = { isForAll: true, isSignalled: false, isClosed: true };
  for (const line of lines) {
    const { key, value } = line;
    if (key === 'user-agent' && group.isClosed)
      group = { isForAll: false, isSignalled: false, isClosed: false };
    if (key === 'user-agent' && value === '*') group.isForAll = true;
    if (key === 'content-signal') group.isSignalled = true;
    if (isRule(line)) group.isClosed = true;
    if (group.isForAll && group.isSignalled) return true;
  }
  return false;
}

// At the top; but after rules before any group, which would otherwise become active in ours.
function newGroupIndex(lines: readonly RobotsLine[]): number {
  const first = lines.findIndex((line) => line.key === 'user-agent');
  const preamble = first === -1 ? lines : lines.slice(0, first);
  return preamble.findLastIndex(isRule) + 1;
}

function insertAt(
  lines: readonly RobotsLine[],
  index: number,
  added: readonly string[],
  eol: string,
): string {
  const join = (part: readonly RobotsLine[]) => part.map((line) => line.text).join('');
  const before = withLineEnding(join(lines.slice(0, index)), eol);
  const after = join(lines.slice(index));
  const block = added.map((line) => line + eol).join('');
  // A byte order mark stays at the very start.
  if (before === '' && after.startsWith('\ufeff')) return `\ufeff${block}${after.slice(1)}`;
  return before + block + after;
}

function isRule(line: RobotsLine): boolean {
  return line.key === 'allow' || line.key === 'disallow';
}

// A line between two names would separate them for some readers, so the signal goes after the last of a run.
function lastAgentOfRun(lines: readonly RobotsLine[], start: number): number {
  let last = start;
  for (let index = start + 1; index < lines.length; index++) {
    const key = lines[index]?.key;
    if (key === 'user-agent') last = index;
    else if (key !== '') break;
  }
  return last;
}

/** Appends one group that disallows everything to the names that have no group yet. */
function appendBlocklist(text: string, names: readonly string[], eol: string): string {
  const lines = parseRobots(text);
  const missing = newNames(lines, names).map((name) => `User-agent: ${name}`);
  return missing.length === 0
    ? text
    : append(closeLastGroup(text, lines, eol), [...missing, 'Disallow: /'], eol);
}

/**
 * Appends a group for each name that has none yet. Groups do not add up (RFC 9309 section 2.2.1), so each repeats what
 * holds for everybody.
 */
function appendNamed(
  text: string,
  names: readonly string[],
  { signal, eol }: { readonly signal: string; readonly eol: string },
): string {
  const lines = parseRobots(text);
  const missing = newNames(lines, names);
  if (missing.length === 0) return text;
  const shared = linesForAll(lines);
  const isSignalled = shared.some((line) => line.key === 'content-signal');
  const own = lines.find((line) => line.key === 'content-signal' && hasSignalForAll([line]));
  const rules = [
    ...(isSignalled ? [] : [own === undefined ? signal : plainLine(own)]),
    ...shared.map(plainLine),
    ...(shared.some(isRule) ? [] : ['Disallow:']),
  ];
  const groups = missing.flatMap((name, index) => [
    ...(index === 0 ? [] : ['']),
    `User-agent: ${name}`,
    ...rules,
  ]);
  return append(closeLastGroup(text, lines, eol), groups, eol);
}

/** Lines outside any group. */
const GLOBAL = ['', 'sitemap', 'agentmap', 'host', 'clean-param'];

/** The rules of the groups that name `*`. */
function linesForAll(lines: readonly RobotsLine[]): readonly RobotsLine[] {
  let isForAll = false;
  let isClosed = true;
  return lines.filter((line) => {
    if (line.key === 'user-agent') {
      isForAll = (!isClosed && isForAll) || line.value === '*';
      isClosed = false;
      return false;
    }
    if (isRule(line)) isClosed = true;
    return isForAll && !GLOBAL.includes(line.key);
  });
}

function plainLine({ text }: RobotsLine): string {
  return text.trim();
}

/** The names that have no group of their own yet, each once. */
function newNames(lines: readonly RobotsLine[], names: readonly string[]): readonly string[] {
  const known = new Set(lines.filter((line) => line.key === 'user-agent').map((line) => token(line.value)));
  return names.map(tidyLine).filter((name) => {
    if (!isProductName(name) || known.has(token(name))) return false;
    known.add(token(name));
    return true;
  });
}

/** Our additions to the site's own rules: blocked crawlers, and reserved uses. */
export interface Reservations {
  readonly turnedAway: readonly string[];
  readonly reserved: readonly ('search' | 'ai_input' | 'ai_train')[];
}

/** The restrictions of `robots.txt` beyond the site's own rules; none where it has no additions. */
export function reservations(ctx: DocumentContext): Reservations {
  const { enable_robots, blocked_trainers, content_signal } = ctx.settings;
  if (!enable_robots || !ctx.site.public || ctx.ceded('robots')) return { turnedAway: [], reserved: [] };
  const lines = parseRobots(ctx.robotsBase ?? DEFAULT_BASE);
  const isOwnSignal = hasSignalForAll(lines);
  const uses = (['search', 'ai_input', 'ai_train'] as const).filter((use) => !content_signal[use]);
  return { turnedAway: newNames(lines, blocked_trainers), reserved: isOwnSignal ? [] : uses };
}

/** Product token in the form that is compared (RFC 9309 section 2.2.1): without version and star, lower case. */
function token(name: string): string {
  return name.replace(/[/\s*].*$/, '').toLowerCase();
}

function isProductName(name: string): boolean {
  return /^[^\s#:*/]+(?: [^#:*]+)?$/.test(name);
}

// A group without rules allows everything; left open, it would include the group that follows it.
function closeLastGroup(text: string, lines: readonly RobotsLine[], eol: string): string {
  const agent = lines.findLastIndex((line) => line.key === 'user-agent');
  const rule = lines.findLastIndex(isRule);
  return agent === -1 || agent < rule ? text : `${withLineEnding(text, eol)}Disallow:${eol}`;
}

function sitemapPointer(ctx: DocumentContext): readonly string[] {
  const known = ctx.otherSitemap !== undefined || ctx.served('sitemap');
  return known && !ctx.seoOwner ? [`Sitemap: ${sitemapUrl(ctx)}`] : [];
}

/** The place that readers of AI catalogs try first. */
function catalogPointer(ctx: DocumentContext): readonly string[] {
  return ctx.settings.enable_agentmap && ctx.isAvailable('ai-catalog')
    ? [`Agentmap: ${ctx.urlOf('ai-catalog')}`]
    : [];
}

/**
 * A pointer in the site's own file stays the only one, unless its address is relative, which crawlers ignore, or
 * isn't that of the sitemap that the site has: an earlier name, or the host of a preview.
 */
function isNewKey(text: string, line: string, { otherSitemap }: DocumentContext): boolean {
  const [key] = parseRobots(line).map((parsed) => parsed.key);
  const known = key === 'sitemap' ? otherSitemap : undefined;
  return parseRobots(text)
    .filter((parsed) => parsed.key === key && isParsableUrl(parsed.value))
    .every(({ value }) => known !== undefined && isStale(new URL(value), new URL(known)));
}

function isStale(named: URL, known: URL): boolean {
  if (named.href === known.href) return false;
  return named.origin === known.origin || named.pathname === known.pathname;
}

/** Appends lines after one blank line. */
function append(text: string, lines: readonly string[], eol: string): string {
  if (lines.length === 0) return text;
  const start = withLineEnding(text, eol);
  const blank = start === '' || /(?:^|\n|\r(?!\n))[ \t]*(?:\r\n|\r|\n)$/.test(start) ? '' : eol;
  return start + blank + lines.map((line) => line + eol).join('');
}

/** `/robots.txt`: always built; the settings gate what is added. */
export const robots: DocumentRow = {
  id: 'robots',
  path: '/robots.txt',
  contentType: 'text/plain',
  headers: 'plain',
  summary:
    "The site's own robots.txt, plus a content signal, rules for training crawlers and the address of the sitemap.",
  condition: 'always; additions only with `enable_robots`',
  discoveryKey: 'robots',
  cede: 'robots',
  purge: true,
  live: { key: 'robots', rank: 1, label: 'robots.txt' },
  when: (ctx) => !ctx.ceded('robots'),
  render: buildRobots,
};
