/** What the parser of tidy HTML has to know of an element; bits. */
export const VOID = 1;
/** An open `<p>` would end here. */
export const BLOCK = 2;
export const PARAGRAPH = 4;
export const HEADING = 8;
export const ITEM = 16;
export const TERM = 32;
export const LINK = 64;
export const BUTTON = 128;
/** A newline right behind the start tag is no text. */
export const EATS_NEWLINE = 256;
/** All up to the end tag is text. */
export const RAW = 512;
export const TABLE = 1024;
export const SECTION = 2048;
export const ROW = 4096;
export const CELL = 8192;
export const CAPTION = 16384;
export const COLUMNS = 32768;
export const COLUMN = 65536;
/** An item of a list further out is not ended by one in here. */
export const APART = 131072;
/** A `<p>` further out is not ended by a block in here. */
export const SCOPE = 262144;
export const FORM = 524288;
/** References in its text are resolved. */
export const ESCAPABLE = 1048576;
/** A drawing or a formula, which has rules of its own. */
export const FOREIGN = 2097152;
export const RUBY = 4194304;
/** Stands right in a ruby, else it may close what is around it. */
export const RUBY_TEXT = 8388608;
export const SELECT = 16777216;
export const OPTION_GROUP = 33554432;
export const OPTION = 67108864;

/** Parts of tables and of lists to choose from, which stand nowhere else. */
export const PARTS = SECTION | ROW | CELL | CAPTION | COLUMNS | COLUMN | OPTION_GROUP | OPTION;
/** Elements that hold no text but white space. */
export const FRAMES = TABLE | SECTION | ROW | COLUMNS | SELECT | OPTION_GROUP;

const KINDS: readonly (readonly [rule: number, names: string])[] = [
  [
    0,
    'abbr acronym audio b bdi bdo big canvas cite code data del dfn em font i ins kbd label map mark meter noscript ' +
      'output picture progress q s samp small span strike strong sub sup time tt u var video',
  ],
  [FOREIGN, 'math svg'],
  [RUBY, 'ruby'],
  [RUBY_TEXT, 'rp rt'],
  [VOID, 'area base br embed img input link meta param source track wbr'],
  [VOID | BLOCK, 'hr'],
  [BLOCK, 'address div'],
  [
    BLOCK | APART,
    'article aside blockquote center details dialog dl fieldset figcaption figure footer header hgroup main menu nav ' +
      'ol search section summary ul',
  ],
  [BLOCK | PARAGRAPH, 'p'],
  [BLOCK | APART | HEADING, 'h1 h2 h3 h4 h5 h6'],
  [BLOCK | APART | ITEM, 'li'],
  [BLOCK | APART | TERM, 'dd dt'],
  [BLOCK | APART | EATS_NEWLINE, 'pre'],
  [LINK, 'a'],
  [BUTTON | APART | SCOPE, 'button'],
  [BLOCK | APART | FORM, 'form'],
  [RAW, 'iframe script style'],
  [RAW | ESCAPABLE | EATS_NEWLINE, 'textarea'],
  [APART | SCOPE, 'object'],
  [SELECT, 'select'],
  [OPTION_GROUP, 'optgroup'],
  [OPTION, 'option'],
  [BLOCK | APART | SCOPE | TABLE, 'table'],
  [APART | SECTION, 'tbody tfoot thead'],
  [APART | ROW, 'tr'],
  [APART | SCOPE | CELL, 'td th'],
  [APART | SCOPE | CAPTION, 'caption'],
  [APART | COLUMNS, 'colgroup'],
  [VOID | COLUMN, 'col'],
];

/** An element by its name. The name is the same object each time, which is sooner compared and found than a copy. */
export interface KnownElement {
  readonly name: string;
  /** What matters of it; bits. */
  readonly rule: number;
}

const ELEMENTS: ReadonlyMap<string, KnownElement> = new Map(
  KINDS.flatMap(([rule, names]) => names.split(' ').map((name) => [name, { name, rule }] as const)),
);

/**
 * What matters of an element whose start and end a parser can understand without looking far; undefined for others.
 * @see https://html.spec.whatwg.org/multipage/parsing.html#parsing-main-inbody
 */
export function knownElement(tagName: string): KnownElement | undefined {
  // Elements that a page defines itself are like those that nobody knows: nothing but a start and an end.
  return ELEMENTS.get(tagName) ?? (tagName.includes('-') ? { name: tagName, rule: 0 } : undefined);
}
