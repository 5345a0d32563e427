import type { IncomingMessage } from 'node:http';
import type { Ability } from '../../abilities/ability.js';
import { AdminProblem } from '../admin/problem.js';
import type { ReadRequest } from '../admin/read-request.js';
import type { Caller } from '../admin/route.js';
import type { Services } from '../services.js';

/** The inputs of a route. */
export interface AbilityRouteCall {
  readonly request: IncomingMessage;
  readonly given: ReadRequest;
  /** Undefined for an anonymous caller. */
  readonly caller: Caller | undefined;
  readonly existing: readonly Ability[];
  readonly services: Services;
}

/** Returns a 404 for a name that currently no ability has. */
export function unknownAbility(name: string): AdminProblem {
  return new AdminProblem(404, 'rest_ability_not_found', `There is no ability "${name}".`);
}
