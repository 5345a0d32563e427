import { objectOf } from '../../../core/json.js';
import type { Rule } from '../rule.js';
import { inDiscovery } from './resources.js';

const DIRECTORY = '.well-known/http-message-signatures-directory';

/** The document claims signatures exactly while there are keys to verify them. */
export const trust: Rule = {
  id: 'trust',
  level: 'error',
  title: '`trust` claims signing exactly while the key directory exists',
  *check({ discovery, deployment, folder }) {
    const { signed, jwks_uri } = objectOf(discovery['trust']);
    const url = `${deployment.baseUrl}/${DIRECTORY}`;
    const hasKeys = folder.has(DIRECTORY);
    if (signed !== undefined && signed !== hasKeys) {
      const message = `\`signed\` is ${JSON.stringify(signed)}, but the key directory is ${hasKeys ? '' : 'not '}there.`;
      yield { ...inDiscovery('/trust/signed'), code: 'trust-signed', message };
    }
    const expected = signed === true ? url : undefined;
    if (jwks_uri === expected) return;
    const wanted = expected === undefined ? 'none, since nothing is signed' : `the address ${url}`;
    const message = `Expected ${wanted}, found ${JSON.stringify(jwks_uri) ?? 'none'}.`;
    yield { ...inDiscovery('/trust'), code: 'trust-keys', message };
  },
};
