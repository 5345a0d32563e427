import { FetchError } from '../../../core/net/fetch-error.js';
import type { GuardedFetch } from '../../../core/net/guarded-fetch.js';
import { RANGE_FETCH } from './published-ranges.js';
import { readRangeFile } from './range-file.js';

/** Whether an address leads to a range file, and how many networks it has. */
export type ProbedRanges =
  | { readonly ok: true; readonly prefixes: number }
  | { readonly ok: false; readonly message: string };

/** Looks at an address that the owner is about to add; nothing is kept. */
export async function probeRanges(fetch: GuardedFetch, url: string): Promise<ProbedRanges> {
  try {
    const { status, body } = await fetch(url, RANGE_FETCH);
    if (status !== 200) return { ok: false, message: `The address answers with status ${status}.` };
    const networks = readRangeFile(body.toString('utf8'));
    if (networks === undefined) return { ok: false, message: 'What is there is no list of address ranges.' };
    return { ok: true, prefixes: networks.length };
  } catch (error) {
    if (error instanceof FetchError) return { ok: false, message: MESSAGES[error.reason] };
    throw error;
  }
}

/** What is told of a failure: nothing of the network that the request was made in. */
const MESSAGES: Readonly<Record<FetchError['reason'], string>> = {
  'bad-url': 'This is no address.',
  scheme: 'The address has to begin with https.',
  port: 'The address must not have a port of its own.',
  'internal-address': 'The address is not on the internet.',
  unresolvable: 'The host of the address is not known.',
  connection: 'The host of the address cannot be reached.',
  aborted: 'The host of the address was not waited for.',
  timeout: 'The host of the address did not answer in time.',
  'too-big': 'What is there is too long for a range file.',
  redirects: 'The address redirects too often.',
  'content-type': 'What is there is no list of address ranges.',
  encoding: 'What is there cannot be read.',
};
