import { can } from '../../accounts/can.js';
import type { WritableStatus } from '../../content/write/fields.js';
import { WriteRefusal } from '../../content/write/refusal.js';
import type { AbilityCall } from '../ability.js';

/** Statuses that writing abilities set. */
export const STATUSES: readonly WritableStatus[] = ['draft', 'pending', 'publish'];

/**
 * Makes sure that a status may be set. Publishing takes the setting of the site and the capability of the account;
 * whatever is published already may stay so.
 * @param current undefined for a new entry
 * @throws WriteRefusal `svc_bad_status`, `svc_publish_off`, `svc_cannot_publish`
 */
export async function guardStatus(
  status: string,
  { type, current }: { readonly type: string; readonly current: string | undefined },
  { actor, services }: AbilityCall,
): Promise<WritableStatus> {
  const known = STATUSES.find((one) => one === status);
  if (known === undefined) {
    throw new WriteRefusal(
      400,
      'svc_bad_status',
      `"${status}" isn't a status that can be set. Use one of: ${STATUSES.join(', ')}.`,
    );
  }
  if (known !== 'publish' || current === 'publish') return known;
  const settings = await services.site.settings();
  if (!settings.agent_writes_publish) {
    throw new WriteRefusal(
      403,
      'svc_publish_off',
      'Assistants aren\'t allowed to publish on this site. Write a draft: the owner can publish it or switch on "agent_writes_publish".',
    );
  }
  if (can(actor, 'publish_posts', { type })) return known;
  throw new WriteRefusal(
    403,
    'svc_cannot_publish',
    `Your account isn't allowed to publish entries of the type "${type}". Use the status "pending", so that an editor can publish it.`,
  );
}
