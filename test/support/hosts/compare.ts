import { ANY_BODY } from './expected.js';
import type { Answer } from './http.js';

/**
 * Headers that may differ from server to server:
 * - of the connection, and of the moment;
 * - `Last-Modified` and `Accept-Ranges`: a server of files may tell them and honour what they offer;
 * - `ETag`: its form is the server's own; that it is there, strong and honoured is tested apart.
 */
const OWN = new Set([
  'connection',
  'keep-alive',
  'date',
  'server',
  'transfer-encoding',
  'last-modified',
  'accept-ranges',
  'etag',
  'x-request-id',
]);

/**
 * The values of a header: a server that compresses says so in `Vary`, one that knows further methods may name them
 * in `Allow` when it refuses, and the name of a character set may be written small.
 */
function shownValue({ headers, status }: Answer, name: string): string | undefined {
  const values = headers[name];
  if (name === 'vary') {
    const names = values?.flatMap((value) => value.split(/, */)).filter((one) => one !== 'Accept-Encoding');
    return names === undefined || names.length === 0 ? undefined : names.join(', ');
  }
  if (name === 'allow' && status === 405) return values?.[0];
  if (name === 'content-type') return values?.join().replace(/charset=utf-8/i, 'charset=UTF-8');
  // An absolute address of the same place says the same.
  if (name === 'location') return values?.join().replace(/^http:\/\/127\.0\.0\.1:\d+/, '');
  return values?.join(' | ');
}

function lacksLength(...answers: readonly Answer[]): boolean {
  return answers.some(({ status, headers }) => status === 204 || headers['content-length'] === undefined);
}

/** Where two answers differ, each as a sentence; empty when they are the same. */
export function differences(expected: Answer, actual: Answer): readonly string[] {
  const found: string[] = [];
  if (expected.status !== actual.status) found.push(`status ${actual.status}, not ${expected.status}`);
  const names = [...new Set([...Object.keys(expected.headers), ...Object.keys(actual.headers)])].sort();
  // The words of a redirect or a refusal are the server's own.
  const isFree = expected.body === ANY_BODY || /^(?:3|405)/.test(String(expected.status));
  for (const name of names) {
    if (OWN.has(name) || (isFree && /^content-(?:type|length)$/.test(name))) continue;
    // Told by those who have the body at hand; RFC 9110 section 8.6 wants none with 204.
    if (name === 'content-length' && lacksLength(expected, actual)) continue;
    const [one, two] = [expected, actual].map((answer) => shownValue(answer, name));
    if (one !== two) found.push(`${name}: ${two ?? 'absent'}, not ${one ?? 'absent'}`);
  }
  if (!isFree && !expected.body.equals(actual.body)) {
    found.push(`${actual.body.length} bytes, not the ${expected.body.length} expected`);
  }
  return found;
}
