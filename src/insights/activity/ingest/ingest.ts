import type { Hooks } from '../../../config/hooks/hooks.js';
import type { Settings } from '../../../config/settings.js';
import { basePathOf } from '../../../core/paths.js';
import type { Storage } from '../../../storage/port.js';
import { deleteOldLogFiles } from '../../../storage/tables/log-files.js';
import { pruneReferrals } from '../../../storage/tables/referrals.js';
import { agentTables, createClassifier } from '../agents/classifier.js';
import { DAY, dayOf, dayText } from '../days.js';
import type { EndpointFinder } from '../endpoints.js';
import { guardRules } from '../guard/rules.js';
import { createHitLog } from '../log/hit-log.js';
import { analyseLog } from '../log/over-rows.js';
import { deleteUnusedKinds, retentionOf, trimLog, trimToSize } from '../log/trim.js';
import { keepFlaggedAddresses } from '../record/flagged-addresses.js';
import { trimReferrals } from '../referrals/counter.js';
import { sourcesAsJson, sourcesFromJson } from '../referrals/recognise.js';
import { reviewKeyOf } from '../review/threats.js';
import { claimedVerifier, type VerifyPolicy } from '../verify/policy.js';
import type { Verification } from '../verify/verification.js';
import { Findings, type FlaggedVisit } from './group-hits.js';
import { ingestLog, type LogReport } from './ingest-log.js';
import type { LogFormat } from './line.js';
import { LogImporter } from './log-importer.js';
import type { LogSource } from './log-source.js';

/** Number of visits after which the length of the log is checked. */
const TRIM_EVERY = 500_000;
/** Days after which a log that is imported again would add nothing. */
const KNOWN_FOR = 400;

/** The inputs of a run. */
interface IngestOptions {
  readonly storage: Storage;
  readonly hooks: Pick<Hooks, 'apply'>;
  readonly settings: Settings;
  readonly endpoints: EndpointFinder;
  /** Address of the site; undefined where it is unknown. */
  readonly baseUrl: string | undefined;
  readonly restPrefix: string;
  /** Lines that name another host are left out; undefined: all count. */
  readonly onlyHost: string | undefined;
  /** True while browsers count visits from assistants (CDN mode). */
  readonly isBeacon: boolean;
  readonly verification: Verification;
  /** True when known logs are read from their beginning. */
  readonly again?: boolean;
  /** Unix seconds. */
  now(): number;
  onRead(bytes: number): void;
}

/** A log and its format. */
export interface Log {
  readonly source: LogSource;
  readonly format: LogFormat;
}

/**
 * Reads access logs into the activity log, one after the other, and afterwards removes everything beyond its limits.
 * @returns a report for each log
 * @throws SvcError `SVC_SOURCE_MALFORMED`, `SVC_STORAGE`; what was read before is kept
 */
export async function ingestLogs(
  logs: readonly Log[],
  options: IngestOptions,
): Promise<readonly LogReport[]> {
  const { storage, hooks, settings, now } = options;
  const retention = await retentionOf(settings, hooks, now());
  const { verification } = options;
  const policy = await verification.policy();
  const intake = await intakeFor(options, policy, retention.floor);
  const tools = {
    storage,
    hits: createHitLog(storage),
    intake,
    findings: new Findings((userAgent, address) => checkClient(verification, userAgent, address)),
    ...(settings.store_flagged_ips && { flag: await addressKeeper(options) }),
    ...(options.again === true && { again: true }),
    afterWrite: trimmer(intake, () => trimToSize(storage, retention.maxRows)),
    now,
    onRead: options.onRead,
  };
  const reports: LogReport[] = [];
  try {
    for (const { source, format } of logs) reports.push(await ingestLog(source, format, tools));
    return reports;
  } finally {
    await trimLog(storage, retention);
    await deleteUnusedKinds(storage);
    await analyseLog(storage);
    if (retention.autoPrune) {
      await pruneReferrals(storage.db, dayText(dayOf(retention.floor)));
      await deleteOldLogFiles(storage.db, now() - KNOWN_FOR * DAY);
    }
    await trimReferrals(storage, hooks);
  }
}

async function intakeFor(options: IngestOptions, policy: VerifyPolicy, floor: number): Promise<LogImporter> {
  const { hooks, settings, endpoints, baseUrl, restPrefix } = options;
  const { verifies, identifies } = policy;
  const registry = verifies || identifies ? policy.registry : [];
  const storesAll = settings.store_flagged_ips;
  return new LogImporter({
    endpoints,
    restPrefix,
    host: baseUrl === undefined ? '' : new URL(baseUrl).host,
    onlyHost: options.onlyHost,
    basePath: baseUrl === undefined ? '' : basePathOf(baseUrl),
    agents: createClassifier(await agentTables(hooks)),
    claimOf: (userAgent) => claimedVerifier(userAgent, registry)?.token ?? '',
    needsAddress: ({ claim, isLegacy }) => identifies || claim !== '' || (isLegacy && storesAll),
    referrals: options.isBeacon
      ? undefined
      : {
          sources: sourcesFromJson(await hooks.apply('svc_ai_referral_sources', sourcesAsJson())),
          unknown: settings.log_unknown_referrers,
        },
    floor,
    now: options.now(),
  });
}

/** A log has no header fields, so there are no signatures. */
function checkClient(verification: Verification, userAgent: string, address: string) {
  return verification.check({ userAgent, method: 'GET', target: '/', headers: {} }, address);
}

/** Keeps the addresses of flagged clients under the keys of the review queue. */
async function addressKeeper({ storage, hooks, settings }: IngestOptions) {
  const rules = await guardRules(settings, hooks);
  return (flagged: readonly FlaggedVisit[]): Promise<void> => {
    const kept = flagged.map(({ userAgent, address, at }) => {
      return { client: reviewKeyOf(userAgent, rules.safeToken(userAgent)), address, at };
    });
    return keepFlaggedAddresses(storage, kept);
  };
}

/** Keeps the log near its limit during a long run. */
function trimmer({ counts }: LogImporter, trim: () => Promise<void>): () => Promise<void> {
  let next = TRIM_EVERY;
  return async () => {
    if (counts.hits < next) return;
    next = counts.hits + TRIM_EVERY;
    await trim();
  };
}
