import type { Nodes } from 'hast';
import { parseDocument } from '../../content/html/parse.js';

/** Attributes whose text a visitor may see or hear. */
const SPOKEN = ['alt', 'title', 'ariaLabel', 'content', 'label', 'placeholder', 'value', 'summary'];
/** Elements whose text is program, not prose. */
const PROGRAM = new Set(['script', 'style']);
/** Formulas are in scripts of this type. */
const FORMULA = /^(?:math\/|text\/x-math|application\/x-tex)/i;
/** Elements inside of a word; marks of notes (`sup`) aren't part of the word before them. */
const INLINE = new Set('a abbr b bdi code em font i kbd mark s small span strong u var wbr'.split(' '));
/** Words in a row that have to be on the page, for a sentence that is not there as a whole. */
const RUN = 4;
/** Share of those runs, which leaves room for marks of notes and for labels in between. */
const MIN_SHARE = 0.6;
/** Shorter pieces are labels. */
const MIN_WORDS = 3;

/** The text of a page as an anonymous visitor gets it, for questions whether something is on it. */
export class PageText {
  readonly #letters: string;
  readonly #words: string;
  /** Number of words. */
  readonly size: number;

  /** @param html the page as it arrived */
  constructor(html: string) {
    const text = textOf(html);
    const words = wordsOf(text);
    this.size = words.length;
    this.#words = ` ${words.join(' ')} `;
    this.#letters = words.join('');
  }

  /** True when a sentence is on the page, white space and marks aside. */
  shows(sentence: string): boolean {
    const words = wordsOf(sentence);
    if (words.length < MIN_WORDS) return true;
    // Letters without spaces: highlighted code and emphasis cut words in pieces.
    if (this.#letters.includes(words.join(''))) return true;
    const runs = words.slice(RUN - 1).map((_, at) => words.slice(at, at + RUN));
    const shown = runs.filter((run) => this.#words.includes(` ${run.join(' ')} `)).length;
    return runs.length > 0 && shown >= runs.length * MIN_SHARE;
  }
}

/** All text of a page, also what a click would show; scripts and styles aside. */
function textOf(html: string): string {
  const pieces: string[] = [];
  const open: (Nodes | string)[] = [parseDocument(html)];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (typeof node === 'string') {
      pieces.push(node);
      continue;
    }
    if (node.type === 'text') pieces.push(node.value);
    if (node.type === 'element') {
      if (PROGRAM.has(node.tagName) && !FORMULA.test(String(node.properties['type'] ?? ''))) continue;
      const spoken = SPOKEN.map((name) => node.properties[name]).filter((value) => typeof value === 'string');
      if (spoken.length > 0) pieces.push(` ${spoken.join(' ')} `);
    }
    if (node.type !== 'element' && node.type !== 'root') continue;
    if (node.type === 'element' && !INLINE.has(node.tagName)) {
      pieces.push(' ');
      open.push(' ');
    }
    for (let at = node.children.length - 1; at >= 0; at -= 1) open.push(node.children[at] as Nodes);
    if (node.type === 'element' && node.content) open.push(node.content);
  }
  return pieces.join('');
}

/** Scripts without spaces: each character is a word. */
const UNSPACED = '\\p{sc=Han}\\p{sc=Hiragana}\\p{sc=Katakana}ー';
const WORD = new RegExp(`[${UNSPACED}]|(?:(?![${UNSPACED}])[\\p{L}\\p{M}\\p{N}])+`, 'gu');

function wordsOf(text: string): readonly string[] {
  return text.normalize('NFKC').toLowerCase().match(WORD) ?? [];
}

/**
 * The sentences of a twin that have to be on its page: what the page's text has become, without the lines that a twin
 * adds itself (front matter, the pointer to the index, date and author).
 * @param markdown the twin as it arrived
 */
export function sentencesOf(markdown: string): readonly string[] {
  const body = markdown
    .replace(/^---\n[\s\S]*?\n---\n/, '')
    .replace(/^Index of this site: <.*>$/m, '')
    .replace(/^\*[^*\n]*<https?:[^>\n]*>\*$/m, '');
  return body.split('\n').flatMap((line) => plainLine(line).split(/(?<=[.!?])\s+|(?<=[。！？])/u));
}

/** A line of Markdown without its marks. */
function plainLine(line: string): string {
  if (/^\s*(?:`{3,}|~{3,})/.test(line)) return '';
  return line
    .replace(/^(?:\s*>)+\s?(?:\[!\w+\])?/, '')
    .replace(/\]\((?:<[^>]*>|[^()\s]*(?:\([^()]*\)[^()\s]*)*)(?:\s+"([^"]*)")?\)/g, '] ')
    .replace(/<\/?[a-z][^<>]*>/gi, '')
    .replace(/<(?:https?|mailto):[^<>\s]*>/gi, ' ')
    .replace(/\[\^[^\]]*\]:?/g, ' ')
    .replace(/\\(?=[^\w\s])/g, '')
    .replace(/&(?:#x?[\da-f]+|\w+);/gi, ' ')
    .replace(/^\s*(?:\d+[.)]|[-*+])\s/, '')
    .trim();
}
