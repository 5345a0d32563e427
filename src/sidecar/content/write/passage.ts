import { WriteRefusal } from './refusal.js';

/** A piece of a text, and what is put in its place. */
export interface Splice {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** Puts a piece in its place. */
export function applySplice(source: string, { start, end, text }: Splice): string {
  return source.slice(0, start) + text + source.slice(end);
}

/**
 * Finds the one passage that an edit replaces. Nothing is normalised: not a space, not a line end.
 * @throws WriteRefusal `svc_no_anchor`, `svc_no_match`, `svc_many_matches`
 * @see spec section 5.1, rule 3; reference/abilities-and-oauth.md section 6.3
 */
export function findPassage(body: string, old: string): { readonly start: number; readonly end: number } {
  if (old === '') {
    throw new WriteRefusal(400, 'svc_no_anchor', 'Input "old" is empty. Give the passage to replace.');
  }
  const start = body.indexOf(old);
  if (start === -1) throw new WriteRefusal(409, 'svc_no_match', noMatch(body, old));
  const count = countOf(body, old);
  if (count === 1) return { start, end: start + old.length };
  throw new WriteRefusal(
    409,
    'svc_many_matches',
    `The passage occurs ${count} times. Give more of the words around it, so that it occurs once.`,
  );
}

function noMatch(body: string, old: string): string {
  const hint =
    body.includes('\r\n') && !old.includes('\r')
      ? ' The lines of this page end in CR LF: the passage has to have them too, or stay on one line.'
      : '';
  return `The passage does not occur in the stored body, which "read-content" gives byte for byte. Copy it from there, with every space, entity and mark.${hint}`;
}

/** How often it occurs, each occurrence behind the last. */
function countOf(body: string, old: string): number {
  let count = 0;
  for (let at = body.indexOf(old); at !== -1; at = body.indexOf(old, at + old.length)) count += 1;
  return count;
}

/**
 * What no edit of a body may do.
 * @throws WriteRefusal `svc_would_empty`, `svc_broken_blocks`
 */
export function guardBody(before: string, after: string): void {
  if (after.trim() === '') {
    throw new WriteRefusal(
      409,
      'svc_would_empty',
      'The edit would leave the page empty. Leave some of its text.',
    );
  }
  if (blockBalance(before) === blockBalance(after)) return;
  throw new WriteRefusal(
    409,
    'svc_broken_blocks',
    'The edit would leave a block comment (<!-- wp:… -->) open or closed on its own. Replace whole blocks, or only text inside of one.',
  );
}

/** Opened blocks less closed ones: the same before and after, so whole blocks may come and go. */
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
 * The words around a change: at most 270 bytes, of which 180 lie before its end.
 * @param end offset behind the change in the new body
 */
export function contextOf(body: string, end: number): string {
  // Only what can lie in the window is turned into bytes.
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

/** Without the halves of letters that were cut through at either end. */
function wholeSigns(bytes: Buffer): string {
  let start = 0;
  while (start < bytes.length && ((bytes[start] ?? 0) & 0xc0) === 0x80) start += 1;
  return new TextDecoder().decode(bytes.subarray(start), { stream: true });
}
