import { isParsableUrl } from '../../../core/parsable-url.js';
import { schemaProblems } from '../ajv.js';
import { type Document, type PlacedText, textsWithPlaces } from '../document.js';
import type { EncodingFault, RawFinding, Rule } from '../rule.js';

/** A text that should never be published, by its form. */
const SECRETS: readonly (readonly [what: string, pattern: RegExp])[] = [
  ['a private key', /-----BEGIN [A-Z ]*PRIVATE KEY-----/],
  ['a token of the sidecar', /\bsvc(?:oc|oa|or|mcp_[rw])_[\w-]{8,}/],
  [
    'an access token',
    /\b(?:gh[opsu]_\w{20,}|github_pat_\w{20,}|xox[abprs]-[\w-]{10,}|AKIA[0-9A-Z]{16}|sk-[\w-]{20,})/,
  ],
  ['a signed token', /\beyJ[\w-]{10,}\.eyJ[\w-]{5,}\.[\w-]{10,}/],
  ['an authorization header', /\b(?:Bearer|Basic) +[A-Za-z0-9+/_=-]{16,}/],
  [
    'a path of a machine',
    /(?:^|[\s"'(=])(?:file:\/\/|\/(?:home|root|Users|var\/www|var\/lib|etc|tmp|srv|opt)\/|[A-Za-z]:\\)/,
  ],
  ['an address with a password', /\b[a-z][a-z0-9+.-]*:\/\/[^\s/@:]*:[^\s/@]+@/i],
];

/** Members whose value is a secret in any form. */
const SECRET_KEY =
  /^(?:password|passwd|secret|client_secret|api_?key|access_token|refresh_token|private_?key|nonce|session|cookie)$/i;

const INTERNAL_HOST =
  /^(?:localhost|[\w-]+|.*\.(?:local|internal|lan|intranet|corp|home\.arpa))$|^(?:127|10|0)\.\d|^192\.168\.|^169\.254\.|^172\.(?:1[6-9]|2\d|3[01])\.|^\[(?:::1|f[cde])/i;

/** No secrets and nothing private in public documents. */
export const secrets: Rule = {
  id: 'M13',
  covers: ['T21'],
  level: 'error',
  title: 'No credentials, keys, tokens, internal hosts or paths of a machine in the discovery documents',
  *checkDocument(document, { deployment }) {
    const { file, row } = document;
    // The texts of pages may explain tokens; these documents have no reason to.
    if (!document.isWhole || !(file.startsWith('.well-known/') || file === 'auth.md')) return;
    const texts: Iterable<PlacedText> = document.isJson
      ? textsWithPlaces(document.value())
      : [whole(document)];
    for (const { pointer, key, text } of texts) {
      const what = secretIn(key, text, new URL(deployment.baseUrl).hostname);
      if (what === undefined) continue;
      const message = `This looks like ${what}.`;
      const fix = 'Remove it at its source, and replace it if it was published.';
      yield { code: 'secret', file, ...(document.isJson ? { pointer } : {}), message, fix };
    }
    if (row.id.includes('signature')) yield* privateParts(document);
  },
};

function whole(document: Document): PlacedText {
  return { pointer: '', key: '', text: document.text() };
}

function secretIn(key: string, text: string, ownHost: string): string | undefined {
  if (SECRET_KEY.test(key) && text !== '') return `a secret: it is called "${key}"`;
  const known = SECRETS.find(([, pattern]) => pattern.test(text))?.[0];
  if (known !== undefined) return known;
  const host = isParsableUrl(text) && /^https?:/i.test(text) ? new URL(text).hostname : '';
  return host !== '' && host !== ownHost && INTERNAL_HOST.test(host)
    ? `an internal host: ${host}`
    : undefined;
}

/** A key directory publishes public keys only (RFC 8037 section 2: `d` is the private one). */
function* privateParts(document: Document): Iterable<RawFinding> {
  for (const { pointer, key } of textsWithPlaces(document.value())) {
    if (key !== 'd') continue;
    const message = 'This is the private part of a key.';
    const fix = 'Remove the file from the web, and replace the key: svc keys rotate.';
    yield { code: 'private-key', file: document.file, pointer, message, fix };
  }
}

const MESSAGES: Readonly<Record<EncodingFault, string>> = {
  bom: 'The file begins with a byte order mark, which many readers take for text.',
  'utf-16': 'The file is UTF-16 instead of UTF-8.',
  'not-utf-8': "The file isn't UTF-8.",
  nul: "The file contains a NUL character, so it isn't text.",
};

/** Every document is UTF-8. */
export const encoding: Rule = {
  id: 'encoding',
  level: 'error',
  title: 'Every document is UTF-8 without a byte order mark',
  anywhere: true,
  *checkDocument(document) {
    const { encodingFault: fault, file, row } = document;
    // RFC 9309 section 2.2 lets a robots.txt begin with one, and ours keeps the site's.
    if (fault === undefined || (fault === 'bom' && row.id === 'robots')) return;
    const fix = 'Build again, and let nothing convert the files after the build.';
    yield { code: `encoding-${fault}`, file, message: MESSAGES[fault], fix };
  },
};

/** JSON documents are JSON. */
export const json: Rule = {
  id: 'json',
  level: 'error',
  title: 'Every JSON document can be parsed',
  anywhere: true,
  *checkDocument(document) {
    if (!document.isJson) return;
    if (!document.isWhole) {
      yield { code: 'too-large', file: document.file, message: 'The document is too large for any reader.' };
      return;
    }
    const parsed = document.json();
    if ('value' in parsed) return;
    yield {
      code: 'not-json',
      file: document.file,
      ...(parsed.line === undefined ? {} : { line: parsed.line }),
      message: document.size === 0 ? 'The file is empty.' : 'Here the file stops being JSON.',
      fix: 'Build again; if a plugin makes the document, correct it there.',
    };
  },
};

/** Maximum number of findings for one document. */
const MAX_ERRORS = 20;

/** Every document is valid by its schema. */
export const schema: Rule = {
  id: 'schema',
  level: 'error',
  title: 'Every JSON document is valid by the schema that its row names',
  anywhere: true,
  *checkDocument(document) {
    const { row, file, source } = document;
    // The schemas describe our documents; foreign ones under the same name may differ.
    if (row.schema === undefined || source !== 'generated' || !document.isWhole) return;
    const parsed = document.json();
    if (!('value' in parsed)) return;
    for (const { pointer, message } of schemaProblems(row.schema, parsed.value).slice(0, MAX_ERRORS)) {
      yield { code: 'schema', file, pointer, message: `This ${message} (${row.schema}).` };
    }
  },
};
