import type { Ability, AbilityCall } from './ability.js';
import { outputProblem } from './validate.js';

/**
 * What plugins made of an answer, as long as it is still what the ability declares; else the answer as it was.
 * @param hook name of the filter, for the log
 */
export function ifDeclared<T extends object>(
  { output }: Pick<Ability, 'output'>,
  hook: string,
  answer: T,
  changed: object,
  { services }: AbilityCall,
): object {
  const problem = outputProblem({ output }, changed);
  if (problem === undefined) return changed;
  services.logError(new Error(`the result of ${hook} is ignored: ${problem}`), hook);
  return answer;
}
