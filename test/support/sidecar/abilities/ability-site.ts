import { join } from 'node:path';
import { afterAll } from 'vitest';
import { runBuild } from '../../../../src/build/build.js';
import type { SiteContent } from '../../../../src/build/content/port.js';
import type { StoredVerdicts } from '../../../../src/build/grading/verdicts.js';
import { loadConfig } from '../../../../src/config/load.js';
import type { Settings } from '../../../../src/config/settings.js';
import { clientAddressFinder } from '../../../../src/core/net/client-address.js';
import type { LiveContent } from '../../../../src/documents/live-content.js';
import { type RunningActivity, startActivity } from '../../../../src/insights/activity/activity.js';
import type { Referrals } from '../../../../src/insights/activity/referrals/counter.js';
import type { DnsAnswer } from '../../../../src/insights/activity/verify/dns.js';
import { Verification } from '../../../../src/insights/activity/verify/verification.js';
import { Visibility } from '../../../../src/insights/visibility/visibility.js';
import { VerdictStore } from '../../../../src/quality/readiness/verdicts/store.js';
import type { AbilityCaller } from '../../../../src/sidecar/abilities/ability.js';
import { abilityFacts } from '../../../../src/sidecar/abilities/facts.js';
import { type AbilityOutcome, runAbility } from '../../../../src/sidecar/abilities/run.js';
import type { AbilityServices } from '../../../../src/sidecar/abilities/services.js';
import { abilities } from '../../../../src/sidecar/abilities/table.js';
import { createGrading } from '../../../../src/sidecar/server/grading.js';
import { openReferrals } from '../../../../src/sidecar/server/referrals.js';
import { openStorage } from '../../../../src/storage/open.js';
import { openSettings } from '../../../../src/storage/open-settings.js';
import type { Storage } from '../../../../src/storage/port.js';
import { type Files, workspace } from '../../build/workspace.js';
import { NOW } from '../../cli/run-svc.js';

/** A built site on which abilities run, without a server around it. */
export interface AbilitySite {
  readonly folder: string;
  readonly live: LiveContent;
  readonly content: SiteContent;
  readonly services: AbilityServices;
  readonly storage: Storage;
  readonly activity: RunningActivity;
  readonly referrals: Referrals;
  /** What was logged as an error. */
  readonly errors: string[];
  /** Settings of this moment; what is not named stays as it was built. */
  setSettings(changes: Partial<Settings>): void;
  /** @param who name and role of the account; the administrator by default, null for nobody */
  run(slug: string, input?: unknown, who?: Who | null): Promise<AbilityOutcome>;
  /** The output of a run that has to succeed. */
  read<T = Record<string, unknown>>(slug: string, input?: unknown, who?: Who): Promise<T>;
}

export interface Who {
  readonly name: string;
  readonly role: string;
}

export interface AbilitySetup {
  readonly files: Files;
  readonly config?: Readonly<Record<string, unknown>>;
  readonly settings?: Readonly<Record<string, unknown>>;
  /** Address of a database; a file of its own when left out. */
  readonly database?: string;
  /** What name servers say: names by address, addresses by name; nothing of what is not named. */
  readonly names?: Readonly<Record<string, readonly string[]>>;
  /** Services of features that the site is to have. */
  readonly services?: Partial<AbilityServices>;
}

export const ADMIN: Who = { name: 'keeper', role: 'administrator' };

const open: (() => Promise<void>)[] = [];

afterAll(async () => {
  for (const close of open.splice(0)) await close();
});

