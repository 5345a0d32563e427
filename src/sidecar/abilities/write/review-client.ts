import type { ClientReview, DecisionList } from '../../../insights/activity/clients.js';
import { mayRecheck, RECHECKS_PER_MINUTE } from '../../../insights/activity/review/threats.js';
import { type Ability, AbilityError } from '../ability.js';
import { flagOf, inputOf, integerOf, oneOf, outputOf, textOf } from '../schema.js';

const DECISIONS = ['block', 'allow', 'ignore', 'forget'] as const;
type Decision = (typeof DECISIONS)[number];

/** By the words of the input. */
const LISTS: Readonly<Record<string, DecisionList>> = {
  blocked: 'blocked_agents',
  allowed: 'allowed_agents',
};

/** Decides about a client. */
export const reviewClient: Ability = {
  slug: 'review-client',
  label: 'Block, allow or ignore a client',
  description:
    'Records a decision about a client that reads the site, by its User-Agent from read-request-log. "block" ' +
    'refuses the client and "allow" trusts it, both with a rule that matches no browser and no search engine; ' +
    'if there is no such rule, nothing is done. "ignore" hides the client until it comes much more often. ' +
    '"forget" removes its entry from the list that "list" names. Blocking turns visitors away: do it only if ' +
    'the owner wants it.',
  tier: 'write',
  input: inputOf(
    {
      ua: textOf('The User-Agent; with "forget", the entry of the list is accepted too.'),
      decision: textOf('block, allow, ignore or forget.'),
      list: textOf('blocked or allowed; only for "forget".'),
    },
    ['ua', 'decision'],
  ),
  output: outputOf({
    decided: flagOf(),
    rule: textOf('The entry that was added or removed; empty with "ignore".'),
    message: textOf(),
  }),
  async run(input, { services }) {
    const ua = (input['ua'] as string).trim();
    if (ua === '') throw new AbilityError(400, 'svc_review_ua', 'The User-Agent is empty.');
    const decision = decisionOf(input['decision'] as string);
    const { clients } = services;
    if (decision === 'forget') return forget(ua, (input['list'] as string | undefined) ?? '', clients);
    if (decision === 'ignore') {
      await clients.dismiss(ua);
      return { decided: true, rule: '', message: 'The client is hidden until it comes much more often.' };
    }
    return decide(ua, decision, clients);
  },
};

function decisionOf(text: string): Decision {
  const found = DECISIONS.find((one) => one === text.trim().toLowerCase());
  if (found !== undefined) return found;
  const message = `"${text}" isn't a decision. Use one of: ${DECISIONS.join(', ')}.`;
  throw new AbilityError(400, 'svc_review_decision', message);
}

async function forget(ua: string, name: string, clients: ClientReview): Promise<object> {
  const list = LISTS[name.trim().toLowerCase()];
  if (list === undefined) {
    throw new AbilityError(400, 'svc_review_list', '"list" must be "blocked" or "allowed".');
  }
  const rule = await clients.forget(ua, list);
  if (rule === undefined) {
    const message = `No entry of the list of ${name} clients is in "${ua}".`;
    throw new AbilityError(404, 'svc_review_absent', message);
  }
  return { decided: true, rule, message: `"${rule}" is no longer in the list of ${name} clients.` };
}

async function decide(ua: string, decision: 'block' | 'allow', clients: ClientReview): Promise<object> {
  const rule = await clients.decide(ua, decision === 'block' ? 'blocked_agents' : 'allowed_agents');
  if (rule === '') {
    const message =
      'No rule matches this client only: it is protected, a tool that people use, or has no distinctive name. The owner can add a rule in the settings.';
    throw new AbilityError(422, 'svc_no_safe_token', message);
  }
  const done = decision === 'block' ? 'refused' : 'trusted';
  return { decided: true, rule, message: `Clients whose User-Agent contains "${rule}" are now ${done}.` };
}

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
      const text = `At most ${RECHECKS_PER_MINUTE} checks a minute. Try again in a minute.`;
      throw new AbilityError(429, 'svc_reverify_throttled', text);
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
