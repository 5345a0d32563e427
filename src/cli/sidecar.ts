import { join } from 'node:path';
import { AccessRecorder } from '../abilities/access-recorder.js';
import { newSecret } from '../accounts/secret.js';
import { mintFirstLink } from '../accounts/sign-in.js';
import type { ClientReview } from '../activity/clients.js';
import type { ClientGuard } from '../activity/guard/port.js';
import { sealWith } from '../ai/seal.js';
import { readSealKey, SEAL_FILE } from '../ai/seal-key.js';
import { siteAi } from '../ai/site-model.js';
import type { LoadedConfig } from '../config/config.js';
import { baseSettings } from '../config/profile.js';
import { countUnpushed } from '../content/git/unpushed.js';
import { updateContentIndex } from '../content/search/update-index.js';
import { WriterLease } from '../content/write/writer-lease.js';
import { RateLimiter } from '../core/rate-limiter.js';
import { Hooks } from '../hooks/hooks.js';
import { createCredentials } from '../oauth/authenticate.js';
import { databaseVerdicts } from '../readiness/verdicts/database.js';
import type { Mount } from '../server/app.js';
import { createContentReader } from '../server/content-reader.js';
import { type BuiltFacts, createGrading } from '../server/grading.js';
import { sidecarMounts } from '../server/mounts.js';
import { openReferrals } from '../server/referrals.js';
import { createSelfChecker } from '../server/self-check.js';
import type { LiveSite, Services } from '../server/services.js';
import { openStorage } from '../storage/open.js';
import { databaseAddress, openSettings } from '../storage/open-settings.js';
import { ensureOption } from '../storage/tables/options.js';
import { bareHost } from '../visibility/config.js';
import { createVisibility } from '../visibility/visibility.js';
import type { Built } from './served-site.js';
import { openActivity, type SidecarActivity } from './sidecar-activity.js';
import { openProtection } from './sidecar-protection.js';

/** Where a sidecar gets everything from. */
export interface SidecarOptions {
  readonly loaded: LoadedConfig;
  readonly site: LiveSite;
  /** Where keys are looked for. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Unix seconds. */
  now(): number;
  logError(error: unknown, what: string): void;
}

/** The private half of a running sidecar. */
export interface Sidecar {
  readonly activity: SidecarActivity;
  readonly guard: ClientGuard;
  /** Its parts, once the address of the site is known. */
  mounts(baseUrl: string): readonly Mount[];
  /** Takes over what a finished build knows. */
  take(built: Built): Promise<void>;
  /** The address of the first sign-in; undefined once there are accounts. */
  firstLink(baseUrl: string): Promise<string | undefined>;
  close(): Promise<void>;
}

/**
 * Opens the database and makes everything that answers behind the public door.
 * @throws SvcError `SVC_STORAGE` when the database cannot be opened
 */
