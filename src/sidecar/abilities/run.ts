import { fileProblemText, SvcError } from '../../core/errors.js';
import { isObject } from '../../core/json.js';
import { DatabaseUnavailable } from '../../storage/unavailable.js';
import {
  type Ability,
  type AbilityCall,
  type AbilityCaller,
  type AbilityInput,
  abilityName,
} from './ability.js';
import { AbilityError } from './ability-error.js';
import { type Refusal, refusalOf } from './permission.js';
import type { AbilityServices } from './services.js';
import { outputProblem, validateInput } from './validate.js';

/** Something that a caller did with an ability, for the record of access. */
export interface AbilityEvent {
  /** `probed`: a call to an unknown ability, or an invalid anonymous call. */
  readonly kind: 'used' | 'refused' | 'probed';
  /** Full name; empty for what does not exist. */
  readonly ability: string;
  readonly caller: AbilityCaller | undefined;
  /** HTTP status of a refusal; empty for a run. */
  readonly detail: string;
}

/** What a run needs beside the ability and its input. */
export interface RunContext {
  /** Undefined for an anonymous caller. */
  readonly caller: AbilityCaller | undefined;
  readonly services: AbilityServices;
  /** Told of every run and every refusal. */
  record(event: AbilityEvent): void;
}

/** How a run ended. Only `done` may have changed something. */
export type Outcome =
  | { readonly kind: 'done'; readonly output: object }
  | { readonly kind: 'invalid'; readonly message: string }
  | { readonly kind: 'refused'; readonly because: Refusal }
  | { readonly kind: 'failed'; readonly status: number; readonly code: string; readonly message: string };

/**
 * What is looked at first. REST judges the input before it asks for permission; MCP asks before and after, so that
 * a caller without permission learns nothing of the schema.
 */
export type RunOrder = 'input-first' | 'permission-first';

/**
 * Runs an ability: the one way to do so. Nothing is run without permission or with invalid input, and nothing is
 * returned that its schema does not declare.
 * @param given input as it came; null and undefined for none
 */
export async function runAbility(
  ability: Ability,
  given: unknown,
  order: RunOrder,
  context: RunContext,
): Promise<Outcome> {
  const { caller, services, record } = context;
  const sees = await seesHidden(caller, services);
  const call: AbilityCall = { actor: caller?.actor, seesHidden: sees, services, now: services.now() };
  const refusal = (input: AbilityInput) => refusalOf(ability, input, caller, call);
  const refused = (because: Refusal): Outcome => {
    const detail = caller === undefined ? '401' : '403';
    record({ kind: 'refused', ability: abilityName(ability), caller, detail });
    return { kind: 'refused', because };
  };
  if (order === 'permission-first') {
    const because = await refusal(isObject(given) ? given : {});
    if (because !== undefined) return refused(because);
  }
  const judged = validateInput(ability, isObject(given) ? (ability.fit?.(given) ?? given) : given);
  if (!judged.isValid) {
    const message = `The input of ${abilityName(ability)} isn't valid: ${judged.problem}.`;
    return { kind: 'invalid', message };
  }
  const because = await refusal(judged.input);
  if (because !== undefined) return refused(because);
  record({ kind: 'used', ability: abilityName(ability), caller, detail: '' });
  return execute(ability, judged.input, call);
}

async function execute(ability: Ability, input: AbilityInput, call: AbilityCall): Promise<Outcome> {
  const name = abilityName(ability);
  try {
    const output = await ability.run(input, call);
    const problem = outputProblem(ability, output);
    if (problem === undefined) return { kind: 'done', output };
    call.services.logError(new Error(problem), `output of ${name}`);
    const message = `${name} returned a result that doesn't match its schema: ${problem}.`;
    return failed(500, 'ability_invalid_output', message);
  } catch (error) {
    if (error instanceof AbilityError) return failed(error.status, error.code, error.message);
    // A file of the folder that says what all of its pages are can't be read.
    if (ability.tier === 'write' && error instanceof SvcError && error.code.startsWith('SVC_SOURCE_')) {
      const what = [error.location.file ?? 'the source', error.message].join(': ');
      const message = `${what}. Nothing was written. ${error.fix ?? ''}`.trim();
      return failed(409, 'svc_source_malformed', message);
    }
    call.services.logError(error, name);
    if (error instanceof DatabaseUnavailable) {
      return failed(503, 'svc_database_unavailable', error.problem.told);
    }
    const told = fileProblemText(error);
    if (told !== undefined) return failed(503, 'svc_files_unavailable', told);
    return failed(
      500,
      'ability_callback_exception',
      `${name} failed. For the reason, see the log of the site.`,
    );
  }
}

function failed(status: number, code: string, message: string): Outcome {
  return { kind: 'failed', status, code, message };
}

/**
 * Whether a credential lets its account read what is not public. A session is the account itself; a token reaches
 * that far only while it can also edit. Every other caller gets what visitors get.
 * @param caller undefined for an anonymous call
 */
async function seesHidden(
  caller: AbilityCaller | undefined,
  { site }: Pick<AbilityServices, 'site'>,
): Promise<boolean> {
  if (caller === undefined) return false;
  if (caller.credential.kind === 'session') return true;
  return caller.scope === 'write' && (await site.settings()).enable_agent_writes;
}
