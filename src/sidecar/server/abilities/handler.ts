import type { IncomingMessage, ServerResponse } from 'node:http';
import { jsonOrText } from '../../../core/json.js';
import { RETRY_AFTER } from '../../../storage/unavailable.js';
import { type Ability, type AbilityCall, abilityName } from '../../abilities/ability.js';
import { abilitiesNow } from '../../abilities/registry.js';
import { type AbilityOutcome, runAbility } from '../../abilities/run.js';
import { coerceInput } from '../../abilities/validate.js';
import { authenticate } from '../admin/dispatch.js';
import { AdminProblem, forbidden, noRoute, problemResponse } from '../admin/problem.js';
import { type Params, readParams, readRequest, sendApi } from '../admin/read-request.js';
import { queryOf } from '../http/request.js';
import type { Services } from '../services.js';
import {
  type AbilityRouteCall,
  annotationsOf,
  CATEGORY,
  category,
  type ItemContext,
  itemOf,
  unknownAbility,
} from './item.js';

/** A request to the abilities API. */
interface AbilityRequest {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** Path below the address of the abilities API. */
  readonly path: string;
}

/** The parts of a response. */
interface Answer {
  readonly body: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/**
 * Creates the handler of `/{rest_prefix}/wp-abilities/v1`. A session with its nonce is the only credential here:
 * tokens of assistants are for the MCP server.
 */
export function abilitiesHandler(services: Services): (call: AbilityRequest) => Promise<void> {
  return async function answerAbilities(call) {
    try {
      const { body, headers } = await answer(call, services);
      sendApi(call, 200, body, headers);
    } catch (error) {
      const problem = problemResponse(error);
      if (problem.status >= 500 && !(error instanceof AdminProblem)) services.logError(error, call.path);
      sendApi(call, problem.status, problem.toBody(), problem.headers);
    }
  };
}

const RUN = /^\/abilities\/([a-zA-Z0-9/-]+)\/run$/;
const ONE = /^\/abilities\/([a-zA-Z0-9/-]+)$/;
const ONE_CATEGORY = /^\/categories\/([a-z0-9-]+)$/;

async function answer({ request, path }: AbilityRequest, services: Services): Promise<Answer> {
  const below = path.replace(/\/$/, '');
  const given = await readRequest(request);
  const session = await authenticate(request, given.params, services, services.now());
  const existing = await abilitiesNow(services);
  const call: AbilityRouteCall = { request, given, caller: session, existing, services };
  const [, run] = RUN.exec(below) ?? [];
  if (run !== undefined) return { body: await runByRequest(call, run) };
  if (request.method !== 'GET' && request.method !== 'HEAD') throw noRoute();
  const [, one] = ONE.exec(below) ?? [];
  const [, slug] = ONE_CATEGORY.exec(below) ?? [];
  const isKnown = one !== undefined || slug !== undefined || ['/abilities', '/categories'].includes(below);
  if (!isKnown) throw noRoute();
  // Every account may read.
  if (session === undefined) throw forbidden(false);
  if (one !== undefined) return showOne(call, one);
  if (slug !== undefined) return showCategory(slug);
  return below === '/categories' ? { body: [category] } : list(call);
}

async function showOne(call: AbilityRouteCall, name: string): Promise<Answer> {
  const ability = call.existing.find((one) => abilityName(one) === name);
  if (ability === undefined) throw unknownAbility(name);
  const { context } = readParams(CONTEXT, call.given.params);
  return { body: await itemOf(ability, abilityCall(call), rootOf(call.services), context as ItemContext) };
}

function showCategory(slug: string): Answer {
  if (slug === CATEGORY) return { body: category };
  throw new AdminProblem(404, 'rest_ability_category_not_found', `There is no category "${slug}".`);
}

const CONTEXT: Params = {
  context: {
    type: 'string',
    values: ['view', 'edit', 'embed'],
    default: 'view',
    text: 'How much of each ability is returned.',
  },
};
const LIST: Params = {
  ...CONTEXT,
  page: { type: 'integer', min: 1, default: 1, text: 'Page number.' },
  per_page: { type: 'integer', min: 1, max: 100, default: 50, text: 'Abilities per page.' },
  category: { type: 'string', text: 'Only abilities of this category.' },
  namespace: { type: 'string', text: 'Only abilities whose name begins with this and a slash.' },
};

async function list(call: AbilityRouteCall): Promise<Answer> {
  const params = readParams(LIST, call.given.params);
  const { page, per_page, context } = params as { page: number; per_page: number; context: ItemContext };
  const found = call.existing.filter((ability) => isWanted(ability, params, call.given.params['meta']));
  const pages = Math.ceil(found.length / per_page);
  const shown = found.slice((page - 1) * per_page, page * per_page);
  const root = rootOf(call.services);
  const items =
    call.request.method === 'HEAD'
      ? []
      : await Promise.all(shown.map((ability) => itemOf(ability, abilityCall(call), root, context)));
  const links = pageLinks(`${root}/abilities`, call.request.url ?? '', page, pages);
  return {
    body: items,
    headers: {
      'X-Platform-Total': String(found.length),
      'X-Platform-TotalPages': String(pages),
      ...(links !== '' && { Link: links }),
    },
  };
}

function isWanted(
  ability: Ability,
  { category: slug, namespace }: Readonly<Record<string, unknown>>,
  meta: unknown,
): boolean {
  const wanted = (meta as { annotations?: Readonly<Record<string, unknown>> } | undefined)?.annotations ?? {};
  const annotations = annotationsOf(ability);
  const isAnnotated = (['readonly', 'destructive'] as const).every(
    (name) => wanted[name] === undefined || annotations[name] === isTrue(wanted[name]),
  );
  // No ability declares whether it is idempotent.
  const isIdempotent = wanted['idempotent'] === undefined;
  const isOfSpace = namespace === undefined || abilityName(ability).startsWith(`${String(namespace)}/`);
  return isAnnotated && isIdempotent && isOfSpace && (slug === undefined || slug === CATEGORY);
}

function isTrue(value: unknown): boolean {
  return value === true || value === 'true' || value === '1';
}

function pageLinks(address: string, url: string, page: number, pages: number): string {
  const link = (to: number, rel: string) => {
    const query = new URLSearchParams(queryOf(url));
    query.delete('_nonce');
    query.set('page', String(to));
    return `<${address}?${query}>; rel="${rel}"`;
  };
  return [
    ...(page > 1 ? [link(Math.min(page - 1, Math.max(pages, 1)), 'prev')] : []),
    ...(page < pages ? [link(page + 1, 'next')] : []),
  ].join(', ');
}

function rootOf({ base, config }: Services): string {
  return `${base}/${config.restPrefix}/wp-abilities/v1`;
}

function abilityCall({ caller, services }: AbilityRouteCall): AbilityCall {
  return { actor: caller?.actor, seesHidden: false, services, now: services.now() };
}

/**
 * Runs an ability for a request. The first failing check determines the response: existence, method, input,
 * permission.
 * @returns the bare output
 * @throws AdminProblem for any other outcome
 */
async function runByRequest(call: AbilityRouteCall, name: string): Promise<unknown> {
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
  const value = typeof input === 'string' ? jsonOrText(input) : input;
  return coerceInput(ability.input, value);
}

function bodyOf(outcome: AbilityOutcome, name: string, isSignedIn: boolean): unknown {
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