export async function openSidecar({ loaded, site, env, now, logError }: SidecarOptions): Promise<Sidecar> {
  const { config, folder } = loaded;
  const storage = await openStorage(databaseAddress(config, folder));
  const nonceKey = String(await ensureOption(storage.db, 'nonce_key', newSecret()));
  const verdicts = databaseVerdicts(storage);
  const hooks = hooksOf(site);
  const base = baseSettings(config.profile, config.identity);
  const settings = await openSettings(config, folder, { base, hooks });
  const protection = openProtection({ config, storage, store: settings.store, hooks, site, now, logError });
  const { verification, selfChecks } = protection;
  const selfChecker = createSelfChecker({ storage, site, selfChecks, now, logError });
  const referrals = openReferrals({
    storage,
    site,
    hooks,
    // Asked when there is something to count: the log is open by then.
    agents: () => activity.classifier(),
    now,
    logError,
  });
  const access = new AccessRecorder({ storage, hooks, settings: () => site.settings(), now, logError });
  const activity = openActivity({
    config,
    storage,
    hooks,
    site,
    referrals: referrals.counter,
    judge: verification,
    selfChecks,
    reviewKey: (userAgent) => clients.reviewKey(userAgent),
    now,
    logError,
  });
  const clients: ClientReview = protection.review(activity.reader);
  const ai = siteAi(config.ai, env);
  const visibility = createVisibility({
    storage,
    hooks,
    settings: () => site.settings(),
    seal: once(() => sealWith(readSealKey(join(folder, '.svc', SEAL_FILE), env))),
    names: () => namesOf(site),
    ai,
    addresses: config.engines,
    now,
    logError,
  });
  // Several sidecars share a database; files are the disk's of one of them.
  const isShared = storage.capabilities.dialect === 'postgres';
  const lease = isShared
    ? new WriterLease(storage, now, (error) => logError(error, 'the lease of the writer'))
    : undefined;
  await lease?.holds();
  const stopSchedule = everyMinute(() => visibility.tick(), logError);
  let built: BuiltFacts | undefined;
  const baseOf = (baseUrl: string) => (typeof config.sidecar === 'string' ? config.sidecar : baseUrl);
  const adminApiOf = (baseUrl: string) => `${baseOf(baseUrl)}/${config.restPrefix}/svc/v1`;
  const servicesFor = (baseUrl: string): Services => ({
    config,
    folder,
    storage,
    settings: protection.store,
    hooks,
    site,
    verdicts,
    clients,
    identify: (ip) => verification.identify(ip),
    selfChecks,
    activity,
    referrals: referrals.reader,
    visibility,
    ai,
    assistRate: new RateLimiter(60),
    referralCounter: referrals.counter,
    built: () => built,
    nonceKey,
    base: baseOf(baseUrl),
    adminApi: adminApiOf(baseUrl),
    credentials: createCredentials(storage, `${adminApiOf(baseUrl)}/mcp`),
    grading: createGrading({
      config,
      site,
      hooks,
      verdicts,
      selfChecker,
      visibility,
      built: () => built,
      now,
    }),
    content: createContentReader({ storage, site, content: () => built?.content }),
    availableTypes: async () => typesOf(built),
    access,
    fetch: protection.fetch,
    ...(lease && { isContentWriter: () => lease.holds() }),
    now,
    logError,
  });
  return {
    activity,
    guard: protection.guard,
    mounts: (baseUrl) => sidecarMounts(servicesFor(baseUrl)),
    async take({ content, graded, report }) {
      const paths = config.source.map(({ path }) => path);
      const unpushed = config.content.git.commit ? await countUnpushed(folder, paths) : undefined;
      built = { content, ruleset: graded?.ruleset, limits: report.limits, unpushed };
      if (graded !== undefined) await verdicts.replace(graded.verdicts);
      await updateContentIndex(storage, content.store);
      activity.start();
    },
    async firstLink(baseUrl) {
      const secret = await mintFirstLink(storage, now());
      return secret && `${baseOf(baseUrl)}/svc/login?link=${secret}`;
    },
    async close() {
      stopSchedule();
      await lease?.close();
      await visibility.close();
      await activity.close();
      await protection.close();
      await access.flush();
      await referrals.counter.flush();
      await settings.close();
      await storage.close();
    },
  };
}

/** The plugins of the last build, whichever that is when they are asked. */
function hooksOf(site: LiveSite): Pick<Hooks, 'apply' | 'run' | 'has'> {
  const none = new Hooks();
  const current = () => site.content()?.hooks ?? none;
  return {
    apply: (name, value, ...args) => current().apply(name, value, ...args),
    run: (name, ...args) => current().run(name, ...args),
    has: (name) => current().has(name),
  };
}

/** Every type that the sources have, and those of a site without content. */
function typesOf(built: BuiltFacts | undefined): readonly string[] {
  const types = new Set(['post', 'page']);
  for (const { type } of built?.content.store.entries() ?? []) types.add(type);
  return [...types];
}

/** What the site is called by, for citation checks. */
async function namesOf(site: LiveSite): Promise<{ readonly name: string; readonly host: string }> {
  const { ctx } = await site.documents();
  return { name: ctx.settings.identity.name || ctx.site.name, host: bareHost(ctx.site.baseUrl) };
}

function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

/** @returns what ends it */
function everyMinute(work: () => Promise<void>, logError: SidecarOptions['logError']): () => void {
  const timer = setInterval(() => {
    work().catch((error: unknown) => logError(error, 'the schedule of citation checks'));
  }, 60_000);
  timer.unref();
  return () => clearInterval(timer);
}
