import type { List, ListItem, Nodes, Paragraph, PhrasingContent, Root, Text } from 'mdast';
import { escapeRegExp, words } from '../../core/text.js';
import { isNoteLink } from '../html/note-marks.js';

/** More than any summary takes, bare addresses included. */
const MAX_LENGTH = 1500;
/** What isn't prose, or stands apart from it: a summary has it only where there is nothing else. */
const APART = new Set(words('heading code table thematicBreak footnoteDefinition definition html'));
/** Callouts say who should read a page, or that there is a newer one; a caption is about its picture. */
const PROSE = new Set([...APART, 'alert', 'caption']);
const NONE: ReadonlySet<string> = new Set();
/** What separates lines of prose that have no mark at their end. */
const ENDS: Partial<Record<Nodes['type'], string>> = { paragraph: '.', listItem: ';' };
/** Other scripts have other marks, or none. */
const UNENDED = /[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{N})\]]$/u;
const LINES = new Set(['paragraph', 'heading', 'tableCell', 'listItem', 'blockquote']);

/** From how many links on a paragraph is a row of links, such as the languages of a page. */
const MIN_LINKS = 3;
/** What a row of links may begin with: `Languages:`, the number of a line in a list of contents. */
const LABEL = /^(?:[^:.!?]{0,30}:|[\d.]+)?\s*$/;
/** The source location that TypeDoc adds to each part of a page. */
const PLACE = /^Defined in \S+:\d+$/;
const BETWEEN_LINKS = /^(?:[\s/|,;·•→»>-]|\band\b|\bor\b)*$/;
const MAX_NAME = 60;
/** The share of a row of links that the links hold, and of the synopsis of a command that its code holds. */
const LINKED = 0.5;

/** A text that only introduces a list of links: `Table of Contents`. */
const LABEL_OF_LIST = /^\s*(?:[^.!?。]{0,40})\s*$/u;

/** A date with a year. */
const DATE =
  /\b\d{4}-\d\d-\d\d\b|\b\d{1,2}[./]\d{1,2}[./]\d{4}\b|\b(?:\p{L}{3,9},? )?\p{L}{3,9}\.? \d{1,2},? \d{4}\b|\b\d{1,2}\.? \p{L}{3,9}\.? \d{4}\b/gu;
const READING_TIME = /\b\d+[ -]min(?:ute)?s?\.? read(?:ing time)?\b/i;
const BYLINE = /^(?:by|written|posted|published|created|(?:last )?(?:updated|modified|edited|reviewed))\b/i;
/** Names of metadata fields at the beginning of a document, one per list item, as docutils writes them. */
const FIELD =
  /^(?:authors?|editors?|maintainers?|organi[sz]ation|contact|e-?mail|address|release|version|revision|status|date|updated|copyright|licen[cs]e|type parameters|functional interface)\s*:?\s*$/i;
