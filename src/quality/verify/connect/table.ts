import type { Check } from '../check.js';
import { calls, endpoint, issuer, resource } from './metadata.js';
import { consent, registration, token } from './sign-in.js';

/** The connection of an assistant, hop by hop, for `--connect`. It registers a client that is never approved. */
export const connectChecks: readonly Check[] = [
  endpoint,
  resource,
  issuer,
  registration,
  consent,
  token,
  calls,
];
