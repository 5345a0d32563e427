import type { Config } from '../../config/config.js';
import type { Hooks } from '../../config/hooks/hooks.js';
import { observedSettings } from '../../config/settings-observer.js';
import type { SettingsStore } from '../../config/settings-store.js';
import type { Background } from '../../core/clock.js';
import { clientAddressFinder } from '../../core/net/client-address.js';
import { type GuardedFetch, guardedFetch } from '../../core/net/guarded-fetch.js';
import { ClientReview } from '../../insights/activity/clients.js';
import { createGuard } from '../../insights/activity/guard/guard.js';
import type { ClientGuard } from '../../insights/activity/guard/port.js';
import type { ActivityReader } from '../../insights/activity/read/reader.js';
import { pruneFlaggedAddresses } from '../../insights/activity/record/flagged-addresses.js';
import { DecisionDates } from '../../insights/activity/review/decision-dates.js';
import { type MintedTokens, selfCheckTokens } from '../../insights/activity/self-check-tokens.js';
import { dnsClient, resolveWith } from '../../insights/activity/verify/dns.js';
import { databaseRanges } from '../../insights/activity/verify/range-refresh.js';
import { Verification } from '../../insights/activity/verify/verification.js';
import type { Storage } from '../../storage/port.js';
import type { LiveSite } from '../server/services.js';

/** The inputs of the protection of a sidecar. */
export interface ProtectionOptions extends Background {
  readonly config: Config;
  readonly storage: Storage;
  readonly store: SettingsStore;
  readonly hooks: Pick<Hooks, 'apply' | 'has'>;
  readonly site: LiveSite;
}

/** The verification of visitors, the refusal of clients, and the owner's decisions about them. */
export interface Protection {
  /** Fetches addresses that come from outside. */
  readonly fetch: GuardedFetch;
  readonly verification: Verification;
  readonly guard: ClientGuard;
  readonly selfChecks: MintedTokens;
  /** The settings store; changes that are made through it are observed. */
  readonly store: SettingsStore;
  /**
   * Creates the review of clients.
   * @param reader of the visits that clients are known from
   */
  review(reader: ActivityReader): ClientReview;
  close(): Promise<void>;
}

/** Creates the protection of a sidecar. */
export function openProtection(options: ProtectionOptions): Protection {
  const { config, storage, hooks, site, now, logError } = options;
  const { dnsServers, allowNetworks, trustedProxies } = config;
  const fetch = guardedFetch({
    allowPrivate: allowNetworks,
    ...(dnsServers.length > 0 && { resolve: resolveWith(dnsServers) }),
  });
  const verification = new Verification({
    settings: () => site.settings(),
    hooks,
    dns: dnsClient(dnsServers),
    fetch,
    store: databaseRanges(storage),
    origins: () => originsOf(config, site),
    now,
    logError,
  });
  const dates = new DecisionDates(storage, now);
  const store = observedSettings(options.store, {
    async changed(before, after) {
      await dates.settingsChanged(before, after);
      // Addresses that the owner no longer wants to store are deleted at once.
      if (before.store_flagged_ips && !after.store_flagged_ips) {
        await pruneFlaggedAddresses(storage, { isKept: false, hooks, now: now() });
      }
    },
    reset: () => dates.clear(),
  });
  const clientAddress = clientAddressFinder(trustedProxies);
  return {
    fetch,
    verification,
    guard: createGuard({ hooks, verification, clientAddress, logError }),
    selfChecks: selfCheckTokens(storage, now),
    store,
    review: (reader) =>
      new ClientReview({
        storage,
        settings: store,
        current: () => site.settings(),
        hooks,
        reader,
        verification,
        dates,
        settingsChanged: () => site.settingsChanged(),
        now,
      }),
    close: () => verification.close(),
  };
}

async function originsOf({ sidecar }: Config, site: LiveSite): Promise<readonly string[]> {
  const { ctx } = await site.documents();
  const addresses = typeof sidecar === 'string' ? [ctx.site.baseUrl, sidecar] : [ctx.site.baseUrl];
  return [...new Set(addresses.map((address) => new URL(address).origin))];
}
