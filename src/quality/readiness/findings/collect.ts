import type { Settings } from '../../../config/settings.js';
import type { ReadinessAction, ReadinessRow } from '../check.js';
import type { CheckScope } from '../pages/scope.js';
import type { VerdictStore } from '../verdicts/store.js';
import { worklistTally } from '../worklist.js';

/**
 * `urgent`: only the owner can decide. `worth`: worth an hour. `later`: may be dismissed. `waiting`: done, effect
 * pending.
 */
export const TIERS = ['urgent', 'worth', 'later', 'waiting'] as const;

/** The urgency of a finding. */
export type Tier = (typeof TIERS)[number];

/** Where a finding is handled. */
interface FindingAction {
  readonly label: string;
  /** A screen of the owner's; empty for another address. */
  readonly tab: string;
  readonly view: string;
  readonly anchor: string;
  /** Another address. */
  readonly url?: string;
  /** Ids of the pages that it is about. */
  readonly pages?: readonly number[];
  /** A panel to open. */
  readonly open?: string;
}

/** Something that the owner should know. */
export interface Finding {
  readonly id: string;
  readonly tier: Tier;
  readonly weight: number;
  readonly title: string;
  readonly why: string;
  readonly points: readonly string[];
  /** At most four, then how many more there are. */
  readonly evidence: readonly string[];
  readonly action: FindingAction | null;
  /** Of readiness rows: the id of the check. */
  readonly check?: string;
}

/** The answer of `read-findings`. */
export interface FindingsReport {
  readonly findings: readonly Finding[];
  /** Improvements through the owner's changes; needs search data. */
  readonly resolved: {
    readonly id: string;
    readonly title: string;
    readonly evidence: readonly string[];
    /** Unix seconds. */
    readonly at: number;
  } | null;
  /** What is in order, a sentence each. */
  readonly clear: readonly string[];
  /** Ids of the sources that failed. */
  readonly failed: readonly string[];
  readonly counts: Readonly<Record<Tier, number>>;
  /** Dismissed by the owner. */
  readonly hidden: readonly Finding[];
}

/** Findings in one answer, without those that wait. */
const MAX_FINDINGS = 12;
const MAX_EVIDENCE = 4;

/** The inputs of collecting. */
interface CollectOptions {
  /** Ids that the owner has dismissed; only those that may wait can be. */
  readonly dismissed: readonly string[];
  onFailed(source: string, error: unknown): void;
  /** By default every source. */
  readonly sources?: readonly FindingSource[];
}

/**
 * Collects what the owner should know, the most important first. A source that throws costs its own findings alone.
 */
export async function collectFindings(facts: FindingFacts, options: CollectOptions): Promise<FindingsReport> {
  const { dismissed, sources = findingSources } = options;
  const failed: string[] = [];
  const found: Finding[] = [];
  for (const source of sources) {
    try {
      found.push(...(await source.find(facts)));
    } catch (error) {
      failed.push(source.id);
      options.onFailed(source.id, error);
    }
  }
  // Sorting is stable: equal ones stay in the order of the sources.
  const sorted = found.map(withFewEvidence).sort((a, b) => b.weight - a.weight);
  const isHidden = ({ id, tier }: Finding) => tier === 'later' && dismissed.includes(id);
  const open = sorted.filter((one) => one.tier !== 'waiting' && !isHidden(one));
  const waiting = sorted.filter(({ tier }) => tier === 'waiting');
  const findings = [...open.slice(0, MAX_FINDINGS), ...waiting];
  return {
    findings,
    resolved: null,
    clear: failed.includes('config_gap') ? [] : await clearSentences(facts),
    failed,
    counts: countTiers(findings),
    hidden: sorted.filter(isHidden),
  };
}

function withFewEvidence(finding: Finding): Finding {
  const { evidence } = finding;
  if (evidence.length <= MAX_EVIDENCE) return finding;
  return {
    ...finding,
    evidence: [...evidence.slice(0, MAX_EVIDENCE), `+${evidence.length - MAX_EVIDENCE} more`],
  };
}

async function clearSentences({ rows }: FindingFacts): Promise<readonly string[]> {
  const all = await rows();
  const isClear = all.length > 0 && all.every(({ status }) => status === 'pass');
  return isClear ? [`All ${all.length} checks of the site pass.`] : [];
}

