import type { RunOptions } from '../config/config.js';
import type { PageFidelity, SiteFidelity } from '../content/fidelity/site-meter.js';
import { SvcError } from '../core/errors.js';

/** The default threshold of `--strict`. */
const STRICT_FIDELITY = 99.5;
/** Maximum number of a page's words in a message. */
const SHOWN = 6;

/**
 * Stops a run whose twins lack too many words of their pages, or have too many words that their pages lack.
 * @throws SvcError `SVC_FIDELITY` with the figures and the worst page
 */
export function assertFidelity(
  fidelity: SiteFidelity,
  { minFidelity, strict }: Pick<RunOptions, 'minFidelity' | 'strict'>,
): void {
  const least = minFidelity ?? (strict ? STRICT_FIDELITY : undefined);
  if (least === undefined) return;
  const { words, lost, lostPercent, twinWords, added, addedPercent } = fidelity;
  // Compares unrounded figures, so that a value exactly at the threshold passes.
  const isOver = (part: number, all: number) => part * 100 > all * (100 - least) + 1e-9;
  const [isLost, isAdded] = [isOver(lost, words), isOver(added, twinWords)];
  if (!isLost && !isAdded) return;
  const what = [
    ...(isLost ? [`${lostPercent} % of the words are lost`] : []),
    ...(isAdded ? [`${addedPercent} % are added`] : []),
  ].join(' and ');
  const worst = fidelity.pages.find((page) => (isLost && page.lost > 0) || (isAdded && page.added > 0));
  const flag = minFidelity === undefined ? '--strict' : '--min-fidelity';
  throw new SvcError('SVC_FIDELITY', `${flag} (${least} %): ${what}${example(worst)}`, {
    fix: 'Build without the option: the report lists the pages with their first words, and what is missing.',
  });
}

function example(page: PageFidelity | undefined): string {
  if (page === undefined) return '';
  const words = page.lost > 0 ? page.lostWords : page.addedWords;
  return `; worst ${page.url}: ${words.slice(0, SHOWN).join(' ')}`;
}
