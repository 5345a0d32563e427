import { type Ability, AbilityError } from '../ability.js';
import { flagOf, inputOf, outputOf, textOf } from '../schema.js';

/**
 * Whose address an address is.
 * @see reference/abilities-and-oauth.md section 5.12
 */
export const identifyBot: Ability = {
  slug: 'identify-bot',
  label: 'Identify a bot by its address',
  description:
    'Looks up whose an IP address is: its host name, the domain behind it, and whether it belongs to a search engine ' +
    'or crawler that can be verified that way. Verdict 1: the name leads back to the address, so that it is the named ' +
    'one. 2: the name is forged. 0: nothing can be said, which is no suspicion; with "slow" the name servers did not ' +
    'answer in time. Use it on an address of your own logs: this service keeps none. It asks name servers and changes ' +
    'nothing.',
  tier: 'read',
  permission: 'manage',
  input: inputOf({ ip: textOf('IPv4 or IPv6 address.') }, ['ip']),
  output: outputOf({
    ip: textOf(),
    host: textOf('Empty when it has no name.'),
    network: textOf('The registered domain of the host.'),
    engine: textOf('The engine that the host belongs to by its name; empty for none that is known.'),
    verdict: { type: 'integer', enum: [0, 1, 2] },
    slow: flagOf(),
  }),
  async run(input, { services }) {
    const identity = await services.identify(input['ip'] as string);
    if (identity === undefined) {
      throw new AbilityError(
        400,
        'svc_bad_ip',
        '"ip" has to be one IPv4 or IPv6 address, for example 192.0.2.7.',
      );
    }
    const { ip, host, network, engine, verdict, slow } = identity;
    return { ip, host, network, engine, verdict, slow };
  },
};
