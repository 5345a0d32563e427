import type { LabelHits } from '../port.js';
import type { Arrival } from './recognise.js';

/** A page with its visits. */
interface PathHits {
  readonly path: string;
  readonly hits: number;
}

/** A day with its visits and the number of its (assistant, page) pairs. */
interface DayHits {
  readonly date: string;
  readonly hits: number;
  readonly rowCount: number;
}

/** `referrals` of `GET /activity`. */
export interface ReferralBlock {
  readonly enabled: boolean;
  /** True in CDN mode. */
  readonly beacon: boolean;
  readonly sourceCount: number;
  readonly totals: { readonly today: number; readonly window: number };
  readonly bySource: readonly LabelHits[];
  readonly topPages: readonly PathHits[];
  readonly daily: readonly DayHits[];
}

/** `unknownSources` of `GET /activity`. */
export interface UnknownBlock {
  readonly enabled: boolean;
  readonly hosts: readonly { readonly token: string; readonly hits: number }[];
  readonly utm: readonly { readonly token: string; readonly hits: number }[];
}

/** The query of `/activity/ai-day`. */
export interface AiDayQuery {
  /** `YYYY-MM-DD`, UTC. */
  readonly date: string;
  readonly sources?: readonly string[];
  /** Beginning of a path. */
  readonly path?: string;
  readonly full?: boolean;
}

/** Answer of `/activity/ai-day`. */
export interface AiDay {
  readonly date: string;
  readonly hits: number;
  readonly rowCount: number;
  readonly rows: readonly { readonly source: string; readonly path: string; readonly hits: number }[];
  readonly capped: boolean;
}

/** Days and filters of `traffic`; invalid ones are ignored. */
export interface TrafficQuery {
  readonly from?: string;
  readonly to?: string;
  readonly source?: string;
  readonly path?: string;
}

/** The answer of the ability `read-ai-traffic`. */
export interface AiTraffic extends Omit<ReferralBlock, 'totals'> {
  readonly range: {
    readonly from: string;
    readonly to: string;
    readonly floor: string;
    readonly isDefault: boolean;
  };
  readonly filters: { readonly source: string; readonly path: string };
  readonly total: number;
  /** Days with at least one visit. */
  readonly activeDays: number;
  readonly unknown: UnknownBlock;
}

/** `people.ai` of the audience. */
export interface AiAudience {
  readonly enabled: boolean;
  readonly visits: number;
  readonly today: number;
  readonly sources: number;
  readonly top: readonly { readonly source: string; readonly hits: number }[];
  readonly pages: readonly PathHits[];
  /** Visits of the equally long window before. */
  readonly prev: number;
  /** Rounded per cent. */
  readonly change: number;
  /** False where there are no data about the window before. */
  readonly hasPrev: boolean;
}

/** The message of a page's script. */
export interface Beacon extends Arrival {
  /** Path of the page, or its address; the query is not kept. */
  readonly path: string;
  readonly userAgent: string;
}
