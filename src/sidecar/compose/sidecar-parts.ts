import { join } from 'node:path';
import type { Logger } from 'pino';
import type { SiteContent } from '../../build/content/port.js';
import type { StoredVerdicts } from '../../build/grading/verdicts.js';
import type { SettingsOpener } from '../../build/prepare.js';
import type { BuildReport, Progress } from '../../build/report.js';
import type { LoadedConfig } from '../../config/config.js';
import { Hooks } from '../../config/hooks/hooks.js';
import { baseSettings } from '../../config/settings-merge.js';
import type { Background, Clock } from '../../core/clock.js';
import type { ClientReview } from '../../insights/activity/clients.js';
import { readSealKey, SEAL_FILE, sealWith } from '../../insights/ai/seal.js';
import { type SiteAi, siteAi } from '../../insights/ai/site-model.js';
import { bareHost } from '../../insights/visibility/config.js';
import { Visibility } from '../../insights/visibility/visibility.js';
import { VerdictStore } from '../../quality/readiness/verdicts/store.js';
import { openStorage } from '../../storage/open.js';
import { databaseAddress, openSettings } from '../../storage/open-settings.js';
import type { Storage } from '../../storage/port.js';
import { ensureOption } from '../../storage/tables/options.js';
import { AccessRecorder } from '../abilities/access-recorder.js';
import { newSecret } from '../accounts/sessions.js';
import { WriterLease } from '../content/write/writer-lease.js';
import { openReferrals } from '../server/referrals.js';
import type { LiveSite } from '../server/services.js';
import { openActivity, openProtection, type Protection, type SidecarActivity } from './sidecar-protection.js';

/** The inputs of a sidecar. */
export interface SidecarOptions extends Background {
  readonly loaded: LoadedConfig;
  readonly site: LiveSite;
  /** The environment that keys are read from. */
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** The parts of a sidecar: everything that is opened once, and closed again. */
export interface SidecarParts {
  readonly storage: Storage;
  readonly nonceKey: string;
  readonly hooks: Pick<Hooks, 'apply' | 'run' | 'has'>;
  readonly verdicts: VerdictStore;
  readonly protection: Protection;
  readonly clients: ClientReview;
  readonly referrals: ReturnType<typeof openReferrals>;
  readonly access: AccessRecorder;
  readonly activity: SidecarActivity;
  readonly ai: SiteAi;
  readonly visibility: SidecarVisibility['visibility'];
  /** Absent when the database isn't shared: then this process writes. */
  readonly lease: WriterLease | undefined;
  close(): Promise<void>;
}

/**
 * Opens the database and the parts that depend on it.
 * @throws SvcError `SVC_STORAGE` when the database cannot be opened
 */
export async function openParts({ loaded, site, env, now, logError }: SidecarOptions): Promise<SidecarParts> {
  const { config, folder } = loaded;
  const storage = await openStorage(databaseAddress(config, folder));
  const nonceKey = String(await ensureOption(storage.db, 'nonce_key', newSecret()));
  const hooks = hooksOf(site);
  const base = baseSettings(config.profile, config.identity);
  const settings = await openSettings(config, folder, { base, hooks }, storage);
  const shared = { storage, hooks, site, now, logError };
  const protection = openProtection({ ...shared, config, store: settings.store });
  // Called only when there is something to count: the log is open by then.
  const referrals = openReferrals({ ...shared, agents: () => activity.classifier() });
  const access = new AccessRecorder({ ...shared, settings: () => site.settings() });
  const activity = openActivity({
    ...shared,
    config,
    referrals: referrals.counter,
    verifier: protection.verification,
    selfChecks: protection.selfChecks,
    reviewKey: (userAgent) => clients.reviewKey(userAgent),
  });
  const clients = protection.review(activity.reader);
  const ai = siteAi(config.ai, env);
  const visibility = openVisibility({ ...shared, loaded, ai, env });
  const lease = leaseOf(storage, now, logError);
  await lease?.holds();
  return {
    storage,
    nonceKey,
    hooks,
    verdicts: new VerdictStore(),
    protection,
    clients,
    referrals,
    access,
    activity,
    ai,
    visibility: visibility.visibility,
    lease,
    async close() {
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

/** Creates the lease of the writer: several sidecars share a database, but files are on the disk of one of them. */
function leaseOf(
  storage: Storage,
  now: () => number,
  logError: SidecarOptions['logError'],
): WriterLease | undefined {
  if (storage.capabilities.dialect !== 'postgres') return undefined;
  return new WriterLease(storage, now, (error) => logError(error, 'the lease of the writer'));
}

/** Returns the plugins of the last build at the time of each call. */
function hooksOf(site: LiveSite): Pick<Hooks, 'apply' | 'run' | 'has'> {
  const none = new Hooks();
  const current = () => site.content()?.hooks ?? none;
  return {
    apply: (name, value, ...args) => current().apply(name, value, ...args),
    run: (name, ...args) => current().run(name, ...args),
    has: (name) => current().has(name),
  };
}

/** Milliseconds between two checks of the schedule. */
const LOOK_EVERY = 60_000;

/** The inputs of the citation checks of a sidecar. */
interface SidecarVisibilityOptions extends SidecarOptions {
  readonly storage: Storage;
  readonly hooks: Pick<Hooks, 'apply'>;
  readonly ai: SiteAi;
}

/** Citation checks that run on their schedule. */
interface SidecarVisibility {
  readonly visibility: Visibility;
  /** Ends the schedule, and the current run. */
  close(): Promise<void>;
}

/** Starts the citation checks of a sidecar. */
function openVisibility(options: SidecarVisibilityOptions): SidecarVisibility {
  const { loaded, storage, hooks, site, ai, env, now, logError } = options;
  const visibility = new Visibility({
    storage,
    hooks,
    settings: () => site.settings(),
    seal: once(() => sealWith(readSealKey(join(loaded.folder, '.svc', SEAL_FILE), env))),
    names: () => namesOf(site),
    ai,
    addresses: loaded.config.engines,
    now,
    logError,
  });
  const timer = setInterval(() => {
    visibility.tick().catch((error: unknown) => logError(error, 'the schedule of citation checks'));
  }, LOOK_EVERY).unref();
  return {
    visibility,
    async close() {
      clearInterval(timer);
      await visibility.close();
    },
  };
}

/** Returns the names of the site for citation checks. */
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

/** How a site is built and kept up to date while it is served. */
export interface ServedSiteOptions {
  /** Called before every build: the configuration may have changed. */
  load(): Promise<LoadedConfig>;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  clock(): Clock;
  readonly log: Logger;
  /** Folder for the state that the next build needs; `.svc` next to the configuration when absent. */
  readonly state?: string;
  /** Opens the store in the configuration by default. */
  readonly openSettings?: SettingsOpener;
  onProgress?(progress: Progress): void;
  onSources?(bases: readonly (string | undefined)[]): void;
  /** Called after every finished build, once responses come from it and before it counts as ended. */
  onBuilt?(built: Built): Promise<void>;
}

/** The private side of a finished build. */
export interface Built {
  readonly content: SiteContent;
  /** Undefined while page checks are switched off. */
  readonly graded: StoredVerdicts | undefined;
  readonly report: BuildReport;
}
