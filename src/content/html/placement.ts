import {
  BLOCK,
  BUTTON,
  CAPTION,
  CELL,
  COLUMN,
  COLUMNS,
  FORM,
  FRAMES,
  HEADING,
  ITEM,
  LINK,
  OPTION,
  OPTION_GROUP,
  PARAGRAPH,
  PARTS,
  ROW,
  RUBY,
  RUBY_TEXT,
  SCOPE,
  SECTION,
  SELECT,
  TABLE,
  TERM,
} from './content-rules.js';

const GRID = CELL | ROW | SECTION;

/** Open elements, and start tags that end them. */
const ENDED_BY_START: readonly (readonly [open: number, next: number])[] = [
  [PARAGRAPH, BLOCK | GRID],
  [ITEM, ITEM | GRID],
  [TERM, TERM | GRID],
  [CELL, GRID],
  [ROW, ROW | SECTION],
  [SECTION, SECTION],
  [COLUMNS, COLUMNS | ROW | SECTION],
  [OPTION, OPTION | OPTION_GROUP],
  [OPTION_GROUP, OPTION_GROUP],
];

/** Open elements, and those around them whose end tags end them, too. */
const ENDED_BY_END: readonly (readonly [open: number, around: number])[] = [
  [PARAGRAPH | ITEM | TERM, BLOCK | SCOPE | ROW | SECTION],
  [CELL, ROW | SECTION | TABLE],
  [ROW, SECTION | TABLE],
  [SECTION | COLUMNS | CAPTION, TABLE],
  [OPTION, OPTION_GROUP | SELECT],
  [OPTION_GROUP, SELECT],
];

/** Elements that hold certain others alone, and what may stand right in them. */
const CONTENTS: readonly (readonly [frame: number, parts: number])[] = [
  [TABLE, SECTION | ROW | CAPTION | COLUMNS],
  [SECTION, ROW],
  [ROW, CELL],
  [COLUMNS, COLUMN],
  [SELECT, OPTION_GROUP | OPTION],
  [OPTION_GROUP, OPTION],
];

/**
 * Whether an element may stand in a place without anything being closed or moved for it.
 * @param rule of the element
 * @param around the rule of the innermost open element, together with what is open around it
 */
export function fits(rule: number, around: number): boolean {
  if ((around & (FRAMES | OPTION)) !== 0) {
    return CONTENTS.some(([frame, parts]) => (around & frame) !== 0 && (rule & parts) !== 0);
  }
  const clash =
    (rule & PARTS) |
    (rule & HEADING & around) |
    (rule & (ITEM | TERM | LINK | BUTTON | FORM) & around) |
    ((around & RUBY) === 0 ? rule & RUBY_TEXT : 0) |
    (rule & BLOCK ? around & PARAGRAPH : 0);
  return clash === 0;
}

/**
 * Whether the innermost open element ends where another starts, although it has no end tag.
 * @param open its rule, without what is open around it
 * @param next the rule of the element that starts
 * @see https://html.spec.whatwg.org/multipage/syntax.html#optional-tags
 */
export function endsBefore(open: number, next: number): boolean {
  return ENDED_BY_START.some(([one, other]) => (open & one) !== 0 && (next & other) !== 0);
}

/**
 * Whether the innermost open element may end with one that it stands in.
 * @param open its rule, without what is open around it
 * @param around the rule of the element whose end tag was read
 */
export function endsWith(open: number, around: number): boolean {
  // The end of a paragraph that is not open makes an empty one.
  if ((around & PARAGRAPH) !== 0) return false;
  return ENDED_BY_END.some(([one, other]) => (open & one) !== 0 && (around & other) !== 0);
}
