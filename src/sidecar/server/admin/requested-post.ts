import { type CapabilityObject, can } from '../../accounts/can.js';
import type { Services } from '../services.js';
import { numberFromText } from './params.js';
import type { Guard, GuardRequest } from './route.js';

/** Finds the page that the parameter `post` names; undefined when there is none. */
export async function requestedPost(
  { given }: Pick<GuardRequest, 'given'>,
  { content }: Pick<Services, 'content'>,
): Promise<CapabilityObject | undefined> {
  const id = numberFromText(given['post']);
  return typeof id === 'number' && Number.isSafeInteger(id) ? content.find(id) : undefined;
}

/** Allows callers who may edit the page in `post`. Only callers who may edit every page learn that it doesn't exist. */
export const mayEditPost: Guard = async (request, services) =>
  can(request.caller.actor, 'edit_post', await requestedPost(request, services));
