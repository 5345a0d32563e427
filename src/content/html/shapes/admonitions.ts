import type { Element, ElementContent } from 'hast';
import { capitalised, words } from '../../../core/text.js';
import {
  classesOf,
  elementsIn,
  findAll,
  findElement,
  hasClass,
  make,
  type Parent,
  property,
} from '../element.js';
import { closest, findIn, labelContent, type PageMap, remove, replace, textIn } from '../reveal/page-map.js';

const BOXES = new Set(['div', 'aside', 'section', 'article', 'blockquote', 'figure']);
/** Names that generators give to boxes with a note to the reader. */
const BOX =
  /^(?:admonition|myst-admonition|theme-admonition|admonitionblock|custom-block|custom-container|markdown-alert|starlight-aside|callout|notecard|blockquote-tag|hint|hint-container|book-hint|gdoc-hint|notices|confluence-information-macro|rp-callout|alert|vp-custom-block|hextra-callout|nextra-callout|(?:fr|bs|fern)-callout|message|notification|chakra-alert|MuiAlert-root|vocs_Callout|prompt-(?:tip|info|warning|danger))$/;
/** Kinds, as a whole name or after the name of the box (`alert-warning`, `starlight-aside--tip`). */
const KIND =
  /^(?:(?:(?:theme-|myst-)?admonition|markdown-alert|starlight-aside-|callout|rp-callout-|blockquote-tag|hint|alert|prompt|confluence-information-macro)-|vocs_Callout_)?(?:(?:bs|fern)-callout-|is-)?(note|tip|info|information|warning|caution|danger|important|hint|attention|error|success|seealso|todo|example|question|quote|bug|failure|abstract|summary|versionadded|details)$/;
/** The name of a box or of its kind; DocFX uses capitals for kinds. */
const QUERY = new RegExp(`${BOX.source}|${KIND.source}`, 'i');
/** The kinds of Material for MkDocs. */
const FOLDED = /^(?:note|abstract|info|tip|success|question|warning|failure|danger|bug|example|quote)$/;
/** Boxes of frameworks with their kind in a name of its own. */
const FRAMEWORK =
  /^(?:MuiAlert-(?:standard|outlined|filled)|alert-|callout_)(Warning|Info|Error|Success|primary|secondary|warn|okay|default)$/;
