import { listOf, objectOf, textOf, type Values } from '../../../core/json.js';
import { headersOf } from '../../../documents/headers.js';
import { resolveUrl } from '../resolve-url.js';
import type { RawFinding, Rule } from '../rule.js';
import type { Subject } from '../subject.js';
import { lostLink } from './links.js';

/** The manifest's headers of pages. */
function pageLinks({ headers }: Subject): readonly string[] {
  return listOf(objectOf(headers?.['pages'])['links']).map(textOf);
}

/** Every page links to the master index. */
export const discoveryLink: Rule = {
  id: 'S1',
  covers: ['T14'],
  level: 'error',
  title: 'Pages have a `Link` header to `discovery.json`, and the targets of all their `Link` headers exist',
  *check(subject) {
    if (subject.headers === undefined) return;
    const url = `${subject.deployment.baseUrl}/.well-known/discovery.json`;
    const links = pageLinks(subject);
    for (const relation of ['service-desc', 'discovery']) {
      if (links.some((link) => link.startsWith(`<${url}>`) && link.includes(`rel="${relation}"`))) continue;
      const message = `Pages are sent without a link to ${url} with rel="${relation}".`;
      yield { code: 'link-header', file: '', message, fix: 'Build again.' };
    }
    for (const link of links) {
      const lost = lostLink(/^<([^>]*)>/.exec(link)?.[1] ?? '', subject);
      if (lost !== undefined)
        yield { ...lost, code: 'link-header', file: '', message: `A Link header of pages: ${lost.message}` };
    }
  },
};

/** The hosts' rules name existing files. */
export const hostHeaders: Rule = {
  id: 'headers',
  level: 'error',
  title:
    '`deploy/headers.json` is of this build: its files are there, its address is the same, and each document has the headers that its row names',
  *check(subject) {
    const { headers, deployment, folder } = subject;
    if (headers === undefined) return;
    if (headers['baseUrl'] !== deployment.baseUrl) {
      const message = `deploy/headers.json is for ${JSON.stringify(headers['baseUrl'])}, the folder for ${deployment.baseUrl}.`;
      yield { code: 'headers-base', file: '', message, fix: 'Build again.' };
      return;
    }
    for (const rule of listOf(headers['rules']).map(objectOf)) {
      yield* wrongHeaders(rule, subject);
      const path = textOf(rule['path']);
      const file = textOf(rule['file']);
      if (path === '' || folder.has(file)) continue;
      // A file of the site may be deployed from elsewhere.
      if (resolveUrl(deployment.baseUrl + path, deployment, folder) === 'elsewhere') continue;
      const message = `There is a rule for ${path}, but the file is missing.`;
      yield { code: 'headers-file', file, message, fix: 'Build again.' };
    }
  },
};

/** Headers that a setting may make stricter. */
const CACHING = /^(?:cdn-|cloudflare-cdn-)?cache-control$|^x-accel-/i;

/** The headers that every build writes for a document, whatever its settings. */
function* wrongHeaders(rule: Values, { table }: Subject): Iterable<RawFinding> {
  const row = table.find(({ id }) => id === rule['surface']);
  if (row === undefined) return;
  const found = { ...objectOf(rule['headers']), 'Content-Type': rule['contentType'] } as Values;
  for (const [name, value] of Object.entries(headersOf(row, { bypass_shared_cache: false }))) {
    if (found[name] === value || (CACHING.test(name) && found[name] !== undefined)) continue;
    if (name === 'Content-Type' && found[name] === row.registeredType) continue;
    const where = textOf(rule['path']) || textOf(rule['pattern']);
    const message = `deploy/headers.json sends ${where} with ${name}: ${JSON.stringify(found[name]) ?? 'nothing'}; expected "${value}".`;
    yield { code: 'headers-value', file: '', message, fix: 'Build again.' };
  }
}
