import { textOf } from '../../../core/json.js';
import { resolveUrl } from '../resolve-url.js';
import type { Rule } from '../rule.js';
import { DISCOVERY_FILE } from '../subject.js';

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
    yield {
      code: 'schema-address',
      file: DISCOVERY_FILE,
      pointer: '/$schema',
      message: isThere
        ? `Expected an address that ends in ${ENDING}, found "${schema}".`
        : `The schema's address "${schema}" leads nowhere.`,
      fix: 'Remove the filter svc_schema_url, so that the program sets the address.',
    };
  },
};
