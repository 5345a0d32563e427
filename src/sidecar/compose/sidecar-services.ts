import { basePathOf } from '../../core/base-path.js';
import { clientAddressFinder } from '../../core/net/client-address.js';
import { SharedLimiter } from '../../storage/shared-limiter.js';
import { SignInThrottle } from '../accounts/throttle.js';
import { createCredentials } from '../oauth/authenticate.js';
import { createContentReader } from '../server/content-reader.js';
import { type BuiltFacts, createGrading } from '../server/grading.js';
import { createSelfChecker } from '../server/self-check.js';
import type { Services } from '../server/services.js';
import type { SidecarOptions, SidecarParts } from './sidecar-parts.js';

/** The inputs of the services of a sidecar. */
export interface ServicesOptions extends SidecarOptions {
  readonly parts: SidecarParts;
  /** Absolute address, without trailing slash, below which the sidecar responds. */
  readonly base: string;
  /** The last finished build; undefined until the first one. */
  built(): BuiltFacts | undefined;
}

/** Creates the services for the routes of a sidecar. */
export function servicesOf({ loaded, site, parts, base, built, now, logError }: ServicesOptions): Services {
  const { config, folder } = loaded;
  const { storage, hooks, verdicts, protection, referrals, visibility, lease } = parts;
  const { selfChecks, verification } = protection;
  const adminApi = `${base}/${config.restPrefix}/svc/v1`;
  const findAddress = clientAddressFinder(config.trustedProxies);
  const selfChecker = createSelfChecker({ storage, site, selfChecks, now, logError });
  return {
    config,
    folder,
    storage,
    settings: protection.store,
    hooks,
    site,
    verdicts,
    clients: parts.clients,
    identify: (ip) => verification.identify(ip),
    selfChecks,
    activity: parts.activity,
    referrals: referrals.reader,
    visibility,
    ai: parts.ai,
    assistRate: new SharedLimiter(storage, { name: 'assist', seconds: 60 }),
    throttle: new SignInThrottle(storage),
    addressOf: ({ socket, headers }) => findAddress(socket.remoteAddress ?? '', headers),
    referralCounter: referrals.counter,
    built,
    nonceKey: parts.nonceKey,
    base,
    basePath: basePathOf(base),
    adminApi,
    credentials: createCredentials(storage, `${adminApi}/mcp`),
    grading: createGrading({ config, site, hooks, verdicts, selfChecker, visibility, built, now }),
    content: createContentReader({ storage, site, content: () => built()?.content }),
    availableTypes: async () => typesOf(built()),
    access: parts.access,
    fetch: protection.fetch,
    ...(lease && { isContentWriter: () => lease.holds() }),
    now,
    logError,
  };
}

/** Returns all types of the sources, and those of a site without content. */
function typesOf(built: BuiltFacts | undefined): readonly string[] {
  const types = new Set(['post', 'page']);
  for (const { type } of built?.content.store.entries() ?? []) types.add(type);
  return [...types];
}
