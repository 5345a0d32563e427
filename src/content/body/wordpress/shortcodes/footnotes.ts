/** Shortcodes of footnote extensions that hold the text of a note. */
const NOTES = new Set(['footnote', 'fn', 'efn_note', 'mfn', 'modern_footnote', 'ref']);
/** True for a shortcode whose content is a footnote. */
export function isFootnote(name: string): boolean {
  return NOTES.has(name);
}

const NUMBERED = /(?<=[^\s[])\[(\d{1,3})\.[ \t]([^[\]]{3,})\]/g;
const DOUBLED = /(?<=[\p{L}\p{N}.,;:!?"”’)>] ?)\(\((\p{L}[^()[\]]*)\)\)/gu;

/**
 * Writes notes of extensions that use brackets alone as shortcodes: `[1. Text]` where the numbers run from 1, and
 * `((Text of some words))` where the body has no code.
 */
export function markNotes(body: string): string {
  const numbers = [...body.matchAll(NUMBERED)].map(([, number]) => Number(number));
  const isRun = numbers.length > 0 && numbers.every((number, at) => number === at + 1);
  const text = isRun ? body.replace(NUMBERED, '[fn]$2[/fn]') : body;
  if (!text.includes('((') || /<(?:pre|code|script|math)\b|\\\(|\$/i.test(text)) return text;
  return text.replace(DOUBLED, (whole, note: string) =>
    note.trim().split(/\s+/).length < 3 ? whole : `[fn]${note}[/fn]`,
  );
}

/** The footnotes of a body in the markup of the platform's own. */
export class Footnotes {
  readonly #notes: string[] = [];

  /** Takes the text of a note and returns its mark. */
  add(content: string): string {
    const key = `shortcode-note-${this.#notes.length + 1}`;
    this.#notes.push(`<li id="${key}">${content.trim()} <a href="#${key}-link">↩</a></li>`);
    return `<sup data-fn="${key}" class="fn"><a href="#${key}" id="${key}-link">${this.#notes.length}</a></sup>`;
  }

  /** The list of all notes; empty where there are none. */
  get list(): string {
    return this.#notes.length === 0
      ? ''
      : `\n\n<ol class="wp-block-footnotes">${this.#notes.join('')}</ol>\n\n`;
  }
}
