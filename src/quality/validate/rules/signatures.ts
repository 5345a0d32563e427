import { listOf, objectOf, textOf, type Values } from '../../../core/json.js';
import type { PublicKey } from '../../../documents/document-row.js';
import type { Fields } from '../../../documents/signing/message.js';
import { type ReceivedDocument, verifyDocument } from '../../../documents/signing/verify.js';
import type { RawFinding, Rule } from '../rule.js';
import type { Subject } from '../subject.js';
import { inDiscovery } from './resource-rules.js';

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
export function publicKeysOf(directory: Values): readonly PublicKey[] {
  return listOf(directory['keys'])
    .map(objectOf)
    .filter(({ kid, x }) => typeof kid === 'string' && typeof x === 'string')
    .map((key) => key as unknown as PublicKey);
}

function* faultsOf(
  rule: Values,
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
