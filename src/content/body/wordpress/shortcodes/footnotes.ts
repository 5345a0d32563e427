/** Shortcodes of footnote extensions that hold the text of a note. */
const NOTES = new Set(['footnote', 'fn', 'efn_note', 'mfn', 'modern_footnote', 'ref']);
/** True for a shortcode whose content is a footnote. */
export function isFootnote(name: string): boolean {
  return NOTES.has(name);
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
