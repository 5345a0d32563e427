import type { Finding, FindingsReport, Tier } from './finding.js';
import { type FindingFacts, type FindingSource, findingSources } from './sources.js';

/** Findings in one answer, without those that wait. */
const MAX_FINDINGS = 12;
const MAX_EVIDENCE = 4;

/** The inputs of collecting. */
export interface CollectOptions {
  /** Ids that the owner has dismissed; only those that may wait can be. */
  readonly dismissed: readonly string[];
  /** Called with a source's error. */
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
