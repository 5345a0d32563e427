import { RETRY_AFTER } from '../../../storage/unavailable.js';
import type { Ability } from '../../abilities/ability.js';
import { coerceInput } from '../../abilities/coerce.js';
import { abilityName } from '../../abilities/names.js';
import { type Outcome, runAbility } from '../../abilities/run.js';
import { AdminProblem } from '../admin/problem.js';
import { annotationsOf } from './item.js';
import { type AbilityRouteCall, unknownAbility } from './route-call.js';

/**
 * Runs an ability for a request. The first failing check determines the response: existence, method, input,
 * permission.
 * @returns the bare output
 * @throws AdminProblem for any other outcome
 */
export async function runByRequest(call: AbilityRouteCall, name: string): Promise<unknown> {
  const { existing, services, caller } = call;
  const probe = (detail: string) =>
    services.access.record({ kind: 'probed', ability: '', caller: callerOf(call), detail });
  const ability = existing.find((one) => abilityName(one) === name);
  if (ability === undefined) {
    probe('404');
    throw unknownAbility(name);
  }
  try {
    checkMethod(ability, call.request.method ?? '');
    if (call.given.problem !== undefined) throw call.given.problem;
    const outcome = await runAbility(ability, inputOf(ability, call), 'input-first', {
      caller: callerOf(call),
      services,
      record: (event) => services.access.record(event),
    });
    return bodyOf(outcome, name, caller !== undefined);
  } catch (error) {
    const isWrong = error instanceof AdminProblem && [400, 405, 413].includes(error.status);
    if (isWrong && caller === undefined) probe(String(error.status));
    throw error;
  }
}

function callerOf({ caller }: AbilityRouteCall) {
  return caller && { actor: caller.actor, scope: 'write' as const, credential: { kind: 'session' as const } };
}

/**
 * Checks the method: GET for reading, POST for writing. DELETE would be for idempotent deletions; no ability is one.
 */
function checkMethod(ability: Ability, method: string): void {
  const wanted = annotationsOf(ability).readonly ? 'GET' : 'POST';
  if (method === wanted || (wanted === 'GET' && method === 'HEAD')) return;
  const message = `Use ${wanted} to run ${abilityName(ability)}.`;
  throw new AdminProblem(405, 'rest_ability_invalid_method', message, { headers: { Allow: wanted } });
}

/** Reads `input` from the query or the body; in the query, it may also be one JSON text. */
function inputOf(ability: Ability, { given }: AbilityRouteCall): unknown {
  const { input } = given.params;
  if (input === undefined || input === null || input === '') return undefined;
  const value = typeof input === 'string' ? fromJson(input) : input;
  return coerceInput(ability.input, value);
}

function fromJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}

function bodyOf(outcome: Outcome, name: string, isSignedIn: boolean): unknown {
  switch (outcome.kind) {
    case 'done':
      return outcome.output;
    case 'invalid':
      throw new AdminProblem(400, 'ability_invalid_input', outcome.message);
    case 'refused':
      throw isSignedIn
        ? new AdminProblem(403, 'rest_ability_cannot_execute', `Your account isn't allowed to run ${name}.`)
        : new AdminProblem(401, 'rest_ability_cannot_execute', `Sign in to run ${name}.`);
    case 'failed':
      throw new AdminProblem(outcome.status, outcome.code, outcome.message, {
        ...(outcome.status === 503 && { headers: { 'Retry-After': String(RETRY_AFTER) } }),
      });
  }
}
