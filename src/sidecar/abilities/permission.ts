import type { ContentEntry } from '../../build/content/port.js';
import type { Media } from '../../content/body/port.js';
import { type CapabilityObject, can } from '../accounts/can.js';
import type { Ability, AbilityCall, AbilityCaller, AbilityInput } from './ability.js';

/** Why a caller may not run an ability. */
export type Refusal = 'credential' | 'permission';

/**
 * Whether a caller may run an ability. For abilities that write the credential is asked first: by a gate for the
 * shared token, then by one for OAuth. About an entry that is not public a token that cannot edit learns nothing,
 * whatever its account may do. What lists show is a courtesy; this is the boundary.
 * @param caller undefined for an anonymous one
 * @param input possibly not judged yet
 * @returns undefined when they may
 */
export async function refusalOf(
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

/** Whether a caller may know a media file: one that was uploaded to a page which is not public is for its editors. */
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
