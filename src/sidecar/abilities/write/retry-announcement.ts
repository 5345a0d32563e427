import { type Ability, AbilityError } from '../ability.js';
import { retryAnnouncement as retry } from '../announcements.js';
import { flagOf, inputOf, outputOf, textOf } from '../schema.js';

/** Queues a failed announcement again. */
export const retryAnnouncement: Ability = {
  slug: 'retry-announcement',
  label: 'Retry a failed announcement',
  description:
    'Queues a failed announcement again, to be sent at once. Only failed announcements can be retried; they ' +
    "can't be cancelled, changed or removed here. A site that announces nothing has none.",
  tier: 'write',
  permission: 'manage',
  input: inputOf({ id: textOf('Id of the announcement.') }, ['id']),
  output: outputOf({ retried: flagOf(), status: textOf(), message: textOf() }),
  async run(input, { services, now }) {
    const id = (input['id'] as string).trim();
    if (id === '')
      throw new AbilityError(400, 'svc_announce_id', 'The id is empty. Use the id of a failed announcement.');
    if (!(await retry(services.storage, id, now))) {
      const message = `There is no failed announcement "${id}". Only failed announcements can be retried.`;
      throw new AbilityError(409, 'svc_announce_row', message);
    }
    return { retried: true, status: 'queued', message: 'The announcement is queued again.' };
  },
};
