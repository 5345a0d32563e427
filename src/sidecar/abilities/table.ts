import type { Ability } from './ability.js';
import { documentAbilities } from './documents.js';
import { readAbilities } from './read/table.js';
import { writeAbilities } from './write/table.js';

/**
 * Every ability, in the order in which they are listed: those that read, those that write, and the documents. Whether
 * one exists at a moment is for `registry.ts` to say.
 */
export const abilities: readonly Ability[] = [...readAbilities, ...writeAbilities, ...documentAbilities];
