import { objectOf } from '../../../core/json.js';
import { resolveUrl } from '../resolve-url.js';
import type { Rule } from '../rule.js';
import { inDiscovery } from './resources.js';

/** Documents that every deployment lists. */
const ALWAYS = ['sitemap', 'feed'];

/** Existing documents are listed. */
export const documentsMap: Rule = {
  id: 'S6',
  level: 'error',
  title: '`documents` lists every document that is there, at its address',
  *check({ discovery, deployment, folder, table }) {
    const documents = objectOf(discovery['documents']);
    for (const { document, path } of table) {
      // The sitemap's and the feed's addresses may be another producer's.
      if (document === undefined || ALWAYS.includes(document)) continue;
      const url = deployment.baseUrl + path;
      if (documents[document] === url || resolveUrl(url, deployment, folder) !== 'file') continue;
      const message = `Expected "${document}" with the address ${url}, found ${JSON.stringify(documents[document] ?? null)}.`;
      yield { ...inDiscovery('/documents'), code: 'document-unlisted', message };
    }
    for (const name of ALWAYS.filter((one) => typeof documents[one] !== 'string')) {
      const message = `"${name}" must always be there.`;
      yield { ...inDiscovery('/documents'), code: 'document-unlisted', message };
    }
  },
};