/** A bold line that only names the text after it: `Abstract`. */
const MAX_LABEL = 20;
/** Characters of text from which a line of one word above it is left out. */
const MIN_PROSE = 40;
/** A line of one word, or a paragraph of few: a category, a button, the name of a member or a person. */
const ONE_WORD = /^[^\p{L}]*[\p{L}'’-]{0,20}[^\p{L}.!?:。！？：]*$/u;
const FEW_WORDS = /^\s*(?:[\p{L}'’-]{1,20}\s+){1,3}[\p{L}'’-]{1,20}\s*$/u;
/** The full name of a class or module: `java.lang.Object`, `Package org.example`. */
const QUALIFIED_NAME = /^\s*(?:\p{L}+\s)?[\p{L}_$][\w$]*\.[\w$]\S*\s*$/u;
const MAX_COPYRIGHT = 120;
/** Maximum characters of a byline besides its dates. */
const MAX_BYLINE = 60;

/**
 * The beginning of a twin as plain text on one line: without marks of footnotes, dollar signs of formulas
 * and addresses of links. Headings, code, tables, captions, rows of links and callouts are left out where there is any
 * other text.
 * @param marked words with a mark of a footnote that isn't one for Markdown: the word, a space, the mark
 */
export function summaryLine(tree: Root, marked: readonly string[] = []): string {
  const prose = collect(tree, PROSE, true);
  if (prose.length >= MIN_PROSE) return withoutMarks(prose, marked);
  const text =
    collect(tree, PROSE) ||
    collect(tree, APART) ||
    collect(tree, new Set(['footnoteDefinition', 'definition', 'html']));
  return withoutMarks(text, marked);
}

function withoutMarks(text: string, marked: readonly string[]): string {
  return marked.reduce((line, one) => {
    const [word = '', mark = ''] = one.split(' ');
    return line.replace(
      new RegExp(`${escapeRegExp(word + mark)}(?![\\p{L}\\p{N}])`, 'gu'),
      word.replaceAll('$', '$$$$'),
    );
  }, text);
}

/** @param skipsWords leaves out lines of one word at the beginning */
function collect(tree: Root, apart: ReadonlySet<string>, skipsWords = false): string {
  let text = '';
  const isProse = apart.has('heading');
  // A string is text that comes after the nodes above it.
  const open: (Nodes | string)[] = [tree];
  for (let node = open.pop(); node !== undefined && text.length < MAX_LENGTH; node = open.pop()) {
    if (typeof node === 'string') text += node;
    else if (isProse && node.type === 'list' && isContents(node, text)) text = '';
    else if (apart.has(kindOf(node)) || (isProse && isApart(node, text))) text += ' ';
    else if (skipsWords && isBlank(text) && isOneWord(node)) text += ' ';
    else if (node.type === 'link' && isNoteLink(node.url, textOf(node.children), text)) continue;
    else if (node.type === 'break') text += ' ';
    else if (node.type === 'inlineMath') text += node.value.replace(/^\$+|\$+$/g, '');
    else if ('value' in node) text += node.type === 'code' ? ` ${node.value} ` : node.value;
    else if ('children' in node) {
      if (LINES.has(node.type)) {
        text = ended(text, ENDS[node.type]);
        open.push(' ');
      }
      for (let at = node.children.length - 1; at >= 0; at -= 1) {
        const child = node.children[at] as Nodes;
        if (isProse && (isCaption(child, node.children[at + 1]) || isButtonOfItem(child, node, text)))
          continue;
        // The sections of a page in a list of pages.
        if (isProse && node.type === 'listItem' && child.type === 'list' && isListOfLinks(child)) continue;
        if (node.type === 'listItem' && child.type === 'paragraph')
          open.push(' ', ...child.children.toReversed());
        else open.push(child);
      }
    }
  }
  // Behind the last item, only pictures may follow.
  return text.replace(/\s+/g, ' ').trim().replace(/;$/, '');
}

function isBlank(text: string): boolean {
  return !/\S/.test(text);
}

function kindOf(node: Nodes): string {
  if (node.type === 'paragraph' && node.data?.isCaption === true) return 'caption';
  return node.type === 'blockquote' && node.data?.alert !== undefined ? 'alert' : node.type;
}

/** A text and the mark that separates it from the next line, where it has none. */
function ended(text: string, mark = ''): string {
  const written = text.trimEnd();
  return `${written}${UNENDED.test(written.slice(-2)) ? mark : ''} `;
}

/** The label of a tab or of code, or the caption of a table: it stands apart like what follows it. */
function isCaption(node: Nodes, next: Nodes | undefined): boolean {
  if (node.type !== 'paragraph' || (next?.type !== 'code' && next?.type !== 'table')) return false;
  return node.children.length === 1 && /^(?:strong|emphasis)$/.test(node.children[0]?.type ?? '');
}

/** The link below the other text of a card or a slide, or before all text, and a place in the code. */
function isButtonOfItem(node: Nodes, parent: Nodes, text: string): boolean {
  const isOther = (one: Nodes): boolean => one !== node && one.type !== 'list';
  const isBeside =
    parent.type === 'listItem' && (parent.children.some(isOther) || isBlank(text) || isPlace(node));
  return isBeside && isLineApart(node);
}

/** Returns true for a list of links at the beginning or after its label. After other text, it belongs to that text. */
function isContents(list: List, text: string): boolean {
  return LABEL_OF_LIST.test(text) && isListOfLinks(list);
}

function isListOfLinks({ children }: List): boolean {
  return children.every((item) =>
    item.children.every((child) => (child.type === 'list' ? isListOfLinks(child) : isLineApart(child))),
  );
}

/** Returns true for links on their own lines and for the byline below the title. */
function isApart(node: Nodes, text: string): boolean {
  if (isLineApart(node)) return true;
  if (!isBlank(text)) return false;
  if (node.type === 'list') return node.children.every(isField);
  return node.type === 'paragraph' && (isByline(node) || isLabel(node));
}

/** Returns true for a field of a document (`Author`), or a bold label with a colon and no sentence: `Defined in: lib/a.rb`. */
function isField({ children: [first, ...rest] }: ListItem): boolean {
  const [name, ...value] = first?.type === 'paragraph' ? first.children : [];
  if (name?.type !== 'strong') return false;
  const label = textOf(name.children);
  if (FIELD.test(label)) return true;
  return (
    label.endsWith(':') &&
    !/[.!?。](?:\s|$)/.test(
      collect({ type: 'root', children: [{ type: 'paragraph', children: value }, ...rest] }, NONE),
    )
  );
}

function isLabel({ children }: Paragraph): boolean {
  const [only] = children;
  if (children.length !== 1 || only?.type !== 'strong') return false;
  const label = textOf(only.children);
  return label.length <= MAX_LABEL && !/[.!?。]$/.test(label);
}

/** Returns true for a line of one word or a name, and for a list of such lines. */
function isOneWord(node: Nodes, isItem = false): boolean {
  if (node.type === 'list')
    return node.children.every(({ children }) => children.every((child) => isOneWord(child, true)));
  if (node.type !== 'paragraph') return false;
  const line = textOf(node.children);
  return ONE_WORD.test(line) || QUALIFIED_NAME.test(line) || (!isItem && FEW_WORDS.test(line));
}

/** Whether a paragraph begins with text, and has more of it than the lines around texts. */
function isLongText(children: PhrasingContent[]): children is [Text, ...PhrasingContent[]] {
  const [first] = children;
  if (first?.type !== 'text' || first.value.trim() === '') return false;
  return children.reduce((sum, one) => sum + (one.type === 'text' ? one.value.length : 0), 0) > MAX_COPYRIGHT;
}

function isByline({ children }: Paragraph): boolean {
  if (isLongText(children)) return false;
  const line = textOf(children);
  const rest = line.replace(DATE, '').replace(/^[^\p{L}\p{N}]+/u, '');
  if (rest.length > MAX_BYLINE || /[.!?。]$/.test(line)) return false;
  return (
    READING_TIME.test(line) ||
    (rest !== line && (BYLINE.test(line) || BYLINE.test(rest) || !/\p{L}/u.test(rest)))
  );
}

function isPlace(node: Nodes): boolean {
  return node.type === 'paragraph' && !isLongText(node.children) && PLACE.test(textOf(node.children));
}

function isLineApart(node: Nodes): boolean {
  if (node.type !== 'paragraph') return false;
  if (isTrail(node) || isSynopsis(node) || isCopyright(node) || isPlace(node)) return true;
  const links = node.children.filter((child) => child.type === 'link');
  if (links.length === 0) return false;
  const [only] = node.children;
  const isBold = node.children.length === 1 && only?.type === 'strong';
  const [first, ...others] = isBold ? only.children : node.children;
  const hasLabel = first?.type === 'link' || (first !== undefined && LABEL.test(textOf([first])));
  if (hasLabel && BETWEEN_LINKS.test(textOf(others.filter((child) => child.type !== 'link')))) return true;
  return links.length >= MIN_LINKS && lettersOf(links) >= lettersOf(node.children) * LINKED;
}

/** The line at the foot of a page: `© 2024 Tern Bakery`. */
function isCopyright({ children }: Paragraph): boolean {
  if (isLongText(children) && !/^\s*(?:copyright|©|\()/i.test(children[0].value)) return false;
  const line = textOf(children);
  const isReserved = line.length <= MAX_COPYRIGHT && /\ball rights reserved\b/i.test(line);
  return isReserved || /^\s*(?:copyright\s*)?(?:©|\(c\)\s*(?:copyright|\d{4}))/i.test(line);
}

/** A paragraph that begins with code and mostly consists of it: `tea [--milk] cup`. */
function isSynopsis({ children }: Paragraph): boolean {
  if (children[0]?.type !== 'inlineCode') return false;
  const code = children.filter((child) => child.type === 'inlineCode');
  return lettersOf(code) > lettersOf(children) * LINKED;
}

function textOf(children: PhrasingContent[]): string {
  return collect({ type: 'root', children }, NONE);
}

function lettersOf(children: PhrasingContent[]): number {
  return textOf(children).replace(/\s/g, '').length;
}

/** Names with signs between them, the first a link: `[API](/api/) / [tea](/api/tea/) / Leaf`. */
function isTrail({ children }: Paragraph): boolean {
  const [first] = children;
  const start = first?.type === 'strong' ? first.children[0] : first;
  if (start?.type !== 'link') return false;
  const names = textOf(children).split(/ [/|•·›»→>] /);
  return names.length > 1 && names.every((name) => name.length <= MAX_NAME && !/[.!?。](?:\s|$)/.test(name));
}