/** Builds a site and makes everything that abilities work with. */
export async function abilitySite(setup: AbilitySetup): Promise<AbilitySite> {
  const folder = workspace({
    ...setup.files,
    'svc.config.json': JSON.stringify({ ...CONFIG, ...setup.config }),
    ...(setup.settings && { 'svc.settings.json': JSON.stringify(setup.settings) }),
  });
  const { live, content, graded, config } = await build(folder);
  const storage = await openStorage(setup.database ?? join(folder, 'abilities.sqlite'));
  const verdicts = new VerdictStore();
  if (graded !== undefined) verdicts.replace(graded.verdicts);
  const errors: string[] = [];
  let settings: Settings = live.settings;
  const built = () => ({ content, ruleset: graded?.ruleset, limits: [], unpushed: undefined });
  const site = {
    content: () => live,
    settings: async () => settings,
    documents: () => live.under(settings, NOW),
    rebuild: async () => true,
    settingsChanged: async () => undefined,
    catchUp: async () => undefined,
  };
  const { hooks } = live;
  const logError = (error: unknown, what: string) => errors.push(`${what}: ${String(error)}`);
  // Asked when there is something to count: the log is open by then.
  const referrals = openReferrals({
    storage,
    site,
    hooks,
    agents: () => activity.classifier(),
    now: () => NOW,
    logError,
  });
  const activity = startActivity({
    storage,
    hooks,
    settings: async () => settings,
    isOwner: async () => false,
    addressOf: clientAddressFinder([]),
    now: () => NOW,
    random: () => 0.5,
    logError,
  });
  const visibility = new Visibility({
    storage,
    hooks,
    settings: async () => settings,
    seal: () => {
      throw new Error('no key is stored');
    },
    names: async () => ({ name: 'Lighthouse Log', host: 'lighthouse.example' }),
    ai: { isAvailable: false } as never,
    addresses: {},
    now: () => NOW,
    logError,
  });
  const verification = new Verification({
    settings: async () => settings,
    hooks,
    dns: nameServer(setup.names ?? {}),
    fetch: () => Promise.reject(new Error('nothing is fetched')),
    store: { load: async () => [], save: async () => undefined },
    origins: async () => ['https://lighthouse.example'],
    now: () => NOW,
    logError,
  });
  open.push(async () => {
    await verification.close();
    await activity.close();
    await visibility.close();
    await storage.close();
  });
  const selfChecker = { latest: async () => undefined };
  const services = {
    config,
    folder,
    storage,
    settings: (await openSettings(config, folder, { base: live.base, hooks })).store,
    hooks,
    site,
    verdicts,
    activity,
    visibility,
    identify: (ip: string) => verification.identify(ip),
    referrals: referrals.reader,
    built,
    grading: createGrading({
      config,
      site,
      hooks,
      verdicts,
      selfChecker,
      visibility,
      built,
      now: () => NOW,
    }),
    now: () => NOW,
    logError,
    ...setup.services,
  } as unknown as AbilityServices;
  const run = (slug: string, input?: unknown, who: Who | null = ADMIN) =>
    runAbility(abilityOf(slug), input, 'input-first', {
      caller: who === null ? undefined : callerOf(who),
      services,
      record: () => undefined,
    });
  return {
    folder,
    live,
    content,
    services,
    storage,
    activity,
    referrals: referrals.counter,
    errors,
    setSettings: (changes) => {
      settings = { ...settings, ...changes };
    },
    run,
    async read(slug, input, who) {
      const outcome = await run(slug, input, who);
      if (outcome.kind !== 'done')
        throw new Error(`${slug}: ${JSON.stringify(outcome)} ${errors.join('\n')}`);
      return outcome.output as never;
    },
  };
}

/** The row of an ability. */
export function abilityOf(slug: string) {
  const found = abilities.find((ability) => ability.slug === slug);
  if (found === undefined) throw new Error(`there is no ability ${slug}`);
  return found;
}

const IDS = new Map<string, number>();

/** The same name is the same account. */
export function callerOf({ name, role }: Who): AbilityCaller {
  const id = IDS.get(name) ?? IDS.size + 1;
  IDS.set(name, id);
  return { actor: { id, name, role }, scope: 'write', credential: { kind: 'session' } };
}

/** A name server that knows a few names. */
function nameServer(names: Readonly<Record<string, readonly string[]>>) {
  const answer = (values: readonly string[] = []): DnsAnswer =>
    values.length === 0 ? { kind: 'none' } : { kind: 'found', values };
  return {
    names: async ({ text }: { readonly text: string }) => answer(names[text]),
    addresses: async (host: string, family: string) =>
      answer(names[host]?.filter((one) => one.includes(':') === (family === 'ipv6'))),
  };
}

async function build(folder: string) {
  const loaded = await loadConfig({ cwd: folder, flags: {}, env: {} });
  let graded: StoredVerdicts | undefined;
  let handed: readonly [LiveContent, SiteContent] | undefined;
  await runBuild({
    loaded,
    cwd: folder,
    env: {},
    clock: { now: () => NOW },
    abilityFacts,
    onGraded: (found) => {
      graded = found;
    },
    onLive: (live, content) => {
      handed = [live, content];
    },
  });
  if (handed === undefined) throw new Error('the build handed nothing over');
  const [live, content] = handed;
  return { live, content, graded, config: loaded.config };
}

const CONFIG = {
  site: {
    url: 'https://lighthouse.example',
    name: 'Lighthouse Log',
    description: 'What the keepers of a small lighthouse write down.',
  },
  source: 'content',
  html: 'none',
};
