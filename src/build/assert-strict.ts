import type { RunOptions } from '../config/config.js';
import type { PageFidelity, SiteFidelity } from '../content/fidelity/site-meter.js';
import { SvcError } from '../core/errors.js';
import type { BuildReport } from './report.js';

/** What makes a strict run fail: skipped content, and failed plugins. */
export function strictProblems({ warnings, notices }: Pick<BuildReport, 'warnings' | 'notices'>) {
  return {
    skipped: warnings.filter((warning) => warning.skipped === true),
    errors: notices.filter(({ level }) => level === 'error'),
  };
}

/**
 * Stops a strict run that has skipped content or in which a plugin failed.
 * @throws SvcError `SVC_STRICT` with the first problem and the number of all
 */
export function assertStrict(report: BuildReport, strict: boolean): void {
  if (!strict) return;
  const { skipped, errors } = strictProblems(report);
  const [first] = skipped;
  const [notice] = errors;
  if (first === undefined && notice === undefined) return;
  const count = skipped.length + errors.length;
  const example = first?.message ?? notice?.message;
  throw new SvcError(
    'SVC_STRICT',
    `--strict: ${count === 1 ? 'one problem' : `${count} problems`}: ${example}`,
    {
      ...(first?.file === undefined ? {} : { file: first.file }),
      ...(first?.line === undefined ? {} : { line: first.line }),
      fix: first?.fix ?? notice?.fix ?? 'Build without --strict.',
    },
  );
}

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
