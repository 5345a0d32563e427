import type { PageMap } from '../reveal/page-map.js';
import { settleAdmonitions } from './admonitions.js';
import { settleEmbeds } from './embeds.js';
import { dropSpokenTwins } from './hidden-twins.js';
import { settleLazyImages } from './lazy-images.js';
import { settleNotes } from './notes.js';
import { settleQuotations } from './quotations.js';
import { settleSchemes } from './schemes.js';

/**
 * Brings constructs that generators write in many ways into one form each, in place: authors of quotations, footnotes,
 * boxes with notes to the reader, embedded files, lazy-loaded pictures, pictures for a light and a dark scheme, texts
 * that are written twice.
 */
export function settleShapes(page: PageMap): void {
  settleQuotations(page);
  settleNotes(page);
  settleEmbeds(page);
  settleLazyImages(page);
  settleSchemes(page);
  dropSpokenTwins(page);
  settleAdmonitions(page);
}
