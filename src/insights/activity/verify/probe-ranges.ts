import { FetchError } from '../../../core/net/fetch-error.js';
import type { GuardedFetch } from '../../../core/net/guarded-fetch.js';
import { RANGE_FETCH } from './published-ranges.js';
import { readRangeFile } from './range-refresh.js';

/** Whether an address has a range file, and the number of its networks. */
export type ProbedRanges =
  | { readonly ok: true; readonly prefixes: number }
  | { readonly ok: false; readonly message: string };

/** Probes an address that the owner is about to add; nothing is kept. */
export async function probeRanges(fetch: GuardedFetch, url: string): Promise<ProbedRanges> {
  try {
    const { status, body } = await fetch(url, RANGE_FETCH);
    if (status !== 200) return { ok: false, message: `The address responds with status ${status}.` };
    const networks = readRangeFile(body.toString('utf8'));
    if (networks === undefined) return { ok: false, message: "It isn't a list of address ranges." };
    return { ok: true, prefixes: networks.length };
  } catch (error) {
    if (error instanceof FetchError) return { ok: false, message: MESSAGES[error.reason] };
    throw error;
  }
}

/** The message of a failure, without details of the own network. */
const MESSAGES: Readonly<Record<FetchError['reason'], string>> = {
  'bad-url': "This isn't an address.",
  scheme: 'The address must begin with https.',
  port: 'The address must use the default port of https.',
  'internal-address': "The address isn't on the internet.",
  unresolvable: 'The host of the address is unknown.',
  connection: "The host of the address can't be reached.",
  aborted: 'The request was cancelled.',
  timeout: "The host of the address didn't respond in time.",
  'too-big': 'The file is too long for a range file.',
  redirects: 'The address redirects too often.',
  'content-type': "It isn't a list of address ranges.",
  encoding: "The file can't be decoded.",
};