/** Attributes by which boxes state their kind. */
const KIND_ATTRIBUTES = words('dataCalloutType dataCallout dataStatus dataType dataVariant dataIntent');
/** DocBook and the like use the kind alone, and put a heading first. */
const BARE_KIND = /^(?:note|tip|warning|caution|important)$/;
/** Blockquotes that are such boxes. */
const QUOTATION = /^(?:blockquote-tag|callout_\w+|(?:book|gdoc)-hint|prompt-\w+)$/;
const TITLE = /(?:^|[-_])(?:title|heading|header|label)(?:[-_]|$)|(?:Title|Heading|Header)(?:[-_]|$)/;
/** Boxes that show their kind by an emoji before their text. */
const EMOJI_BOX = /^(?:nextra|hextra)-callout$/;
const EMOJI_KINDS: Readonly<Record<string, string>> = {
  '⚠': 'warning',
  '🚫': 'error',
  '💡': 'note',
  ℹ: 'info',
};
const COLOUR_BAR = /^bg-\(--callout-color\)/;
const COLOUR = /^--callout-color:\s*var\(--color-fd-(info|warning|error|success|idea)\b/;
const SUBHEADING = /^h[2-6]$/;
const ICON_KIND = /^(?:icon|fa)-(?:fa-)?(note|tip|warning|caution|important|info)$/;

/**
 * Turns boxes with notes to the reader into quotations that begin with their label in bold, as in Markdown,
 * so that their kind and their end are visible.
 */
export function normaliseAdmonitions(page: PageMap): void {
  const coloured = findIn(page, { classes: COLOUR_BAR }).flatMap((bar) => nameBox(page.parents.get(bar)));
  for (const element of [...findIn(page, { classes: QUERY }), ...coloured]) {
    if (!page.parents.has(element)) continue;
    if (!BOXES.has(element.tagName) && !openFolded(element)) continue;
    if (!isAdmonition(element) && !isMdBookWarning(page, element)) continue;
    // Other quotations have their label already.
    const isQuote = element.tagName === 'blockquote';
    const isObsidian = property(element, 'dataCallout') !== '';
    if (isQuote && !isObsidian && !hasClass(element, QUOTATION)) continue;
    const isBox = isObsidian || hasClass(element, /^(?:callout_|prompt-)|-hint$/);
    const inner = isQuote && !isBox ? element : asQuote(page, element);
    labelFirst(page, inner);
  }
}

/** Gives a box that only its colour names, as Fumadocs writes it, the classes that others have. */
function nameBox(box: Parent | undefined): readonly Element[] {
  const kind = box?.type === 'element' ? COLOUR.exec(property(box, 'style'))?.[1] : undefined;
  if (box?.type !== 'element' || kind === undefined) return [];
  box.properties['className'] = ['callout', `callout-${kind.replace('idea', 'tip')}`];
  const title = findElement(box, ({ tagName }) => tagName === 'p');
  if (title !== undefined && hasClass(title, /^font-medium$/))
    title.properties = { className: ['admonition-title'] };
  return [box];
}

/** Makes a box of a note that a click opens, as PyMdown Extensions write it: `<details class="note">`. */
function openFolded(element: Element): boolean {
  const [summary] = elementsIn(element);
  const isNamed = element.tagName === 'details' && hasClass(element, FOLDED);
  if (!isNamed || summary?.tagName !== 'summary') return false;
  summary.tagName = 'p';
  summary.properties = { className: ['admonition-title'] };
  element.tagName = 'div';
  element.properties = { ...element.properties, className: ['admonition', ...classesOf(element)] };
  return true;
}

/** DocFX writes the kind in capitals. */
function namesOf(element: Element): readonly string[] {
  return classesOf(element).map((name) => (/^[A-Z]+$/.test(name) ? name.toLowerCase() : name));
}

function isAdmonition(element: Element): boolean {
  const names = namesOf(element);
  if (kindsOf(element).some((kind) => !BOX.test(kind)) && names.some((name) => BOX.test(name))) return true;
  if (!names.some((name) => KIND.test(name)))
    return names.some(
      (name) => /^(?:admonition|admonitionblock|starlight-aside)$/.test(name) || isEmojiBox(element),
    );
  if (names.some((name) => BOX.test(name))) return true;
  // Pages use a name such as `note` for other purposes as well, so a title is required.
  const first = elementsIn(element)[0];
  if (first === undefined || !names.some((name) => BARE_KIND.test(name))) return false;
  return (
    titledTable(element) !== undefined ||
    hasClass(first, /^(?:(?:note|tip|warning|caution|important)-)?title$/) ||
    isOnlyHeading(first, element)
  );
}

/** The only kind of box of mdBook has nothing but this name. */
function isMdBookWarning(page: PageMap, box: Element): boolean {
  if (box.tagName !== 'div' || classesOf(box).join(' ') !== 'warning') return false;
  const isChapter = (around: Element) =>
    /^(?:mdbook-)?content$/.test(property(around, 'id')) && hasClass(around, /^content$/);
  return closest(page, box, isChapter) !== undefined;
}

/** A heading at the start of a box, which has no parts of its own. */
function isOnlyHeading(first: Element, box: Element): boolean {
  if (!SUBHEADING.test(first.tagName) || !/^(?:div|aside)$/.test(box.tagName)) return false;
  return findAll(box, ({ tagName }) => /^h[1-6]$/.test(tagName)).length === 1;
}

function asQuote(page: PageMap, box: Element): Element {
  const emoji = isEmojiBox(box) ? takeEmoji(page, box) : undefined;
  const kinds = emoji === undefined ? kindsOf(box) : [emoji];
  const quote = make('blockquote', contentOf(box));
  const { id, ariaLabel } = box.properties;
  quote.properties = {
    className: ['callout', ...kinds.map((kind) => `callout-${kind}`)],
    ...(id === undefined ? {} : { id }),
    ...(ariaLabel === undefined ? {} : { ariaLabel }),
  };
  replace(page, box, [quote]);
  for (const child of elementsIn(quote)) page.parents.set(child, quote);
  return quote;
}

/** Whether a box may show its kind by an emoji; Notion writes a figure. */
function isEmojiBox(box: Element): boolean {
  return hasClass(box, EMOJI_BOX) || (box.tagName === 'figure' && hasClass(box, 'callout'));
}

/** The kind that the emoji of a box stands for; the emoji goes. */
function takeEmoji(page: PageMap, box: Element): string | undefined {
  const [first] = elementsIn(box);
  const kind = first && EMOJI_KINDS[textIn(first).replace(/\uFE0F/g, '')];
  if (first !== undefined && kind !== undefined) remove(page, first);
  return kind;
}

/** The kinds that the class names and attributes of a box state; those that are names of any box come last. */
function kindsOf(box: Element): readonly string[] {
  const stated = KIND_ATTRIBUTES.map((name) => property(box, name).toLowerCase()).filter((one) =>
    KIND.test(one),
  );
  const named = namesOf(box).flatMap(
    (name) => KIND.exec(name)?.[1] ?? FRAMEWORK.exec(name)?.[1]?.toLowerCase() ?? [],
  );
  const kinds = [...stated, ...named];
  // AsciiDoc may state it by an icon alone.
  const icon = kinds.length > 0 ? undefined : iconCell(box);
  const label = icon === undefined ? '' : labelOf(icon).toLowerCase();
  if (KIND.test(label)) return [label];
  const isBox = (kind: string) => /^(?:note|details)$/.test(kind) || BOX.test(kind);
  return [...kinds.filter((kind) => !isBox(kind)), ...kinds.filter(isBox)];
}

/** The content of a box; one that is laid out as a table (AsciiDoc) holds its label and its text in two cells. */
function contentOf(box: Element): ElementContent[] {
  const table = titledTable(box);
  if (table !== undefined) return table;
  const label = iconCell(box);
  const text = cellsOf(box)[1];
  if (label === undefined || text === undefined) return box.children;
  const title = make('p', [{ type: 'text', value: labelOf(label) }]);
  title.properties = { className: ['admonition-title'] };
  return [title, ...text.children];
}

/** A DocBook note is a table with an icon beside two rows, the title and the text. */
function titledTable(box: Element): ElementContent[] | undefined {
  const [only, ...others] = elementsIn(box);
  if (only?.tagName !== 'table' || others.length > 0) return undefined;
  const cells = findAll(only, ({ tagName }) => /^t[dh]$/.test(tagName));
  const [picture, title, text] = cells;
  const isPicture = picture !== undefined && textIn(picture) === '' && property(picture, 'rowSpan') === '2';
  if (!isPicture || title === undefined || text === undefined) return undefined;
  const line = make('p', title.children);
  line.properties = { className: ['admonition-title'] };
  return [...(textIn(title) === '' ? [] : [line]), ...text.children];
}

/** The first of the two cells that a box is laid out in. */
function iconCell(box: Element): Element | undefined {
  const [label, text] = cellsOf(box);
  return text !== undefined && label !== undefined && hasClass(label, /^icon$/) ? label : undefined;
}

function cellsOf(box: Element): readonly Element[] {
  const [only, ...others] = elementsIn(box);
  if (only?.tagName !== 'table' || others.length > 0) return [];
  // A table in the text has cells of its own.
  const cells = findAll(only, ({ tagName }) => tagName === 'td');
  return cells.slice(0, 2);
}

function labelOf(cell: Element): string {
  return textIn(cell) || iconText(cell);
}

function iconText(label: Element): string {
  for (const icon of findAll(label, () => true)) {
    const title = property(icon, 'title') || property(icon, 'alt');
    if (title !== '') return title;
    const kind = classesOf(icon)
      .map((name) => ICON_KIND.exec(name)?.[1])
      .find((one) => one !== undefined);
    if (kind !== undefined) return capitalised(kind);
  }
  return '';
}

/** The title of the box becomes a line in bold; a box that has none gets the name that it has for screen readers. */
function labelFirst(page: PageMap, quote: Element): void {
  const title = titleOf(page, quote);
  const content = title === undefined ? [] : labelContent(title);
  const text = textIn({ type: 'root', children: content });
  if (title !== undefined && text !== '') {
    replace(page, title, [
      boldTitle(KIND.test(text) ? [{ type: 'text', value: capitalised(text) }] : content),
    ]);
    return;
  }
  const name = property(quote, 'ariaLabel') || kindByIcon(quote);
  if (name !== '') quote.children.unshift(boldTitle([{ type: 'text', value: name }]));
}

function boldTitle(content: ElementContent[]): Element {
  const isBold =
    content.length === 1 && content[0]?.type === 'element' && /^(?:strong|b)$/.test(content[0].tagName);
  return make('p', isBold ? content : [make('strong', content)]);
}

/** The first element with words in it, where its class marks it as a title. */
function titleOf(page: PageMap, quote: Element): Element | undefined {
  for (let at: Element | undefined = quote; at !== undefined; ) {
    const first: Element | undefined = elementsIn(at).find(
      (one) => textIn(one) !== '' && one.tagName !== 'style',
    );
    if (first === undefined) return undefined;
    const isTitle =
      SUBHEADING.test(first.tagName) ||
      (first.tagName === 'p' && KIND.test(textIn(first).toLowerCase())) ||
      property(first, 'dataCalloutTitle') !== '' ||
      (hasClass(first, TITLE) && /^(?:p|div|span|h1|header|strong|b)$/.test(first.tagName));
    if (isTitle && textIn(first) !== textIn(quote)) return first;
    if (closest(page, first, (one) => one === quote) === undefined) return undefined;
    at = /^(?:div|section)$/.test(first.tagName) ? first : undefined;
  }
  return undefined;
}

/** A box that shows its kind by an icon shows it only visually. */
function kindByIcon(quote: Element): string {
  const [first] = elementsIn(quote);
  const isIcon = first !== undefined && /^(?:svg|i|img)$/.test(first.tagName);
  if (!isIcon) return '';
  const kind = classesOf(quote)
    .map((name) => KIND.exec(name)?.[1])
    .find((one) => one !== undefined);
  return kind === undefined ? '' : capitalised(kind);
}
