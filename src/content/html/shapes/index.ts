import type { PageMap } from '../reveal/page-map.js';
import { settleAdmonitions } from './admonitions.js';
import { settleAnnotations } from './annotations.js';
import { settleAriaTables } from './aria-tables.js';
import { settleBadges } from './badges.js';
import { settleButtons } from './buttons.js';
import { settleCards } from './cards.js';
import { settleTitles } from './docutils-titles.js';
import { settleEmbeds } from './embeds.js';
import { settleEmoji } from './emoji.js';
import { settleFileTrees } from './file-trees.js';
import { settleGaps } from './gaps.js';
import { dropSpokenTwins } from './hidden-twins.js';
import { settleIcons } from './icons.js';
import { settleInlineNotes } from './inline-notes.js';
import { settleLayoutLists } from './layout-lists.js';
import { settleLazyImages } from './lazy-images.js';
import { settleLines } from './lines.js';
import { settleNotes } from './notes.js';
import { settleQuotations } from './quotations.js';
import { settleRoles } from './roles.js';
import { settleSchemes } from './schemes.js';
import { settleSelfLinks } from './self-links.js';
import { settleSignatures } from './signatures.js';
import { settleTasks } from './tasks.js';
import { settleValues } from './values.js';

/**
 * Brings constructs that generators write in many ways into one form each, in place: authors of quotations, footnotes,
 * tasks, gauges and fields to copy, signatures, boxes with notes to the reader, titles, badges of headings, cards, trees of files, embedded files,
 * emoji, lazy-loaded pictures, pictures for a light and a dark scheme, texts that are written twice, buttons in
 * sentences, labels without a space, lines that a style keeps, headings by role.
 */
export function settleShapes(page: PageMap): void {
  settleRoles(page);
  settleQuotations(page);
  settleNotes(page);
  settleTasks(page);
  settleValues(page);
  settleSignatures(page);
  settleEmbeds(page);
  settleLazyImages(page);
  settleSchemes(page);
  settleEmoji(page);
  settleIcons(page);
  settleAriaTables(page);
  settleSelfLinks(page);
  settleAnnotations(page);
  settleFileTrees(page);
  dropSpokenTwins(page);
  settleAdmonitions(page);
  settleTitles(page);
  settleBadges(page);
  settleGaps(page);
  settleCards(page);
  settleLayoutLists(page);
  settleButtons(page);
  settleInlineNotes(page);
  settleLines(page);
}
