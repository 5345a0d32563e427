import type { IncomingHttpHeaders } from 'node:http';
import type { ActivityReader } from './read/reader.js';

/** 0 unchecked, 1 verified, 2 spoofed (spec section 3). */
export type ActivityVerdict = 0 | 1 | 2;

/** The result of verifying a request. */
export interface VerificationResult {
  readonly verdict: ActivityVerdict;
  /** Registrable domain that owns the address; empty without `identify_bots`. */
  readonly network: string;
  /** The origin that a request signature speaks for; empty without one. */
  readonly signer: string;
}

/** Nothing was verified, or the result is inconclusive. */
export const UNCHECKED: VerificationResult = { verdict: 0, network: '', signer: '' };

/**
 * An answered request. It stays in memory until the next flush: only the fields of
 * `Hit` are ever stored.
 */
export interface Visit {
  /** Label of the document in the log; undefined for a page of the site, which may count as a referral. */
  readonly endpoint: string | undefined;
  readonly method: string;
  /** As in the request line, query included. */
  readonly target: string;
  readonly status: number;
  /** True for a refused request. */
  readonly refused: boolean;
  /** Unix seconds. */
  readonly at: number;
  /** As it was sent; empty without one. */
  readonly userAgent: string;
  /** Address of the other end of the connection: a client, or a proxy. */
  readonly peer: string;
  readonly headers: IncomingHttpHeaders;
  /** The known result, for a request that was verified before it was answered. */
  readonly finding?: VerificationResult;
}

/** Records requests. */
export interface VisitRecorder {
  /** Calls both of the following. */
  record(visit: Visit, settings?: object): void;
  /**
   * Whether a request is recorded: in a flood most are not. Costs almost nothing, and never throws.
   * @param at Unix seconds
   */
  wants(endpoint: string | undefined, headers: Visit['headers'], at: number): boolean;
  /**
   * Never waits, and never throws: visits that can't be kept are dropped.
   * @param visit one that `wants` has accepted
   * @param settings the current ones, where they are available: visits that are recorded alike then take less memory
   */
  keep(visit: Visit, settings?: object): void;
  /** Writes the pending visits. */
  flush(): Promise<void>;
  /** Writes the pending visits, and accepts no more. */
  close(): Promise<void>;
}

/** One line of the log, as it is stored. */
export interface Hit {
  /** Unix seconds. */
  readonly at: number;
  readonly endpoint: string;
  readonly agent: string;
  /** At most 255 characters. */
  readonly ua: string;
  readonly network: string;
  readonly verdict: ActivityVerdict;
  readonly signer: string;
  readonly refused: boolean;
}

/** One line of the log in the API. */
export interface HitRow extends Omit<Hit, 'at'> {
  /** ISO 8601, UTC. */
  readonly at: string;
}

/** Verifies clients: addresses, published ranges, request signatures. */
export interface VisitVerifier {
  /** True while no client is verified. */
  isIdle?(): Promise<boolean>;
  /** Never throws: undecidable claims are unchecked. */
  check(visit: Visit, address: string): Promise<VerificationResult>;
}

/** Counts readers that assistants send. */
export interface ReferralCounter {
  /** @param visits to pages, without the owner's own */
  count(visits: readonly Visit[]): Promise<void>;
}

/** Recognises requests of the owner's own checks. */
export interface SelfCheckTokens {
  /** @param at Unix seconds of the request */
  isValid(token: string, at: number): Promise<boolean>;
}

/**
 * A query of the log. Lists match any of their values; several fields must all match. An empty list does not filter.
 */
export interface LogQuery {
  /** Inclusive UTC days, `YYYY-MM-DD`. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly agents?: readonly string[];
  readonly endpoints?: readonly string[];
  readonly networks?: readonly string[];
  readonly verdicts?: readonly (ActivityVerdict | 'refused')[];
  /** Beginning of the User-Agent, ignoring case. */
  readonly ua?: string | undefined;
  /** Cursor of the page before; for the default order only. */
  readonly before?: number | undefined;
  /** 1 to 200; 50 by default. */
  readonly perPage?: number | undefined;
  readonly sort?: LogSort;
  /** Rows to leave out, for orders other than the default. */
  readonly offset?: number | undefined;
}

