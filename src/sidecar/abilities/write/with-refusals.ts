import { SvcError } from '../../../core/errors.js';
import { THRESHOLDS } from '../../../quality/readiness/pages/thresholds.js';
import { WriteRefusal } from '../../content/write/refusal.js';
import { AbilityError } from '../ability.js';

/**
 * Runs what writes content, and tells the caller why it was refused.
 * @throws AbilityError for every refusal
 */
export async function withRefusals<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof WriteRefusal) throw new AbilityError(error.status, error.code, error.message);
    // A file of the folder that says what all of its pages are cannot be read.
    if (error instanceof SvcError && error.code.startsWith('SVC_SOURCE_')) {
      const { message, fix = '', location } = error;
      const what = [location.file ?? 'the source', message].join(': ');
      throw new AbilityError(409, 'svc_source_malformed', `${what}. Nothing was written. ${fix}`.trim());
    }
    throw error;
  }
}

const MAX_PARAGRAPH_WORDS = THRESHOLDS.longParagraphWords;

/** What the content checks will ask of new text, for the descriptions of abilities that write it. */
export const WRITING_RULES =
  `How to write for this site: paragraphs under about ${MAX_PARAGRAPH_WORDS - 40} words and never over ${MAX_PARAGRAPH_WORDS - 10}; short ` +
  'sentences; concrete specifics (numbers, names, dates) that are never invented; a few links to sources in the ' +
  'text, only to addresses that you know exist.';
