import { type Ability, AbilityError } from '../ability.js';
import { retryAnnouncement as retry } from '../announcements.js';
import { flagOf, inputOf, outputOf, textOf } from '../schema.js';

/** @see reference/abilities-and-oauth.md section 6.11 */
export const retryAnnouncement: Ability = {
  slug: 'retry-announcement',
  label: 'Retry a failed announcement',
  description:
    'Queues an announcement that has failed once more, due at once. Only failed rows can be retried; there is no way to ' +
    'cancel, change or remove one here. A site that announces nothing has no rows.',
  tier: 'write',
  permission: 'manage',
  input: inputOf({ id: textOf('Id of the row in the ledger.') }, ['id']),
  output: outputOf({ retried: flagOf(), status: textOf(), message: textOf() }),
  async run(input, { services, now }) {
    const id = (input['id'] as string).trim();
    if (id === '')
      throw new AbilityError(400, 'svc_announce_id', 'The id is empty. Give the id of a failed row.');
    if (!(await retry(services.storage, id, now))) {
      const message = `There is no failed announcement "${id}". Only failed ones can be retried.`;
      throw new AbilityError(409, 'svc_announce_row', message);
    }
    return { retried: true, status: 'queued', message: 'The announcement is queued again.' };
  },
};
