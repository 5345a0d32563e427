/**
 * A piece of text that a visitor sees: its container (`p`, `{{< note >}}`, `<Card>`), and the text. One that
 * shows something other than its own text has none, and a trace that must be in the twin, or it counts as lost.
 */
export type Piece = readonly [construct: string, text: string, trace?: string];

/** What a visitor sees of a page, as it was before anything was removed. */
export interface VisiblePage {
  readonly pieces: readonly Piece[];
  /**
   * Texts elsewhere on the page (its head, attributes, hidden parts), the likeliest first: a twin may have
   * their words.
   */
  readonly also: readonly string[];
}
