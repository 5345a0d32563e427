import type { Element } from 'hast';
import { classesOf, property } from '../../html/element.js';

/** Writes a number of a list as the page shows it. */
type Lettering = (number: number) => string;

const STYLE = /list-style(?:-type)?\s*:[^;]{0,200}?\b(lower|upper)-(alpha|latin|roman)\b/i;
/** Sphinx and AsciiDoctor. */
const CLASS = /^(lower|upper)(alpha|roman)$/;
const ROMAN: readonly (readonly [number, string])[] = [
  [1000, 'm'],
  [900, 'cm'],
  [500, 'd'],
  [400, 'cd'],
  [100, 'c'],
  [90, 'xc'],
  [50, 'l'],
  [40, 'xl'],
  [10, 'x'],
  [9, 'ix'],
  [5, 'v'],
  [4, 'iv'],
  [1, 'i'],
];

/**
 * Reads how a list counts where it has letters or Roman numerals, which lists of Markdown can't have.
 *
 * @param list an `ol` element
 * @returns undefined for numbers
 */
export function letteringOf(list: Element): Lettering | undefined {
  const type = property(list, 'type');
  if (/^[aAiI]$/.test(type)) return lettering(type.toLowerCase() === 'i', type === type.toUpperCase());
  const named = classesOf(list)
    .map((name) => CLASS.exec(name))
    .find((match) => match !== null);
  const [, letters, kind = ''] = STYLE.exec(property(list, 'style')) ?? named ?? [];
  if (letters === undefined) return undefined;
  return lettering(kind.toLowerCase() === 'roman', letters.toLowerCase() === 'upper');
}

function lettering(isRoman: boolean, isUpper: boolean): Lettering {
  const write = isRoman ? roman : alphabetic;
  return (number) => (isUpper ? write(number).toUpperCase() : write(number));
}

/** a to z, then aa. */
function alphabetic(number: number): string {
  let [rest, text] = [number, ''];
  for (; rest > 0; rest = Math.floor((rest - 1) / 26))
    text = String.fromCharCode(97 + ((rest - 1) % 26)) + text;
  return text || String(number);
}

function roman(number: number): string {
  if (number < 1 || number > 3999) return String(number);
  let [rest, text] = [number, ''];
  for (const [value, sign] of ROMAN) for (; rest >= value; rest -= value) text += sign;
  return text;
}
