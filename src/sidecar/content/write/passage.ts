/** Finds and replaces a passage of a text, without breaking the markup around it. */

import { AbilityError } from '../../abilities/ability.js';

/** A range of a text, and its replacement. */
export interface Splice {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** Applies a replacement. */
export function applySplice(source: string, { start, end, text }: Splice): string {
  return source.slice(0, start) + text + source.slice(end);
}

/**
 * Finds the only occurrence of the passage that an edit replaces. Nothing is normalised: no spaces, no line ends.
 * @throws AbilityError `svc_no_anchor`, `svc_no_match`, `svc_many_matches`
 */
export function findPassage(body: string, old: string): { readonly start: number; readonly end: number } {
  if (old === '') {
    throw new AbilityError(400, 'svc_no_anchor', 'Input "old" is empty. Give the passage to replace.');
  }
  const start = body.indexOf(old);
  if (start === -1) throw new AbilityError(409, 'svc_no_match', noMatch(body, old));
  const count = countOf(body, old);
  if (count === 1) return { start, end: start + old.length };
  const message = `The passage occurs ${count} times. Include more of the surrounding words, so that it occurs only once.`;
  throw new AbilityError(409, 'svc_many_matches', message);
}

function noMatch(body: string, old: string): string {
  const hint =
    body.includes('\r\n') && !old.includes('\r')
      ? ' The lines of this page end in CR LF: use the same line ends in the passage, or a passage on one line.'
      : '';
  return `The passage doesn't occur in the stored body, which "read-content" returns byte for byte. Copy it from there, with every space, entity and mark.${hint}`;
}

/** Counts the occurrences of a text without overlaps. */
function countOf(body: string, old: string): number {
  let count = 0;
  for (let at = body.indexOf(old); at !== -1; at = body.indexOf(old, at + old.length)) count += 1;
  return count;
}

/**
 * Refuses edits that break a body.
 * @throws AbilityError `svc_would_empty`, `svc_broken_blocks`
 */
export function guardBody(before: string, after: string): void {
  if (after.trim() === '') {
    const message = 'The edit would leave the page empty. Leave some of its text.';
    throw new AbilityError(409, 'svc_would_empty', message);
  }
  if (blockBalance(before) === blockBalance(after)) return;
  const message =
    'The edit would leave a block comment (<!-- wp:… -->) unopened or unclosed. Replace whole blocks, or only text inside of one.';
  throw new AbilityError(409, 'svc_broken_blocks', message);
}

/** Returns opened minus closed blocks: equal before and after an edit, so whole blocks may be added or removed. */
function blockBalance(body: string): number {
  let balance = 0;
  for (const [comment] of body.matchAll(/<!--\s+\/?wp:[\s\S]*?-->/g)) {
    if (/^<!--\s+\//.test(comment)) balance -= 1;
    else if (!/\/-->$/.test(comment)) balance += 1;
  }
  return balance;
}

const WINDOW = 270;
const BEFORE_END = 180;

/**
 * Returns the text around a change: at most 270 bytes, starting at most 180 bytes before its end.
 * @param end offset of the end of the change in the new body
 */
export function contextOf(body: string, end: number): string {
  // Converts only text that can be in the window.
  const from = Math.max(0, end - BEFORE_END);
  const to = Math.min(body.length, end + WINDOW);
  const before = Buffer.from(body.slice(from, end));
  const lead = wholeSigns(before.subarray(Math.max(0, before.length - BEFORE_END)));
  const rest = Buffer.from(body.slice(end, to));
  const tail = wholeSigns(rest.subarray(0, WINDOW - Buffer.byteLength(lead)));
  const startsLater = from > 0 || Buffer.byteLength(lead) < before.length;
  const endsEarlier = to < body.length || Buffer.byteLength(tail) < rest.length;
  return (startsLater ? '…' : '') + lead + tail + (endsEarlier ? '…' : '');
}

/** Decodes bytes without characters that were cut at either end. */
function wholeSigns(bytes: Buffer): string {
  let start = 0;
  while (start < bytes.length && ((bytes[start] ?? 0) & 0xc0) === 0x80) start += 1;
  return new TextDecoder().decode(bytes.subarray(start), { stream: true });
}

/** The delimiters of a template language, and how a tag is closed: `{{< /name >}}` or `{% endname %}`. */
interface Syntax {
  readonly delimiters: readonly (readonly [string, string])[];
  readonly closing: RegExp;
  /** Tags that are always closed; others are where the page closes one. */
  readonly paired: readonly string[];
}

const HUGO: Syntax = {
  delimiters: [
    ['{{<', '>}}'],
    ['{{%', '%}}'],
  ],
  closing: /^\/\s*([^\s*]\S*)/,
  paired: ['highlight'],
};
const LIQUID: Syntax = {
  delimiters: [['{%', '%}']],
  closing: /^end(\w+)/,
  paired: ['raw', 'comment', 'capture', 'highlight', 'if', 'unless', 'for', 'case'],
};
const SYNTAXES: Readonly<Record<string, Syntax>> = { hugo: HUGO, jekyll: LIQUID, eleventy: LIQUID };

/**
 * Refuses a change that leaves a tag of the site's template language half open: the generator couldn't build the site.
 * @param generator of the content folder
 * @throws AbilityError `svc_broken_template`
 */
export function guardTemplate(before: string, after: string, generator: string): void {
  const syntax = SYNTAXES[generator];
  if (syntax === undefined) return;
  const [former, current] = [tagsOf(before, syntax), tagsOf(after, syntax)];
  const paired = new Set([...syntax.paired, ...former.closed, ...current.closed]);
  const broken = [...current.balance].find(
    ([name, count]) => count !== 0 && count !== former.balance.get(name) && (paired.has(name) || name === ''),
  );
  if (broken === undefined) return;
  const what = broken[0] === '' ? 'delimiter' : `tag "${broken[0].slice(0, 80)}"`;
  const message = `The change would leave a ${what} of the site's templates unopened or unclosed, and the site could no longer be built. Replace whole tags, or only text between them.`;
  throw new AbilityError(409, 'svc_broken_template', message);
}

interface Tags {
  /** Opened minus closed tags by name; the empty name stands for delimiters. */
  readonly balance: ReadonlyMap<string, number>;
  readonly closed: ReadonlySet<string>;
}

function tagsOf(body: string, { delimiters, closing }: Syntax): Tags {
  const balance = new Map<string, number>();
  const closed = new Set<string>();
  const count = (name: string, by: number) => balance.set(name, (balance.get(name) ?? 0) + by);
  for (const [open, close] of delimiters) {
    for (let at = body.indexOf(open); at !== -1; at = body.indexOf(open, at)) {
      const end = body.indexOf(close, at + open.length);
      if (end === -1) {
        count('', 1);
        break;
      }
      const tag = body
        .slice(at + open.length, end)
        .replace(/^-|-$/g, '')
        .trim();
      at = end + close.length;
      const name = closing.exec(tag)?.[1];
      if (name !== undefined) {
        closed.add(name);
        count(name, -1);
      } else if (!/^\/\*|\/$/.test(tag)) count(/^\S*/.exec(tag)?.[0] ?? '', 1);
      // Text that the generator takes as it is.
      if (tag === 'raw') at = endOfRaw(body, at);
    }
  }
  return { balance, closed };
}

/** The beginning of the tag that ends raw text, else the end of the body. */
function endOfRaw(body: string, from: number): number {
  const end = /\{%-?\s*endraw\b/g;
  end.lastIndex = from;
  return end.exec(body)?.index ?? body.length;
}