function countTiers(findings: readonly Finding[]): FindingsReport['counts'] {
  const count = (tier: Tier) => findings.filter((one) => one.tier === tier).length;
  return { urgent: count('urgent'), worth: count('worth'), later: count('later'), waiting: count('waiting') };
}

/** What sources may use. Each is computed on demand, so that a failure costs its own findings alone. */
export interface FindingFacts {
  readonly settings: Pick<Settings, 'enable_visibility' | 'optimize_ignored'>;
  readonly ruleset: string | undefined;
  readonly verdicts: VerdictStore;
  rows(): Promise<readonly ReadinessRow[]>;
  scope(): Promise<CheckScope>;
  /** Whether citations in answers have been measured. */
  isMeasured(): Promise<boolean>;
}

/** One source of findings. */
interface FindingSource {
  readonly id: string;
  find(facts: FindingFacts): Promise<readonly Finding[]>;
}

/**
 * Every source, in the order of findings with equal weight. Those that need a report of searches are absent:
 * no such report is read.
 */
export const findingSources: readonly FindingSource[] = [
  { id: 'checking_off', find: findCheckingOff },
  { id: 'content_issues', find: findContentIssues },
  { id: 'config_gap', find: findConfigGaps },
  { id: 'never_measured', find: findNeverMeasured },
];

async function findCheckingOff({ scope }: FindingFacts): Promise<readonly Finding[]> {
  const { checkable, off } = await scope();
  if (!off || checkable.length === 0) return [];
  return [
    {
      id: 'checking_off',
      tier: 'later',
      weight: 10,
      title: 'No page is checked',
      why: 'The content checks are switched off for every type of content, so pages that need work go unnoticed.',
      points: [],
      evidence: checkable.map(({ plural, count }) => `${plural}: ${count}`),
      action: { label: 'Choose what to check', tab: 'settings', view: '', anchor: '', open: 'checkScope' },
    },
  ];
}

async function findContentIssues(facts: FindingFacts): Promise<readonly Finding[]> {
  const scope = await facts.scope();
  if (scope.off) return [];
  const { verdicts: store, ruleset, settings } = facts;
  const tally = worklistTally({ store, scope, aside: settings.optimize_ignored, ruleset });
  const { flagged, unanswered, grading, rechecking } = tally;
  if (flagged + unanswered === 0) return [];
  return [
    {
      id: 'content_issues',
      tier: 'worth',
      weight: 60,
      title: `${pages(flagged + unanswered)} could be quoted better`,
      why: 'Assistants quote pages that are specific, structured and described. The worklist shows what each lacks.',
      points: [
        ...(grading > 0 ? [`${pages(grading)} not read yet.`] : []),
        ...(rechecking > 0 ? [`${pages(rechecking)} changed since the last reading.`] : []),
      ],
      evidence: [
        ...(flagged > 0 ? [`${pages(flagged)} to edit`] : []),
        ...(unanswered > 0 ? [`${pages(unanswered)} without an answer to the search they are for`] : []),
      ],
      action: { label: 'Open the worklist', tab: 'optimize', view: '', anchor: 'ar-work' },
    },
  ];
}

async function findConfigGaps({ rows }: FindingFacts): Promise<readonly Finding[]> {
  return (await rows())
    .filter(({ status }) => status !== 'pass')
    .map(({ id, label, status, detail, fix, action }) => ({
      id: 'config_gap',
      tier: status === 'fail' ? 'urgent' : 'worth',
      weight: status === 'fail' ? 90 : 85,
      title: label,
      why: fix || detail,
      points: [],
      evidence: fix === '' || detail === '' ? [] : [detail],
      action: action && doorOf(action),
      check: id,
    }));
}

async function findNeverMeasured({ settings, isMeasured }: FindingFacts): Promise<readonly Finding[]> {
  if (!settings.enable_visibility || (await isMeasured())) return [];
  return [
    {
      id: 'never_measured',
      tier: 'later',
      weight: 20,
      title: 'No citation check has run yet',
      why: 'The rung "Cited" is empty, because no run has measured whether assistants name this site in their answers.',
      points: [],
      evidence: [],
      action: { label: 'Set up the questions', tab: 'visibility', view: 'settings', anchor: '' },
    },
  ];
}

function doorOf(action: ReadinessAction): FindingAction {
  if ('href' in action) return { label: action.label, tab: '', view: '', anchor: '', url: action.href };
  return { label: action.label, tab: action.tab, view: '', anchor: action.anchor };
}

function pages(count: number): string {
  return count === 1 ? '1 page' : `${count} pages`;
}
