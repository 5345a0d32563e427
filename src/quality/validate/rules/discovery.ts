/** Rules about the discovery document. */

import { isObject, listOf, objectOf, textOf } from '../../../core/json.js';
import { DISCOVERY_KEYS } from '../../../documents/discovery/schema.js';
import { API_TYPES, AUTH_SCHEMES } from '../../../site/registry/resource.js';
import { escapePointer } from '../document.js';
import { resolveUrl } from '../resolve-url.js';
import { DISCOVERY_FILE, type Rule, type Subject } from '../rule.js';
import { inDiscovery, resourcesOf } from './resource-rules.js';

/** The master index is there and is JSON. */
export const discoveryExists: Rule = {
  id: 'M1',
  covers: ['T1'],
  level: 'error',
  title: '`discovery.json` is at its well-known path and is a JSON object',
  *check({ folder }) {
    const document = folder.document(DISCOVERY_FILE);
    if (document === undefined) {
      const message = 'The main index of the site is missing.';
      yield { code: 'discovery-missing', file: DISCOVERY_FILE, message, fix: 'Build again.' };
      return;
    }
    if (isObject(folder.value(DISCOVERY_FILE))) return;
    yield {
      code: 'discovery-unreadable',
      file: DISCOVERY_FILE,
      message: 'Expected a JSON object, found something else.',
      fix: 'Build again.',
    };
  },
};

const ENDING = '/discovery/1.0/discovery.schema.json';

/** The version is the one that readers expect, and the schema is there. */
export const discoveryVersion: Rule = {
  id: 'M3',
  covers: ['T3'],
  level: 'error',
  title: `\`spec_version\` is \`1.0\`, and \`$schema\` ends in \`${ENDING}\` and is there`,
  *check({ discovery, deployment, folder }) {
    if (!folder.has(DISCOVERY_FILE)) return;
    if (discovery['spec_version'] !== '1.0') {
      yield {
        code: 'spec-version',
        file: DISCOVERY_FILE,
        pointer: '/spec_version',
        message: `Expected "1.0", found ${JSON.stringify(discovery['spec_version'])}.`,
      };
    }
    const schema = textOf(discovery['$schema']);
    const isThere = ['file', 'elsewhere'].includes(resolveUrl(schema, deployment, folder));
    if (schema.endsWith(ENDING) && isThere) return;
    const message = isThere
      ? `Expected an address that ends in ${ENDING}, found "${schema}".`
      : `The schema's address "${schema}" leads nowhere.`;
    const fix = 'Remove the filter svc_schema_url, so that the program sets the address.';
    yield { code: 'schema-address', file: DISCOVERY_FILE, pointer: '/$schema', message, fix };
  },
};

/** The eleven core keys are there, and all others are extensions. */
export const discoveryKeys: Rule = {
  id: 'M2',
  covers: ['T2'],
  level: 'error',
  title: 'All eleven core keys are in `discovery.json`; any other top-level key starts with `x-`',
  *check({ discovery, folder }) {
    if (!folder.has(DISCOVERY_FILE)) return;
    const keys = Object.keys(discovery);
    for (const key of DISCOVERY_KEYS.filter((core) => !keys.includes(core))) {
      yield {
        code: 'core-key-missing',
        file: DISCOVERY_FILE,
        pointer: '',
        message: `Expected the key "${key}", found none.`,
      };
    }
    for (const key of keys.filter((one) => !DISCOVERY_KEYS.includes(one) && !one.startsWith('x-'))) {
      yield {
        code: 'core-key-unknown',
        file: DISCOVERY_FILE,
        pointer: `/${escapePointer(key)}`,
        message: `"${key}" isn't a core key; names without a prefix are reserved.`,
        fix: `Call it "x-${key}" in the filter that adds it.`,
      };
    }
    if (isOutOfOrder(keys)) {
      yield {
        level: 'warning',
        code: 'core-key-order',
        file: DISCOVERY_FILE,
        pointer: '',
        message: `The core keys are in another order than ${DISCOVERY_KEYS.join(', ')}.`,
      };
    }
  },
};

function isOutOfOrder(keys: readonly string[]): boolean {
  const places = keys.map((key) => DISCOVERY_KEYS.indexOf(key)).filter((place) => place !== -1);
  return places.some((place, index) => place < (places[index - 1] ?? 0));
}

/** Documents that every deployment lists. */
const ALWAYS = ['sitemap', 'feed'];

/** Existing documents are listed. */
export const documentsMap: Rule = {
  id: 'S6',
  level: 'error',
  title: '`documents` lists every document that is there, at its address',
  *check({ discovery, deployment, folder, table }) {
    if (!folder.has(DISCOVERY_FILE)) return;
    const documents = objectOf(discovery['documents']);
    for (const { discoveryKey: key, path } of table) {
      // The sitemap's and the feed's addresses may be another producer's.
      if (key === undefined || ALWAYS.includes(key)) continue;
      const url = deployment.baseUrl + path;
      if (documents[key] === url || resolveUrl(url, deployment, folder) !== 'file') continue;
      const message = `Expected "${key}" with the address ${url}, found ${JSON.stringify(documents[key] ?? null)}.`;
      yield { ...inDiscovery('/documents'), code: 'document-unlisted', message };
    }
    for (const name of ALWAYS.filter((one) => typeof documents[one] !== 'string')) {
      const message = `"${name}" must always be there.`;
      yield { ...inDiscovery('/documents'), code: 'document-unlisted', message };
    }
  },
};

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
