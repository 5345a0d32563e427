import type { Delete, Emphasis, Link, PhrasingContent, Strong, Text } from 'mdast';
import { normalisePunctuation } from './punctuation.js';

type Span = Strong | Emphasis | Delete | Link;

/**
 * Cleans up a line of text: adjacent nodes of one kind joined, spaces moved out of marks, white space
 * at the ends gone, bare addresses linked.
 *
 * @param nodes phrasing content, which may be changed
 * @param breaks whether line breaks are kept; else they become spaces
 * @returns content of a paragraph, heading or cell
 */
export function finishLine(nodes: readonly PhrasingContent[], breaks: boolean): PhrasingContent[] {
  const [only] = nodes;
  const line =
    nodes.length === 1 && only?.type === 'text' ? [plainLine(only)] : new Line(breaks).add(nodes).nodes;
  trimEdges(line);
  const linked = linkAll(line);
  return linked.length > 1 || 'children' in (linked[0] ?? {}) ? normalisePunctuation(linked) : linked;
}

function plainLine(node: Text): Text {
  node.value = singleSpaced(node.value);
  return node;
}

/** Handlers may have put spaces next to those that were there. */
function singleSpaced(text: string): string {
  return text.includes('  ') ? text.replace(/ {2,}/g, ' ') : text;
}

/** Collects phrasing content while keeping it in order. */
class Line {
  readonly nodes: PhrasingContent[] = [];
  /** The content of the last mark: an adjacent one of its kind continues it. */
  #span: Line | undefined;

  constructor(private readonly breaks: boolean) {}

  add(nodes: readonly PhrasingContent[]): this {
    for (const node of nodes) this.#push(node);
    return this;
  }

  #push(node: PhrasingContent): void {
    if (node.type === 'text') this.#pushText(node.value);
    else if (node.type === 'break') this.#pushBreak();
    else if (isSpan(node)) this.#pushSpan(node);
    else this.nodes.push(node);
  }

  #pushText(value: string): void {
    const last = this.nodes.at(-1);
    const single = singleSpaced(value);
    const text = last?.type === 'break' ? single.replace(/^[ \t]+/, '') : single;
    if (text === '') return;
    if (last?.type !== 'text') this.nodes.push({ type: 'text', value: text });
    else last.value += last.value.endsWith(' ') ? text.replace(/^[ \t]+/, '') : text;
  }

  #pushBreak(): void {
    if (!this.breaks) {
      this.#pushText(' ');
      return;
    }
    const last = this.nodes.at(-1);
    if (last?.type === 'text') {
      last.value = last.value.trimEnd();
      if (last.value === '') this.nodes.pop();
    }
    this.nodes.push({ type: 'break' });
  }

  /** Spaces and breaks at the edges of a mark go outside: `a<b> b</b>` is `a **b**`. */
  #pushSpan(node: Span): void {
    const line = new Line(this.breaks).add(node.children);
    const inside = line.nodes;
    const lead: PhrasingContent[] = [];
    const trail: PhrasingContent[] = [];
    while (takeEdge(inside, 'start', lead));
    while (takeEdge(inside, 'end', trail));
    this.add(lead);
    if (inside.length > 0) this.#joinSpan(node, line);
    this.add(trail.reverse());
  }

  #joinSpan(node: Span, line: Line): void {
    const last = this.nodes.at(-1);
    if (this.#span !== undefined && node.type !== 'link' && last?.type === node.type) {
      this.#span.add(line.nodes);
    } else {
      this.#span = line;
      this.nodes.push({ ...node, children: line.nodes } as Span);
    }
  }
}

/** Moves white space or a break from one end to `out`; true when there may be more of it. */
function takeEdge(inside: PhrasingContent[], side: 'start' | 'end', out: PhrasingContent[]): boolean {
  const index = side === 'start' ? 0 : inside.length - 1;
  const node = inside[index];
  if (node?.type === 'break') {
    out.push(node);
    inside.splice(index, 1);
    return true;
  }
  if (node?.type !== 'text') return false;
  const rest = side === 'start' ? node.value.trimStart() : node.value.trimEnd();
  if (rest.length === node.value.length) return false;
  const space =
    side === 'start' ? node.value.slice(0, -rest.length || undefined) : node.value.slice(rest.length);
  out.push({ type: 'text', value: space });
  if (rest === '') inside.splice(index, 1);
  else node.value = rest;
  return rest === '';
}

function isSpan(node: PhrasingContent): node is Span {
  return node.type === 'strong' || node.type === 'emphasis' || node.type === 'delete' || node.type === 'link';
}

function trimEdges(line: PhrasingContent[]): void {
  const dropped: PhrasingContent[] = [];
  while (takeEdge(line, 'start', dropped));
  while (takeEdge(line, 'end', dropped));
}

function linkAll(line: readonly PhrasingContent[]): PhrasingContent[] {
  const result: PhrasingContent[] = [];
  for (const node of line) {
    if (node.type === 'text') result.push(...linkify(node));
    else if (node.type === 'link') {
      // On the page, styles put a space between adjacent links.
      if (result.at(-1)?.type === 'link') result.push({ type: 'text', value: ' ' });
      result.push(asResource(node));
    } else {
      if (isSpan(node)) node.children = linkAll(node.children);
      result.push(node);
    }
  }
  return result;
}

/**
 * A label equal to the address would be written as `<address>`; cut in two it is `[address](address)`. So are addresses
 * that no reader of Markdown takes for a mailbox.
 */
function asResource(node: Link): Link {
  const [label] = node.children;
  if (label?.type !== 'text' || node.children.length !== 1) return node;
  const isStrange =
    node.url === `mailto:${label.value}` && !/^[\w.!#$%&'*+/=?^`{|}~-]+@[\w.-]+$/.test(label.value);
  if (node.data?.resource !== true && !isStrange) return node;
  const halves: Text[] = [
    { type: 'text', value: label.value.slice(0, 1) },
    { type: 'text', value: label.value.slice(1) },
  ];
  return { ...node, children: label.value.length > 1 ? halves : node.children };
}

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
function linkify(node: Text): PhrasingContent[] {
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
