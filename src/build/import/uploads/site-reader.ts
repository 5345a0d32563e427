import { FetchError } from '../../../core/net/fetch-error.js';
import type { GuardedFetch } from '../../../core/net/guarded-fetch.js';
import { MAX_UPLOAD_BYTES, type UploadFile, type UploadProblem, type UploadReader } from './reader.js';

const TIMEOUT_MS = 60_000;
/** After so many failures in a row, the rest isn't tried. */
const MAX_FAILURES = 5;
/** Many sites answer with a page where a file is missing. */
const ACCEPT = ['image/*', 'video/*', 'audio/*', 'application/*', 'text/plain', 'text/csv', 'text/vtt'];
const PAGE = /^\s*<(?:!doctype\s+html|html)\b/i;

const PROBLEMS: Readonly<Partial<Record<string, UploadProblem>>> = {
  'too-big': 'too-big',
  'content-type': 'missing',
  'internal-address': 'refused',
  'bad-url': 'refused',
  scheme: 'refused',
  port: 'refused',
};

/**
 * Reads uploads from a site.
 * @param base its address, without a slash at the end
 */
export function siteReader(base: string, fetch: GuardedFetch): UploadReader {
  let failures = 0;
  return {
    name: base,
    isRemote: true,
    async read(file) {
      if (failures >= MAX_FAILURES) return { problem: 'unreachable' };
      const answer = await request(`${base}/${file.split('/').map(encodeURIComponent).join('/')}`, fetch);
      failures = 'problem' in answer && answer.problem === 'unreachable' ? failures + 1 : 0;
      return answer;
    },
  };
}

async function request(url: string, fetch: GuardedFetch): Promise<UploadFile> {
  try {
    const { status, body } = await fetch(url, {
      maxBytes: MAX_UPLOAD_BYTES,
      timeoutMs: TIMEOUT_MS,
      accept: ACCEPT,
    });
    if (status >= 500 || status === 429) return { problem: 'unreachable' };
    if (status !== 200 || PAGE.test(body.toString('latin1', 0, 200))) return { problem: 'missing' };
    return { bytes: body };
  } catch (error) {
    if (!(error instanceof FetchError)) throw error;
    return { problem: PROBLEMS[error.reason] ?? 'unreachable' };
  }
}
