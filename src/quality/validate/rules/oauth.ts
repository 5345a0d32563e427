/** Rules about sign-in, skills, signatures and trust. */

import { createHash } from 'node:crypto';
import { attempt } from '../../../core/attempt.js';
import { type JsonObject, listOf, objectOf, textOf } from '../../../core/json.js';
import { isParsableUrl } from '../../../core/parsable-url.js';
import type { PublicKey } from '../../../documents/document-row.js';
import type { Fields } from '../../../documents/signing/signature-base.js';
import { type ReceivedDocument, verifyDocument } from '../../../documents/signing/verify.js';
import { readFrontMatter } from '../../../sources/files/front-matter.js';
import type { Document } from '../document.js';
import { fileBehind, pathBelow, resolveUrl } from '../resolve-url.js';
import type { RawFinding, Rule, Subject } from '../rule.js';
import { inDiscovery } from './resource-rules.js';

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

const INDEX_FILE = '.well-known/agent-skills/index.json';

/** The index identifies skills by their exact bytes. */
export const skills: Rule = {
  id: 'skills',
  level: 'error',
  title: 'Each skill of the index has the digest of its exact bytes, and its own name',
  *check({ folder, deployment }) {
    const index = objectOf(folder.value(INDEX_FILE));
    for (const [place, item] of listOf(index['skills']).entries()) {
      const { name, url, digest } = objectOf(item);
      const address = isParsableUrl(textOf(url), `${deployment.baseUrl}/${INDEX_FILE}`)
        ? new URL(textOf(url), `${deployment.baseUrl}/${INDEX_FILE}`).href
        : '';
      const file = fileBehind(address, deployment, folder);
      const skill = file === undefined ? undefined : folder.document(file);
      if (skill === undefined || digest === undefined) continue;
      const actual = `sha256:${createHash('sha256').update(skill.bytes()).digest('hex')}`;
      if (digest !== actual) {
        const message = `Expected ${actual}, the digest of ${skill.file}, found ${JSON.stringify(digest)}.`;
        const fix = 'Build again, and let nothing change the file after the build.';
        yield { code: 'skill-digest', file: INDEX_FILE, pointer: `/skills/${place}/digest`, message, fix };
      }
      yield* wrongName(skill, textOf(name));
    }
  },
};

function* wrongName(skill: Document, expected: string): Iterable<RawFinding> {
  const name = nameOf(skill.text());
  if (name === expected) return;
  yield {
    code: 'skill-name',
    file: skill.file,
    line: 1,
    message: `Expected the name "${expected}" of the index in the front matter, found ${JSON.stringify(name) ?? 'none'}.`,
  };
}

function nameOf(text: string): unknown {
  return attempt(() => readFrontMatter(text).data['name']);
}

const DIRECTORY = '.well-known/http-message-signatures-directory';
const FIX = 'Build again with the signing key, and deploy the files with their headers.';

/** Readers accept every deployed signature. */
export const signatures: Rule = {
  id: 'signatures',
  level: 'error',
  title: "Every signature of `deploy/headers.json` verifies over the bytes in the folder and hasn't expired",
  *check(subject) {
    const { headers, discovery, folder } = subject;
    const isClaimed = objectOf(discovery['trust'])['signed'] === true;
    const signed = listOf(headers?.['signed']);
    if (headers === undefined) {
      if (!isClaimed) return;
      const message =
        "discovery.json says that documents are signed, but deploy/headers.json wasn't found, so no signature was verified.";
      const fix =
        'Name the configuration with --config, or keep the folder deploy next to the output folder.';
      yield { level: 'warning', code: 'headers-missing', file: '', message, fix };
      return;
    }
    if (isClaimed && signed.length === 0) {
      const message = 'discovery.json says that documents are signed, but no document is signed.';
      yield { code: 'unsigned', file: '', message, fix: FIX };
    }
    const keys = publicKeysOf(objectOf(folder.value(DIRECTORY)));
    for (const rule of signed) yield* faultsOf(objectOf(rule), keys, subject);
  },
};

/** The published keys; other members can't verify anything. */
export function publicKeysOf(directory: JsonObject): readonly PublicKey[] {
  return listOf(directory['keys'])
    .map(objectOf)
    .filter(({ kid, x }) => typeof kid === 'string' && typeof x === 'string')
    .map((key) => key as unknown as PublicKey);
}

function* faultsOf(
  rule: JsonObject,
  keys: readonly PublicKey[],
  { folder, deployment, now }: Subject,
): Iterable<RawFinding> {
  const file = textOf(rule['file']);
  const document = folder.document(file);
  if (document === undefined) {
    const message = 'A signature is deployed for this file, but the file is missing.';
    yield { code: 'signed-missing', file, message, fix: FIX };
    return;
  }
  if (rule['bytes'] !== document.size) {
    const message = `It has ${document.size} bytes and was signed with ${JSON.stringify(rule['bytes'])}.`;
    yield { code: 'signed-size', file, message, fix: FIX };
    return;
  }
  const received: ReceivedDocument = {
    bytes: document.bytes(),
    url: deployment.baseUrl + textOf(rule['path']),
    headers: fieldsOf(rule['headers']),
    keys,
    now,
    form: file === DIRECTORY ? 'directory' : 'document',
  };
  const verdict = verifyDocument(received);
  if (verdict.outcome === 'verified') return;
  yield {
    code: `signature-${verdict.reason}`,
    file,
    message: `The signature is invalid: ${verdict.detail}.`,
    fix: FIX,
  };
}

function fieldsOf(headers: unknown): Fields {
  return Object.entries(objectOf(headers)).map(([name, value]) => [name, textOf(value)] as const);
}

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
