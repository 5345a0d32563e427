import { type Finding, type PageCheck, pass, warn } from '../check.js';
import { type ProseMeasures, readingEase } from '../measure/prose.js';
import { THRESHOLDS } from '../thresholds.js';

const { minWords, readingEaseOk, readingEaseHard, sentencePlain } = THRESHOLDS;
const SHOWN_TERMS = 3;

/**
 * Whether an English text is easy enough to read. Words that a page uses often do not count as hard: its
 * readers know them.
 */
export const readingEaseCheck: PageCheck = {
  id: 'reading_ease',
  label: 'Reading ease',
  problem: 'Hard to read',
  why: 'Shorten sentences and choose plainer words.',
  condition: `has a Flesch reading ease of at least ${readingEaseOk}; pages in other languages than English, or with less than ${minWords} words of prose, pass`,
  run({ measures: { prose } }) {
    if (prose === undefined) return pass('Measured for English pages only.');
    if (prose.words < minWords) return pass('Too little prose to measure.');
    const raw = readingEase(prose);
    if (raw >= readingEaseOk) return pass(`Reading ease ${Math.floor(raw)}.`);
    const familiar = readingEase({ ...prose, syllables: prose.familiarSyllables });
    if (familiar >= readingEaseOk && prose.familiar.length > 0) {
      const known = prose.familiar.slice(0, SHOWN_TERMS).join(', ');
      return pass(
        `Reading ease ${Math.floor(raw)}, and ${Math.floor(familiar)} for readers who know: ${known}.`,
      );
    }
    return hard(prose, familiar);
  },
};

function hard({ words, sentences, heavy }: ProseMeasures, score: number): Finding {
  const band = score < readingEaseHard ? 'university' : 'college';
  const average = Math.round(words / Math.max(1, sentences));
  const isPlain = average >= 1 && average <= sentencePlain;
  const advice = isPlain ? 'Use plainer words' : 'Use shorter sentences and plainer words';
  const terms = heavy.slice(0, SHOWN_TERMS);
  const named = terms.length === 0 ? '' : `, for example in place of: ${terms.join(', ')}`;
  return warn(
    `Reading ease ${Math.floor(score)} (${band} level), ${average} words per sentence. ${advice}${named}.`,
  );
}
