import type { MachineTotals } from './port.js';
import type { AiAudience } from './referrals/port.js';

/** The subject of a limit of the numbers. */
type LimitScope = 'humans' | 'machines' | 'both';

/** A limit of the numbers. */
export interface AudienceLimit {
  readonly key: string;
  readonly scope: LimitScope;
  readonly text: string;
}

/** The numbers of people and machines that read the site; they are never added up. */
export interface Audience {
  /** Days. */
  readonly window: number;
  readonly people: {
    readonly all: typeof NO_ANALYTICS;
    readonly search: typeof NO_SEARCH;
    readonly ai: AiAudience;
    /** People who are known to have arrived. */
    readonly arrived: number;
    /** Whether the numbers are complete. */
    readonly whole: boolean;
  };
  readonly machines: MachineTotals;
  readonly limits: readonly AudienceLimit[];
}

/** No analytics can be connected. */
const NO_ANALYTICS = {
  connected: false,
  users: 0,
  newUsers: 0,
  sessions: 0,
  views: 0,
  engaged: 0,
  engagedPct: 0,
  avgSeconds: 0,
  perVisit: 0,
  pages: [],
  aiSessions: null,
  otherSessions: null,
  aiBySource: [],
  engineSessions: null,
  engineBySource: [],
  pending: false,
  error: '',
  stale: false,
  fetched: 0,
  window: 0,
} as const;

/** No search engine can be connected. */
const NO_SEARCH = {
  connected: false,
  source: '',
  clicks: 0,
  impressions: 0,
  rows: 0,
  start: '',
  end: '',
  pageCap: 0,
  waiting: 0,
} as const;

/** Combines the numbers of people and machines that read the site, with all their limits. */
export function audienceOf(window: number, ai: AiAudience, machines: MachineTotals): Audience {
  return {
    window,
    people: {
      all: NO_ANALYTICS,
      search: NO_SEARCH,
      ai: { ...ai, change: ai.visits - ai.prev, hasPrev: ai.prev > 0 },
      arrived: NO_SEARCH.clicks + ai.visits,
      whole: false,
    },
    machines,
    limits: [
      limit(
        'people-partial',
        'humans',
        'No analytics are connected: only people from assistants are counted.',
      ),
      limit('search-missing', 'humans', 'No search engine is connected: their clicks there are unknown.'),
      ...machineLimits(machines),
    ],
  };
}

function machineLimits({ enabled }: MachineTotals): readonly AudienceLimit[] {
  if (!enabled) return [limit('machines-off', 'machines', "Requests aren't recorded.")];
  return [
    limit(
      'machines-endpoints',
      'machines',
      'Only requests for documents for agents count, not those for pages.',
    ),
    limit('machines-live', 'machines', "Responses of a cache in front of the site aren't counted."),
    limit('machines-declared', 'machines', 'Clients count under the names that they give themselves.'),
  ];
}

function limit(key: string, scope: LimitScope, text: string): AudienceLimit {
  return { key, scope, text };
}
