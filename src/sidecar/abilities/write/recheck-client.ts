import { mayRecheck, RECHECKS_PER_MINUTE } from '../../../insights/activity/review/rechecks.js';
import { type Ability, AbilityError } from '../ability.js';
import { inputOf, integerOf, oneOf, outputOf, textOf } from '../schema.js';

/** Verifies a client again. */
export const recheckClient: Ability = {
  slug: 'recheck-client',
  label: 'Check a client again',
  description:
    'Checks again whether a client that claims to be a known bot is genuine: by the host names of its ' +
    'addresses, otherwise by the IP ranges that its operator publishes. Takes a User-Agent from ' +
    "read-request-log. The log itself doesn't change. Addresses are only kept for flagged clients; without " +
    `any, the status is "no-ip". At most ${RECHECKS_PER_MINUTE} checks a minute.`,
  tier: 'write',
  permission: 'manage',
  input: inputOf({ ua: textOf('The User-Agent.') }, ['ua']),
  output: outputOf({
    status: oneOf(['checked', 'no-ip']),
    verdict: integerOf('0 unchecked, 1 verified, 2 spoofed.', { enum: [0, 1, 2] }),
    checked: integerOf('Number of addresses that were looked up.'),
    message: textOf(),
  }),
  async run(input, { actor, services, now }) {
    const ua = (input['ua'] as string).trim();
    if (ua === '') throw new AbilityError(400, 'svc_recheck_ua', 'The User-Agent is empty.');
    if (!mayRecheck(services.clients, actor?.id ?? 0, now)) {
      throw new AbilityError(
        429,
        'svc_reverify_throttled',
        `At most ${RECHECKS_PER_MINUTE} checks a minute. Try again in a minute.`,
      );
    }
    const found = await services.clients.recheck(ua);
    if (found === undefined) {
      const message = 'The User-Agent names no client with known addresses, so there is nothing to check.';
      throw new AbilityError(422, 'svc_not_verifiable', message);
    }
    const { status, verdict, checked } = found;
    return { status, verdict, checked, message: messageOf(found) };
  },
};

function messageOf({ status, verdict }: { readonly status: string; readonly verdict: number }): string {
  if (status === 'no-ip') return 'None of its addresses was kept, so there was nothing to look up.';
  if (verdict === 2) return 'At least one of its addresses belongs to another operator: the name is forged.';
  return verdict === 1
    ? 'Its addresses belong to the operator that it names.'
    : 'Its addresses neither confirm nor refute its name.';
}
