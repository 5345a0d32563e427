import type { IncomingMessage } from 'node:http';
import type { Config } from '../../config/config.js';
import type { Hooks } from '../../config/hooks/hooks.js';
import type { Settings } from '../../config/settings.js';
import { observedSettings, type SettingsStore } from '../../config/settings-store.js';
import { attempt } from '../../core/attempt.js';
import type { Background } from '../../core/clock.js';
import { clientAddressFinder } from '../../core/net/client-address.js';
import { type GuardedFetch, guardedFetch } from '../../core/net/guarded-fetch.js';
import { type RunningActivity, startActivity } from '../../insights/activity/activity.js';
import { ClientReview } from '../../insights/activity/clients.js';
import { type ClientGuard, createGuard, type GuardOutcome } from '../../insights/activity/guard/guard.js';
import type { SelfCheckTokens, VisitRecorder, VisitVerifier } from '../../insights/activity/port.js';
import type { ActivityReader } from '../../insights/activity/read/reader.js';
import { pruneFlaggedAddresses } from '../../insights/activity/record/flagged-addresses.js';
import type { Referrals } from '../../insights/activity/referrals/counter.js';
import { DecisionDates } from '../../insights/activity/review/decision-dates.js';
import { type MintedTokens, selfCheckTokens } from '../../insights/activity/self-check-tokens.js';
import { dnsClient, resolveWith } from '../../insights/activity/verify/dns.js';
import { databaseRanges } from '../../insights/activity/verify/range-refresh.js';
import { Verification } from '../../insights/activity/verify/verification.js';
import type { Storage } from '../../storage/port.js';
import { isOwner } from '../server/admin/dispatch.js';
import type { Answer } from '../server/public/answer.js';
import type { LiveSite } from '../server/services.js';

/** The inputs of the protection of a sidecar. */
interface ProtectionOptions extends Background {
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

/** The inputs of the activity log of a sidecar. */
interface SidecarActivityOptions extends Background {
  readonly config: Config;
  readonly storage: Storage;
  readonly hooks: Pick<Hooks, 'apply' | 'run'>;
  readonly site: LiveSite;
  readonly referrals: Referrals;
  readonly verifier: VisitVerifier;
  readonly selfChecks: SelfCheckTokens;
  /** Returns the name that decisions about a client are stored under. */
  reviewKey(userAgent: string): Promise<string>;
}

/** The activity log of a sidecar, with a listener for responses. */
export interface SidecarActivity extends RunningActivity {
  /**
   * Called with every response of the public handler.
   * @param settings the current ones
   */
  onAnswer(request: IncomingMessage, answer: Answer, outcome: GuardOutcome, settings: Settings): void;
}

/** Starts the activity log of a sidecar. */
export function openActivity(options: SidecarActivityOptions): SidecarActivity {
  const { config, storage, hooks, site, referrals, verifier, selfChecks, now, logError } = options;
  const activity = startActivity({
    storage,
    hooks,
    settings: () => site.settings(),
    isOwner: ({ headers, at }) => isOwner({ headers }, storage, at),
    verifier,
    selfChecks,
    reviewKey: (userAgent) => options.reviewKey(userAgent),
    referrals,
    alsoTidy: () => referrals.prune(),
    addressOf: clientAddressFinder(config.trustedProxies),
    now,
    random: Math.random,
    logError,
  });
  return {
    ...activity,
    onAnswer(request, answer, outcome, settings) {
      recordAnswer(activity.recorder, request, answer, outcome, { now: now(), settings });
    },
  };
}

/**
 * Records an answered request. An ordinary page isn't recorded, unless it has a referrer that counts.
 * @param answer the requested answer
 * @param now Unix seconds
 * @param settings the current settings
 */
function recordAnswer(
  recorder: VisitRecorder,
  request: IncomingMessage,
  answer: Answer,
  { refusal, finding }: GuardOutcome,
  { now, settings }: { readonly now: number; readonly settings: Settings },
): void {
  const { endpoint, isPage, status } = answer;
  const { headers, method = 'GET', url: target = '/' } = request;
  if (endpoint === undefined && (isPage !== true || !isSent(headers.referer, target))) return;
  if (!recorder.wants(endpoint, headers, now)) return;
  const refused = refusal !== undefined;
  const visit = {
    endpoint,
    method,
    target,
    status: refused ? 403 : status,
    refused,
    at: now,
    userAgent: agentOf(headers),
    peer: request.socket.remoteAddress ?? '',
    headers,
  };
  recorder.keep(finding === undefined ? visit : { ...visit, finding }, settings);
}

/** Node.js reads headers as Latin-1. Names in other letters are sent as UTF-8, as they are in access logs. */
function agentOf({ 'user-agent': sent = '' }: IncomingMessage['headers']): string {
  if (!/[\u0080-\u00ff]/.test(sent)) return sent;
  return attempt(() => new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(sent, 'latin1'))) ?? sent;
}

function isSent(referer: string | undefined, target: string): boolean {
  return (referer !== undefined && referer !== '') || target.includes('utm_source=');
}
