import { listOf, objectOf, textOf } from '../../../core/json.js';
import { API_TYPES, AUTH_SCHEMES } from '../../../site/registry/resource.js';
import type { Rule } from '../rule.js';
import type { Subject } from '../subject.js';
import { inDiscovery, resourcesOf } from './resource-rules.js';

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
    const message = 'The alias differs from agent-card.json.';
    const fix = 'Build again; both are one document under two names.';
    yield { file: ALIAS_FILE, code: 'agent-card-differs', message, fix };
  },
};

/** The expected rows of `apis`, each in one comparable line. */
function expectedRows(subject: Subject): readonly { readonly pointer: string; readonly row: string }[] {
  return resourcesOf(subject).flatMap(({ pointer, id, values }) =>
    listOf(values['endpoints']).flatMap((item, index) => {
      const endpoint = objectOf(item);
      const type = textOf(endpoint['type']);
      if (!API_TYPES.some((known) => known === type)) return [];
      const token = textOf(endpoint['auth']) || textOf(objectOf(values['auth'])['type']) || 'none';
      const scheme = AUTH_SCHEMES.some((known) => known === token) ? token : 'custom';
      const row = rowOf(id, type, textOf(endpoint['url']), scheme);
      return [{ pointer: `${pointer}/endpoints/${index}`, row }];
    }),
  );
}

function rowOf(id: string, type: string, base: string, auth: string): string {
  return `${type} ${base} of "${id}" with sign-in "${auth}"`;
}

/** Each endpoint that is an API has one row in `apis`. */
export const apiPerEndpoint: Rule = {
  id: 'M11',
  covers: ['T6'],
  level: 'error',
  title: '`apis` has one entry per endpoint that is an API; the sign-in of the endpoint wins',
  *check(subject) {
    const rows = listOf(subject.discovery['apis']).map((item) => {
      const { id, type, base, auth } = objectOf(item);
      return rowOf(textOf(id), textOf(type), textOf(base), textOf(objectOf(auth)['type']));
    });
    const expected = expectedRows(subject);
    const open = expected.map(({ row }) => row);
    for (const [index, row] of rows.entries()) {
      const place = open.indexOf(row);
      if (place !== -1) open.splice(place, 1);
      else
        yield {
          ...inDiscovery(`/apis/${index}`),
          code: 'api-extra',
          message: `There is no endpoint for ${row}.`,
        };
    }
    for (const row of open) {
      const pointer = expected.find((one) => one.row === row)?.pointer ?? '/apis';
      yield { ...inDiscovery(pointer), code: 'api-missing', message: `\`apis\` lacks ${row}.` };
    }
  },
};

/** `apis` lists APIs, not servers of protocols that have their own documents. */
export const apiTypes: Rule = {
  id: 'T7',
  level: 'error',
  title: `\`apis[].type\` is one of ${API_TYPES.join(', ')}`,
  *check({ discovery }) {
    for (const [index, item] of listOf(discovery['apis']).entries()) {
      const { type } = objectOf(item);
      if (API_TYPES.some((known) => known === type)) continue;
      const message = `Expected one of ${API_TYPES.join(', ')}, found ${JSON.stringify(type)}.`;
      yield { ...inDiscovery(`/apis/${index}/type`), code: 'api-type', message };
    }
  },
};
