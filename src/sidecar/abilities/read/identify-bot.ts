import type { Ability } from '../ability.js';
import { AbilityError } from '../ability-error.js';
import { flagOf, inputOf, outputOf, textOf } from '../schema.js';

/** Finds the owner of an IP address. */
export const identifyBot: Ability = {
  slug: 'identify-bot',
  label: 'Identify a bot by its address',
  description:
    'Looks up an IP address: its host name, the domain of that host, and whether it belongs to a search ' +
    'engine or crawler that can be verified in this way. Verdict 1: the host name resolves back to the ' +
    "address, so the name is genuine. Verdict 2: the name is forged. Verdict 0: unknown, which isn't " +
    'suspicious; with "slow", the name servers didn\'t respond in time. Use it for addresses from your own ' +
    'logs, since this service keeps none. It queries name servers and changes nothing.',
  tier: 'read',
  input: inputOf({ ip: textOf('IPv4 or IPv6 address.') }, ['ip']),
  output: outputOf({
    ip: textOf(),
    host: textOf('Empty if it has no name.'),
    network: textOf('The registered domain of the host.'),
    engine: textOf('The search engine that the host name belongs to; empty if unknown.'),
    verdict: { type: 'integer', enum: [0, 1, 2] },
    slow: flagOf(),
  }),
  async run(input, { services }) {
    const identity = await services.identify(input['ip'] as string);
    if (identity === undefined) {
      const message = '"ip" must be an IPv4 or IPv6 address, for example 192.0.2.7.';
      throw new AbilityError(400, 'svc_bad_ip', message);
    }
    const { ip, host, network, engine, verdict, slow } = identity;
    return { ip, host, network, engine, verdict, slow };
  },
};
