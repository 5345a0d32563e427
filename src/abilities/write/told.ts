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
    throw error;
  }
}
