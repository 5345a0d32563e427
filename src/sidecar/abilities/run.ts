import type { ContentEntry } from '../../build/content/port.js';
import type { Media } from '../../content/body/port.js';
import { fileProblemText, SvcError } from '../../core/errors.js';
import { isObject, objectOf } from '../../core/json.js';
import { DatabaseUnavailable } from '../../storage/unavailable.js';
import { type CapabilityObject, can } from '../accounts/can.js';
import {
  type Ability,
  type AbilityCall,
  type AbilityCaller,
  AbilityError,
  type AbilityInput,
  abilityName,
} from './ability.js';
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
export type AbilityOutcome =
  | { readonly kind: 'done'; readonly output: object }
  | { readonly kind: 'invalid'; readonly message: string }
  | { readonly kind: 'refused'; readonly because: Refusal }
  | { readonly kind: 'failed'; readonly status: number; readonly code: string; readonly message: string };

/**
 * What is looked at first. REST judges the input before it asks for permission; MCP asks before and after, so that
 * a caller without permission learns nothing of the schema.
 */
type RunOrder = 'input-first' | 'permission-first';

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
): Promise<AbilityOutcome> {
  const { caller, services, record } = context;
  const sees = await seesHidden(caller, services);
  const call: AbilityCall = { actor: caller?.actor, seesHidden: sees, services, now: services.now() };
  const refusal = (input: AbilityInput) => refusalOf(ability, input, caller, call);
  const refused = (because: Refusal): AbilityOutcome => {
    const detail = caller === undefined ? '401' : '403';
    record({ kind: 'refused', ability: abilityName(ability), caller, detail });
    return { kind: 'refused', because };
  };
  if (order === 'permission-first') {
    const because = await refusal(objectOf(given));
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

async function execute(ability: Ability, input: AbilityInput, call: AbilityCall): Promise<AbilityOutcome> {
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

function failed(status: number, code: string, message: string): AbilityOutcome {
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

/** Why a caller may not run an ability. */
type Refusal = 'credential' | 'permission';

/**
 * Whether a caller may run an ability. Abilities that write check the credential first: the shared token,
 * then OAuth. A token that can't edit learns nothing about an entry that isn't public, whatever its account may do.
 * Lists hide abilities only for convenience; this function decides.
 * @param caller undefined for an anonymous request
 * @param input possibly not validated yet
 * @returns undefined when they may
 */
async function refusalOf(
  ability: Ability,
  input: AbilityInput,
  caller: AbilityCaller | undefined,
  call: AbilityCall,
): Promise<Refusal | undefined> {
  if (ability.tier === 'write') {
    if (!passesSharedTokenGate(caller) || !passesOAuthGate(caller)) return 'credential';
  }
  if (!(await isPermitted(ability, input, call))) return 'permission';
  return namesHiddenEntry(input, call) && !call.seesHidden ? 'credential' : undefined;
}

/** True for input about an entry that visitors do not get. */
function namesHiddenEntry({ post_id: id }: AbilityInput, { services }: AbilityCall): boolean {
  if (typeof id !== 'number') return false;
  const entry = services.built()?.content.store.find(id);
  return entry !== undefined && !entry.isListed;
}

/** False for a shared token that may only read. */
function passesSharedTokenGate(caller: AbilityCaller | undefined): boolean {
  return caller?.credential.kind !== 'shared' || caller.scope === 'write';
}

/** False for an OAuth token that may only read. */
function passesOAuthGate(caller: AbilityCaller | undefined): boolean {
  return caller?.credential.kind !== 'oauth' || caller.scope === 'write';
}

async function isPermitted(
  { permission = 'manage' }: Ability,
  input: AbilityInput,
  call: AbilityCall,
): Promise<boolean> {
  if (typeof permission === 'function') return permission(input, call);
  switch (permission) {
    case 'anybody':
      return true;
    case 'manage':
      return can(call.actor, 'manage_options');
    case 'upload':
      return can(call.actor, 'upload_files');
    case 'edit':
      return mayEdit(input['post_id'], call);
  }
}

/**
 * `edit_post` on an entry. An entry that does not exist has no author; callers who may edit everything are let through
 * and get the answer that it does not exist, or that the id is missing or none.
 */
function mayEdit(id: unknown, { actor, services }: AbilityCall): boolean {
  const entry = typeof id === 'number' ? services.built()?.content.store.find(id) : undefined;
  return can(actor, 'edit_post', entry && entryObject(entry));
}

/** Whether a caller may see a media file. A file that was uploaded to a page that isn't public is for its editors. */
export function maySeeMedia({ parent }: Pick<Media, 'parent'>, call: AbilityCall): boolean {
  if (parent === undefined || call.services.built()?.content.store.find(parent)?.isListed) return true;
  return call.seesHidden && mayEdit(parent, call);
}

/** What decides who may edit an entry. Authors are known by their names in the source. */
export function entryObject({ type, authors, status }: ContentEntry): CapabilityObject {
  return {
    type,
    authorKeys: authors.map(({ key }) => key),
    isPublished: status === 'publish' || status === 'future',
  };
}
