import type { Link, PhrasingContent, Text } from 'mdast';

/** A cheap test: text without any of these contains no address. */
const HINT = /:\/\/|www\.|@/i;
/** Ends at white space, at signs that addresses don't contain, and at CJK punctuation around them. */
const PLAIN =
  '[^\\s\\0-\\x1f\\x7f<>"`“”„‘’«»‹›|\\\\^{}\\u3001-\\u3003\\u3008-\\u3011\\u3014-\\u301f\\uff01-\\uff0f\\uff1a-\\uff20\\uff3b-\\uff40\\uff5b-\\uff65]';
/**
 * Wherever a reader of GFM would recognise an address by itself, this must recognise one too: what such a reader
 * takes for an address includes the backslash of `\<`, and text would become a tag.
 */
const ADDRESS = new RegExp(
  `(?<![A-Za-z])(?:https?://(?:[^\\s\\0-\\x1f\\p{P}\\p{S}]|[\\u{10000}-\\u{10ffff}])${PLAIN}*|www\\.[\\p{L}\\p{N}-]+\\.${PLAIN}+)` +
    '|(?<![\\w+.@/:-])(?:mailto:|xmpp:)?[\\w+.-]+@[\\w-]+(?:\\.[\\w-]+)+',
  'giu',
);

/**
 * Turns bare web and e-mail addresses into links, which are then written as `<https://e.org/a_b>`.
 *
 * Without it an address would carry escapes (`a\_b`), or a reader of GFM would guess where it ends.
 *
 * @param node text that is not inside a link
 * @returns the text, cut at the addresses
 * @see https://github.github.com/gfm/#autolinks-extension-
 */
export function linkify(node: Text): PhrasingContent[] {
  const { value } = node;
  if (!HINT.test(value)) return [node];
  const result: PhrasingContent[] = [];
  let start = 0;
  ADDRESS.lastIndex = 0;
  for (let match = ADDRESS.exec(value); match !== null; match = ADDRESS.exec(value)) {
    const address = trimEnd(match[0]);
    const end = match.index + address.length;
    const link = toLink(address, value.slice(end, end + 2));
    if (link === undefined) {
      // No address, but one may start inside it.
      ADDRESS.lastIndex = match.index + 1;
      continue;
    }
    if (match.index > start) result.push({ type: 'text', value: value.slice(start, match.index) });
    result.push(link);
    start = end;
    ADDRESS.lastIndex = end;
  }
  if (start === 0) return [node];
  if (start < value.length) result.push({ type: 'text', value: value.slice(start) });
  return result;
}

/** Punctuation after an address belongs to the sentence; a bracket does unless it was opened inside. */
function trimEnd(address: string): string {
  const surplus = {
    ')': count(address, ')') - count(address, '('),
    ']': count(address, ']') - count(address, '['),
  };
  let end = address.length;
  for (; end > 0; end--) {
    const last = address.charAt(end - 1);
    if (last === ')' || last === ']') {
      if (surplus[last] <= 0) break;
      surplus[last]--;
    } else if (!/[?!.,:;*~'&…]/.test(last)) {
      break;
    }
  }
  return address.slice(0, end);
}

function count(text: string, character: string): number {
  return text.split(character).length - 1;
}

/** What may appear between angle brackets; GFM alone would allow more. */
const MAILBOX = /^[^@]+@[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)*$/i;

function toLink(address: string, rest: string): Link | undefined {
  if (/^https?:\/\//i.test(address)) return makeLink(address, address);
  if (/^www\./i.test(address)) return makeLink(`http://${address}`, address);
  // `git@host.example:path` isn't a mailbox.
  if (/[\d_-]$/.test(address) || /^:[\w/~]/.test(rest)) return undefined;
  if (/^(?:mailto|xmpp):/i.test(address)) return makeLink(address, address);
  return MAILBOX.test(address) ? makeLink(`mailto:${address}`, address) : undefined;
}

function makeLink(url: string, text: string): Link {
  return { type: 'link', url, title: null, children: [{ type: 'text', value: text }] };
}
