/**
 * A stretch of text that a visitor sees: what it stands in (`p`, `{{< note >}}`, `<Card>`), and the text. One that
 * shows something other than its own text has none, and a trace that the twin must have for it not to be lost.
 */
export type Piece = readonly [construct: string, text: string, trace?: string];

/** What a visitor sees of a page, as it was before anything was taken out of it. */
export interface Seen {
  readonly pieces: readonly Piece[];
  /**
   * Texts that stand elsewhere on the page (its head, attributes, hidden parts), the likeliest first: a twin may have
   * their words.
   */
  readonly also: readonly string[];
}
