import { isObject, objectOf, textOf } from '../../../core/json.js';
import { DISCOVERY_KEYS } from '../../../documents/discovery/keys.js';
import { resolveUrl } from '../resolve-url.js';
import type { Rule } from '../rule.js';
import { DISCOVERY_FILE } from '../subject.js';
import { escapePointer } from '../values.js';
import { inDiscovery } from './resource-rules.js';

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
