import { listOf, objectOf, textOf } from '../../../core/json.js';
import { isParsableUrl } from '../../../core/parsable-url.js';
import type { Document } from '../document.js';
import { pathBelow, resolveUrl } from '../resolve-url.js';
import type { RawFinding, Rule } from '../rule.js';
import type { Subject } from '../subject.js';

const SERVER = '.well-known/oauth-authorization-server';
const RESOURCE = '.well-known/oauth-protected-resource';

/** The documents about sign-in refer to each other. */
export const oauth: Rule = {
  id: 'oauth',
  level: 'error',
  title: 'The authorization server of a resource has its metadata at the address of RFC 8414',
  *checkDocument(document, subject) {
    const { file } = document;
    if (!document.isWhole || document.source !== 'generated') return;
    if (file.startsWith(RESOURCE)) yield* lostServers(document, subject);
    else if (file.startsWith(SERVER)) yield* wrongIssuer(document, subject);
  },
};

function* lostServers(document: Document, { deployment, folder }: Subject): Iterable<RawFinding> {
  const servers = listOf(objectOf(document.value())['authorization_servers']);
  for (const [index, server] of servers.entries()) {
    const issuer = textOf(server);
    const path = isParsableUrl(issuer) ? pathBelow(issuer, deployment.baseUrl) : undefined;
    if (path === undefined) continue;
    const url = `${deployment.baseUrl}/${SERVER}${path === '/' ? '' : path}`;
    if (resolveUrl(url, deployment, folder) !== 'missing') continue;
    const message = `The metadata of ${issuer} isn't at ${url}.`;
    yield {
      file: document.file,
      pointer: `/authorization_servers/${index}`,
      code: 'oauth-server-lost',
      message,
    };
  }
}

/** RFC 8414 section 3.3: the issuer matches the address of its metadata. */
function* wrongIssuer(document: Document, { deployment, rowOf }: Subject): Iterable<RawFinding> {
  const tail = (rowOf(document.file)?.path ?? `/${document.file}`).slice(SERVER.length + 1);
  // The copy at the root keeps the issuer of the document that it copies.
  if (tail === '') return;
  const { origin } = new URL(deployment.baseUrl);
  const issuer = textOf(objectOf(document.value())['issuer']);
  const sidecar = typeof deployment.sidecar === 'string' ? [deployment.sidecar + tail] : [];
  // Names of files are decoded, issuers are not.
  const expected = [deployment.baseUrl + tail, origin + tail, ...sidecar].map((url) => new URL(url).href);
  if (expected.includes(issuer)) return;
  const message = `Expected the issuer ${deployment.baseUrl}${tail}, found "${issuer}": readers discard such a document.`;
  yield { file: document.file, pointer: '/issuer', code: 'oauth-issuer', message };
}
