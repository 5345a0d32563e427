import type { Delete, Emphasis, PhrasingContent, Strong } from 'mdast';

type Attention = Strong | Emphasis | Delete;

/** Tested on half of a surrogate pair, an emoji counts as a letter, as in many readers of Markdown. */
const LETTER = /[^\s\p{P}\p{S}]/u;
const EDGE_START = /^[\p{P}\p{S}]+\s*/u;
const MARK = /[\p{P}\p{S}]/u;
const OPENERS = '「『（【《〈［｛“‘«‹([{"\'';
const CLOSERS = '」』）】》〉］｝”’»›)]}"\'';

/**
 * Moves punctuation out of marks that would not be parsed again: `**Note:**text` does not close, because
 * the closing marks follow punctuation and touch a letter; `**Note**:text` does.
 *
 * Character references would keep the punctuation inside (`**Note:**&#x74;ext`), but are hard to
 * read, above all around Chinese and Japanese brackets.
 *
 * @param nodes finished line
 * @returns the line, with some punctuation moved from marks to the text beside them
 * @see https://spec.commonmark.org/0.31.2/#left-flanking-delimiter-run
 */
export function normalisePunctuation(nodes: PhrasingContent[]): PhrasingContent[] {
  const result: PhrasingContent[] = [];
  for (const [index, node] of nodes.entries()) {
    if (!isAttention(node)) {
      pushText(result, node);
      continue;
    }
    const before = lastLetter(result.at(-1));
    const after = firstLetter(nodes[index + 1]);
    node.children = withoutStuck(node, normalisePunctuation(node.children), before, after);
    if (isStuck(node, result.at(-1), before, after)) {
      for (const child of node.children) pushText(result, child);
      continue;
    }
    const { lead, trail } = takePunctuation(node, before, after);
    if (lead !== '') pushText(result, { type: 'text', value: lead });
    if (node.children.length > 0) result.push(node);
    if (trail !== '') pushText(result, { type: 'text', value: trail });
  }
  return result;
}

/**
 * Whether a mark can only be written with character references: around a mere `!` in a word, with code or a link at the
 * edge that touches a letter (`<i><code>n</code></i>th`), or right after another mark and right before a letter, as in
 * `<b>one</b><i>two</i>three`. The text is worth more than the mark.
 */
function isStuck(
  node: Attention,
  previous: PhrasingContent | undefined,
  before: boolean,
  after: boolean,
): boolean {
  if (isOnlyPunctuation(node)) return before || after;
  if (isSigned(node.children[0]) && before) return true;
  if (isSigned(node.children.at(-1)) && after) return true;
  return isStarred(node) && isStarred(previous) && after;
}

/**
 * A mark at the edge of another one is stuck too if a letter touches it: inside, as in `<b>a<i>b</i></b>`, or outside,
 * as in `a<b><i>b</i></b>`.
 */
function withoutStuck(
  node: Attention,
  children: PhrasingContent[],
  before: boolean,
  after: boolean,
): PhrasingContent[] {
  const [first, last] = [children[0], children.at(-1)];
  const touches = (child: PhrasingContent, isInside: boolean) =>
    isInside && isStarred(node) && isStarred(child);
  const isLoose = (child: PhrasingContent) =>
    isAttention(child) &&
    ((child === first && (before || touches(child, firstLetter(children[1])))) ||
      (child === last && (after || touches(child, lastLetter(children.at(-2))))));
  if (!children.some(isLoose)) return children;
  const result: PhrasingContent[] = [];
  for (const child of children) {
    if (isLoose(child)) for (const part of (child as Attention).children) pushText(result, part);
    else pushText(result, child);
  }
  return withoutStuck(node, result, before, after);
}

/** What is written with a sign at its edges. */
function isSigned(node: PhrasingContent | undefined): boolean {
  return node?.type === 'inlineCode' || node?.type === 'link';
}

/** Marks that are written with the same sign. */
function isStarred(node: PhrasingContent | undefined): boolean {
  return node?.type === 'strong' || node?.type === 'emphasis';
}

/** A mark around a mere `!` in a word can't be written without character references. */
function isOnlyPunctuation(node: Attention): boolean {
  const [only] = node.children;
  return node.children.length === 1 && only?.type === 'text' && !/[^\p{P}\p{S}]/u.test(only.value);
}

function isAttention(node: PhrasingContent): node is Attention {
  return node.type === 'strong' || node.type === 'emphasis' || node.type === 'delete';
}

function pushText(result: PhrasingContent[], node: PhrasingContent): void {
  const last = result.at(-1);
  if (node.type === 'text' && last?.type === 'text') last.value += node.value;
  else result.push(node);
}

function lastLetter(node: PhrasingContent | undefined): boolean {
  return node?.type === 'text' && LETTER.test(node.value.at(-1) ?? ' ');
}

function firstLetter(node: PhrasingContent | undefined): boolean {
  return node?.type === 'text' && LETTER.test(node.value.charAt(0));
}

function takePunctuation(node: Attention, before: boolean, after: boolean): { lead: string; trail: string } {
  const first = node.children[0];
  const last = node.children.at(-1);
  let lead = before && first?.type === 'text' ? (EDGE_START.exec(first.value)?.[0] ?? '') : '';
  let trail = after && last?.type === 'text' ? edgeEnd(last.value) : '';
  if (first?.type === 'text' && last?.type === 'text') {
    // A bracket takes its partner with it.
    if (trail !== '' && lead === '' && isPair(first.value.charAt(0), trail.charAt(0)))
      lead = first.value.charAt(0);
    if (lead !== '' && trail === '' && isPair(lead.charAt(0), last.value.at(-1) ?? ''))
      trail = last.value.at(-1) ?? '';
  }
  const isWhole =
    first === last && first?.type === 'text' && lead.length + trail.length >= first.value.length;
  if (isWhole) return { lead: '', trail: '' };
  if (first?.type === 'text') first.value = first.value.slice(lead.length);
  if (last?.type === 'text' && trail !== '') last.value = last.value.slice(0, -trail.length);
  node.children = node.children.filter((child) => child.type !== 'text' || child.value !== '');
  return { lead, trail };
}

function edgeEnd(text: string): string {
  let start = text.length;
  while (start > 0 && MARK.test(text.charAt(start - 1))) start--;
  return start === text.length ? '' : text.slice(text.slice(0, start).trimEnd().length);
}

function isPair(open: string, close: string): boolean {
  const index = OPENERS.indexOf(open);
  return open !== '' && index >= 0 && CLOSERS.charAt(index) === close;
}
