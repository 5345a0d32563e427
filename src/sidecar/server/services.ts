import type { IncomingMessage } from 'node:http';
import type { Referrals } from '../../insights/activity/referrals/port.js';
import type { MintedTokens } from '../../insights/activity/self-check-tokens.js';
import type { SiteAi } from '../../insights/ai/site-model.js';
import type { SharedLimiter } from '../../storage/shared-limiter.js';
import type { AccessRecorder } from '../abilities/access-recorder.js';
import type { AbilityServices } from '../abilities/services.js';
import type { CapabilityObject } from '../accounts/can.js';
import type { SignInThrottle } from '../accounts/throttle.js';
import type { Credentials } from '../oauth/port.js';

export type { Grading, LiveSite } from '../abilities/services.js';

/** Content of every status, for those who may see it. */
export interface ContentReader {
  /** What decides who may edit an entry; undefined when there is none. */
  find(id: number): Promise<CapabilityObject | undefined>;
  /** Spec section 4.1.1; undefined for an unknown id or a type that agents may not see. */
  previewSchema(id: number): Promise<object | undefined>;
  /** Spec section 4.1.2. */
  previewMarkdown(id: number): Promise<object | undefined>;
  /** At most 50 rows, the latest change first. */
  targets(search: string): Promise<readonly object[]>;
}

/** What routes work with. Made once when the sidecar starts. */
export interface Services extends AbilityServices {
  readonly content: ContentReader;
  /** Content types that the sources have, for `post_types`. */
  availableTypes(): Promise<readonly string[]>;
  /** Checks the bearer tokens of assistants. */
  readonly credentials: Credentials;
  /** Notes who ran which ability, or was refused. */
  readonly access: Pick<AccessRecorder, 'record' | 'flush' | 'retention'>;
  /** Counts visits that assistants send. */
  readonly referralCounter: Referrals;
  /** The site's own language model. */
  readonly ai: SiteAi;
  /** How often each account may ask it within a minute. */
  readonly assistRate: SharedLimiter;
  /** Limits attempts to sign in. */
  readonly throttle: SignInThrottle;
  /** Where a request comes from, as far as trusted proxies tell it. */
  addressOf(request: IncomingMessage): string;
  /** Tokens by which the owner's own checks are known. */
  readonly selfChecks: Pick<MintedTokens, 'mint'>;
  /** Key of nonces. */
  readonly nonceKey: string;
  /** Absolute address, without trailing slash, below which the sidecar answers `/svc/` and the admin API. */
  readonly base: string;
  /** Absolute address of the admin API. */
  readonly adminApi: string;
}