export interface LogSort {
  readonly by: 'at' | 'client' | 'endpoint' | 'ua' | 'status';
  readonly dir: 'asc' | 'desc';
}

/** A page of the log (spec sections 2.2 and 4.1.3). */
export interface LogPage {
  readonly rows: readonly HitRow[];
  /** Of the whole filtered set. */
  readonly total: number;
  readonly perPage: number;
  readonly cursor: number | null;
  readonly hasMore: boolean;
  readonly retentionDays: number;
  readonly autoPrune: boolean;
  readonly maxRows: number;
  readonly verifyOn: boolean;
  readonly identifyOn: boolean;
  readonly sort: LogSort;
  readonly offset: number;
}

/** Values that occur in the retained window, the most frequent first, at most 200 of each. */
export interface LogFacets {
  readonly agents: readonly string[];
  readonly endpoints: readonly string[];
  readonly networks: readonly string[];
}

/** The visits of one day, the latest first, at most 500. */
export interface DayReport {
  readonly date: string;
  readonly total: number;
  readonly rows: readonly HitRow[];
  readonly capped: boolean;
}

export interface LabelHits {
  readonly label: string;
  readonly hits: number;
}

export interface LabelTrend extends LabelHits {
  /** Percent, within ±999; null where the earlier value is 0. */
  readonly trend: number | null;
  readonly earlier: number;
  readonly recent: number;
}

/** The numbers of `GET /activity` from the log. */
export interface ActivitySummary {
  readonly enabled: boolean;
  readonly window: number;
  readonly since: string;
  readonly today: string;
  readonly retention: number;
  readonly autoPrune: boolean;
  readonly maxRows: number;
  readonly totals: {
    readonly today: number;
    readonly week: number;
    readonly month: number;
    readonly all: number;
    readonly agents: number;
    readonly impostors: number;
  };
  readonly byAgent: readonly LabelTrend[];
  readonly byEndpoint: readonly LabelTrend[];
  readonly daily: readonly {
    readonly date: string;
    readonly hits: number;
    readonly clients: readonly LabelHits[];
    readonly clientCount: number;
    readonly endpoints: readonly LabelHits[];
    readonly endpointCount: number;
  }[];
  readonly recent: readonly HitRow[];
}

/** The fetches by machines, for `audience`. */
export interface MachineTotals {
  readonly enabled: boolean;
  readonly fetches: number;
  readonly today: number;
  readonly agents: number;
  readonly impostors: number;
  /** First and last day, `YYYY-MM-DD`. */
  readonly from: string;
  readonly to: string;
}

/** All visits of one client within the reporting window, refused ones included. */
export interface ClientTotals {
  readonly ua: string;
  readonly agent: string;
  readonly hits: number;
  /** Hits within the last hour. */
  readonly recent: number;
  /** The highest value of each. */
  readonly verdict: ActivityVerdict;
  readonly network: string;
  readonly signer: string;
  readonly refused: boolean;
  /** Unix seconds. */
  readonly firstAt: number;
  readonly lastAt: number;
}

/** How long visits are kept, after hooks. */
export interface Retention {
  readonly enabled: boolean;
  readonly days: number;
  readonly autoPrune: boolean;
  /** 0 for no limit. */
  readonly maxRows: number;
  /** Days of reports: at most 30. */
  readonly window: number;
  /** Unix seconds of the oldest visits in reports; 0 while visits are not deleted by age. */
  readonly floor: number;
}

/** The activity log of a sidecar. */
export interface Activity {
  readonly recorder: VisitRecorder;
  readonly reader: ActivityReader;
}
