import { SvcError } from '../../../core/errors.js';
import { WriteRefusal } from '../../content/write/refusal.js';
import { AbilityError } from '../ability.js';

/**
 * Runs what writes content, and tells the caller why it was refused.
 * @throws AbilityError for every refusal
 */
export async function told<T>(work: () => Promise<T>): Promise<T> {
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
