import { listOf, objectOf, textOf } from '../../../core/json.js';
import type { Rule } from '../rule.js';
import { inDiscovery, resourcesOf } from './resources.js';

const CARD_FILE = '.well-known/agent-card.json';
const ALIAS_FILE = '.well-known/agent.json';

/** Each resource with an agent is among the agents, with the address of its card. */
export const agentEntries: Rule = {
  id: 'T8',
  level: 'error',
  title: 'Every resource with an agent is in `agents`, with its `id` and the address of its `card`',
  *check(subject) {
    const ids = listOf(subject.discovery['agents']).map((item) => textOf(objectOf(item)['id']));
    const withAgent = resourcesOf(subject).filter(
      ({ values }) => Object.keys(objectOf(values['agent'])).length > 0,
    );
    for (const { pointer, id } of withAgent.filter((one) => !ids.includes(one.id))) {
      const message = `The agent of "${id}" isn't in the list of agents.`;
      yield { ...inDiscovery(`${pointer}/agent`), code: 'agent-missing', message };
    }
    for (const [index, item] of listOf(subject.discovery['agents']).entries()) {
      const id = ids[index] ?? '';
      const pointer = `/agents/${index}`;
      if (!withAgent.some((one) => one.id === id)) {
        yield { ...inDiscovery(pointer), code: 'agent-extra', message: `No resource has the agent "${id}".` };
      }
      const card = `${subject.deployment.baseUrl}/.well-known/agent-card.json#${id}`;
      if (textOf(objectOf(item)['card']) === card) continue;
      const message = `Expected the address ${card}, found ${JSON.stringify(objectOf(item)['card'])}.`;
      yield { ...inDiscovery(`${pointer}/card`), code: 'agent-card-address', message };
    }
  },
};

/** The agent card is there under both of its names. */
export const agentCard: Rule = {
  id: 'S2',
  covers: ['T9'],
  level: 'error',
  title: '`agent-card.json` is JSON, and `agent.json` equals it',
  *check({ folder }) {
    for (const file of [CARD_FILE, ALIAS_FILE]) {
      if (folder.has(file)) continue;
      yield { file, code: 'agent-card-missing', message: 'The agent card is missing.', fix: 'Build again.' };
    }
    const card = folder.document(CARD_FILE);
    const alias = folder.document(ALIAS_FILE);
    if (card?.source !== 'generated' || alias?.source !== 'generated') return;
    if (JSON.stringify(card.value()) === JSON.stringify(alias.value())) return;
    yield {
      file: ALIAS_FILE,
      code: 'agent-card-differs',
      message: 'The alias differs from agent-card.json.',
      fix: 'Build again; both are one document under two names.',
    };
  },
};
