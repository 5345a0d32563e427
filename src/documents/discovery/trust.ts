import type { SurfaceContext } from '../surface.js';
import { isSecurityTxtPresent } from './presence.js';

/** Why a reader can trust the document (spec section 2.1). */
export interface Trust {
  readonly signed: boolean;
  readonly signature_alg?: 'ed25519';
  /** Address of the key directory. */
  readonly jwks_uri?: string;
  readonly security_txt?: string;
  /** Address of the privacy policy. */
  readonly policy?: string;
}

/** `trust` of the discovery document: each member only while it is true. */
export function trustFacts(ctx: SurfaceContext): Trust {
  const { baseUrl, privacyPolicyUrl } = ctx.site;
  const directory = `${baseUrl}/.well-known/http-message-signatures-directory`;
  return {
    signed: ctx.signing !== undefined,
    ...(ctx.signing === undefined ? {} : { signature_alg: 'ed25519', jwks_uri: directory }),
    ...(isSecurityTxtPresent(ctx) ? { security_txt: ctx.urlOf('security-txt') } : {}),
    ...(privacyPolicyUrl === '' ? {} : { policy: privacyPolicyUrl }),
  };
}
