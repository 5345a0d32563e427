import type { IncomingMessage } from 'node:http';
import type { ActivitySummary } from '../../insights/activity/port.js';
import type { Referrals } from '../../insights/activity/referrals/counter.js';
import type { ReferralBlock, UnknownBlock } from '../../insights/activity/referrals/port.js';
import type { Threats } from '../../insights/activity/review/threats.js';
import type { MintedTokens } from '../../insights/activity/self-check-tokens.js';
import type { SiteAi } from '../../insights/ai/site-model.js';
import type { SharedLimiter } from '../../storage/shared-limiter.js';
import type { AccessRecorder } from '../abilities/access-recorder.js';
import type { AbilityServices } from '../abilities/services.js';
import type { CapabilityObject } from '../accounts/can.js';
import type { SignInThrottle } from '../accounts/throttle.js';
import type { Credentials } from '../oauth/port.js';

export type { Grading, LiveSite } from '../abilities/services.js';

/** Content of every status, for callers that may see it. */
export interface ContentReader {
  /** Returns the facts that determine who may edit an entry; undefined when it doesn't exist. */
  find(id: number): Promise<CapabilityObject | undefined>;
  /**
   * Returns the structured data of an entry as `GET /preview/schema` shows it; undefined for an unknown id or a type
   * that isn't visible to agents.
   */
  previewSchema(id: number): Promise<object | undefined>;
  /** Returns the Markdown of an entry as `GET /preview/markdown` shows it. */
  previewMarkdown(id: number): Promise<object | undefined>;
  /** Returns at most 50 rows, the latest change first. */
  targets(search: string): Promise<readonly object[]>;
}

/** The services of the routes. Created once when the sidecar starts. */
export interface Services extends AbilityServices {
  readonly content: ContentReader;
  /** Content types of the sources, for `post_types`. */
  availableTypes(): Promise<readonly string[]>;
  /** Checks the bearer tokens of assistants. */
  readonly credentials: Credentials;
  /** Records runs and refusals of abilities with their caller. */
  readonly access: Pick<AccessRecorder, 'record' | 'flush' | 'retention'>;
  /** Counts visits from assistants. */
  readonly referralCounter: Referrals;
  /** The site's own language model. */
  readonly ai: SiteAi;
  /** Limits requests of each account to the language model per minute. */
  readonly assistRate: SharedLimiter;
  /** Limits attempts to sign in. */
  readonly throttle: SignInThrottle;
  /** Returns the client address of a request, as reported by trusted proxies. */
  addressOf(request: IncomingMessage): string;
  /** Tokens that identify the owner's own checks. */
  readonly selfChecks: Pick<MintedTokens, 'mint'>;
  readonly nonceKey: string;
  /** Absolute address, without trailing slash, below which the sidecar serves `/svc/` and the admin API. */
  readonly base: string;
  /** The path of `base`. Links of pages use it, so that a site can be tried at another address, such as localhost. */
  readonly basePath: string;
  /** Absolute address of the admin API. */
  readonly adminApi: string;
}

/** The statistics of the overview of visits, in every response that contains them. */
interface ActivityStats extends ActivitySummary {
  readonly threats: Threats;
  readonly referrals: ReferralBlock;
  readonly unknownSources: UnknownBlock;
}

/** Returns the current overview of visits. */
export async function activityStats({
  activity,
  clients,
  referrals,
}: Pick<Services, 'activity' | 'clients' | 'referrals'>): Promise<ActivityStats> {
  const [summary, threats, block, unknownSources] = await Promise.all([
    activity.reader.summary(),
    clients.threats(),
    referrals.block(),
    referrals.unknown(),
  ]);
  return { ...summary, threats, referrals: block, unknownSources };
}
