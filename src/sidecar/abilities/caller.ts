import type { Actor } from '../accounts/can.js';

/** How far a credential reaches. What the account behind it may not do is not added by any. */
export type AccessScope = 'read' | 'write';

/** How a caller has proved who they are. */
export type Credential =
  | { readonly kind: 'session' }
  | { readonly kind: 'shared' }
  | { readonly kind: 'oauth'; readonly clientId: string; readonly name: string };

/** Who runs abilities, through which credential. */
export interface AbilityCaller {
  readonly actor: Actor;
  readonly scope: AccessScope;
  readonly credential: Credential;
}
