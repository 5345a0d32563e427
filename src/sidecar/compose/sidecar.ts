import type { ContentStore } from '../../build/content/port.js';
import { clientAddressFinder } from '../../core/net/client-address.js';
import { basePathOf } from '../../core/paths.js';
import type { ClientGuard } from '../../insights/activity/guard/guard.js';
import type { Storage } from '../../storage/port.js';
import { SharedLimiter } from '../../storage/shared-limiter.js';
import { mintFirstLink } from '../accounts/sign-in.js';
import { SignInThrottle } from '../accounts/throttle.js';
import { countUnpushed } from '../content/git/commit-write.js';
import { updateContentIndex } from '../content/search/content-index.js';
import { pruneGone } from '../content/write/revisions.js';
import { createCredentials } from '../oauth/authenticate.js';
import { createContentReader } from '../server/abilities/item.js';
import type { Mount } from '../server/app.js';
import { type BuiltFacts, createGrading, createSelfChecker } from '../server/grading.js';
import { sidecarMounts } from '../server/mounts.js';
import type { Services } from '../server/services.js';
import { type Built, openParts, type SidecarOptions, type SidecarParts } from './sidecar-parts.js';
import type { SidecarActivity } from './sidecar-protection.js';

/** Seconds between two checks for pages that no longer exist. */
const PRUNE_EVERY = 86_400;

/** The private half of a running sidecar. */
export interface Sidecar {
  readonly storage: Storage;
  readonly activity: SidecarActivity;
  readonly guard: ClientGuard;
  /** Returns its parts for the address of the site. */
  mounts(baseUrl: string): readonly Mount[];
  /** Takes over the results of a finished build. */
  take(built: Built): Promise<void>;
  /** Returns the address of the first sign-in; undefined once there are accounts. */
  firstLink(baseUrl: string): Promise<string | undefined>;
  close(): Promise<void>;
}

/**
 * Opens the database and creates everything behind the public handler.
 * @throws SvcError `SVC_STORAGE` when the database cannot be opened
 */
export async function openSidecar(options: SidecarOptions): Promise<Sidecar> {
  const { config, folder } = options.loaded;
  const parts = await openParts(options);
  const { storage, verdicts, activity, lease } = parts;
  let built: BuiltFacts | undefined;
  let pruned = 0;
  const prune = async (store: ContentStore): Promise<void> => {
    const now = options.now();
    if (now - pruned < PRUNE_EVERY) return;
    pruned = now;
    // The files are on the disk of the process that writes.
    if (lease !== undefined && !(await lease.holds())) return;
    const isThere = (id: number) => store.find(id) !== undefined;
    await pruneGone({ config, folder, storage, now, isThere });
  };
  const baseOf = (baseUrl: string) => (typeof config.sidecar === 'string' ? config.sidecar : baseUrl);
  return {
    storage,
    activity,
    guard: parts.protection.guard,
    mounts: (baseUrl) =>
      sidecarMounts(servicesOf({ ...options, parts, base: baseOf(baseUrl), built: () => built })),
    async take({ content, graded, report }) {
      const paths = config.source.map(({ path }) => path);
      const unpushed = config.content.git.commit ? await countUnpushed(folder, paths) : undefined;
      built = { content, ruleset: graded?.ruleset, limits: report.limits, unpushed };
      if (graded !== undefined) verdicts.replace(graded.verdicts);
      await updateContentIndex(storage, content.store, options.now());
      await prune(content.store).catch((error: unknown) => options.logError(error, 'old revisions'));
      activity.start();
    },
    async firstLink(baseUrl) {
      const secret = await mintFirstLink(storage, options.now());
      return secret && `${baseOf(baseUrl)}/svc/login?link=${secret}`;
    },
    close: () => parts.close(),
  };
}

interface ServicesOptions extends SidecarOptions {
  readonly parts: SidecarParts;
  /** Absolute address, without trailing slash, below which the sidecar responds. */
  readonly base: string;
  /** The last finished build; undefined until the first one. */
  built(): BuiltFacts | undefined;
}

/** Creates the services for the routes of a sidecar. */
function servicesOf({ loaded, site, parts, base, built, now, logError }: ServicesOptions): Services {
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
