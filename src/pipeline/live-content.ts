import type { Settings } from '../config/settings.js';
import { settingsHash } from '../config/settings-merge.js';
import { visibleTypes } from '../model/types.js';
import type { Keyring } from '../signing/keys.js';
import type { LiveContent, LiveDocuments } from '../surfaces/live-content.js';
import { type Basis, type Collected, surfaceContext } from './context.js';
import { gatherDiscovery } from './discovery/gather.js';
import type { SecurityExpiry } from './discovery/security-expiry.js';
import { Notices } from './notices.js';
import type { Prepared } from './prepare.js';

/** What is left of a run when its documents have been written. */
export interface FinishedRun {
  readonly prepared: Prepared;
  readonly basis: Basis;
  readonly collected: Collected;
  readonly security: SecurityExpiry;
  readonly keyring: Keyring | undefined;
  /** The configuration's folder. */
  readonly folder: string;
}

/**
 * Keeps a finished run for a sidecar. Called after the output has been committed: texts are read from there.
 */
export function liveContent(run: FinishedRun): LiveContent {
  const { prepared, basis, collected } = run;
  const { out } = basis.config;
  return {
    out,
    builtWith: settingsHash(prepared.settings),
    built: prepared.rules.gate.now,
    async under(settings, now) {
      const rules = { ...prepared.rules, gate: await gateUnder(prepared, settings, now) };
      const changed = { ...prepared, settings, rules };
      const visible = new Set(rules.gate.visibleTypes);
      const before: Basis = {
        ...basis,
        settings,
        rules,
        types: basis.types.filter(({ slug }) => visible.has(slug)),
      };
      const entries = collected.entries.filter(({ type }) => visible.has(type));
      return documents(run, changed, before, { ...collected, entries });
    },
  };
}

async function documents(
  run: FinishedRun,
  prepared: Prepared,
  basis: Basis,
  collected: Collected,
): Promise<LiveDocuments> {
  const notices = new Notices();
  const keyring = prepared.settings.enable_signing ? run.keyring : undefined;
  const { folder, security: pastExpiry } = run;
  const setup = { prepared, folder, keyring, pastExpiry, note: notices.add };
  const { facts, claimed } = await gatherDiscovery(setup, basis, collected);
  return {
    ctx: surfaceContext({ ...basis, discovery: facts }, collected),
    claimed: new Map(claimed.map((document) => [document.claim.name, document])),
    notices: notices.list(prepared.hooks.notices()),
  };
}

async function gateUnder(
  { hooks, rules }: Prepared,
  settings: Settings,
  now: number,
): Promise<Prepared['rules']['gate']> {
  const selected = await hooks.apply('svc_post_types', settings.post_types);
  return { ...rules.gate, now, visibleTypes: visibleTypes(selected, settings.post_types_vetoed) };
}
