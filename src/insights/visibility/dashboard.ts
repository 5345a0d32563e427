import { formatUtcZ } from '../../core/dates.js';
import type { CitationCheck, CitationRun } from '../../storage/tables/citations.js';
import type { Target } from './config.js';

/** Counts of a set of answers. Those with an error count for `errors` alone. */
export type CitationSummary = ReturnType<typeof summarise>;

/** The engines' answers to a question. */
interface PromptResults {
  readonly prompt: string;
  readonly providers: readonly Pick<
    CitationCheck,
    'provider' | 'model' | 'mentioned' | 'cited' | 'competitors' | 'excerpt' | 'sources' | 'error'
  >[];
}

/** The results of a target. */
export type ProductResults = ReturnType<typeof productOf>;

/** The last completed run, and the trend. */
export interface Dashboard {
  readonly hasData: boolean;
  /** UTC; empty before the first run. */
  readonly lastRunAt: string;
  readonly summary: CitationSummary;
  readonly products: readonly ProductResults[];
  /** The oldest first. */
  readonly trend: readonly { readonly runId: number; readonly at: string; readonly score: number }[];
}

/**
 * @param checks of the last completed run
 * @param runs the latest completed ones, the latest first
 */
export function makeDashboard(
  targets: readonly Target[],
  checks: readonly CitationCheck[],
  runs: readonly CitationRun[],
): Dashboard {
  const [last] = runs;
  return {
    hasData: checks.length > 0,
    lastRunAt: last === undefined ? '' : formatUtcZ(last.id),
    summary: summarise(checks),
    products: targets.map((target) =>
      productOf(
        target,
        checks.filter(({ brand }) => brand === target.name),
      ),
    ),
    trend: runs
      .filter(({ checks: good }) => good > 0)
      .map(({ id, checks: good, mentions }) => ({
        runId: id,
        at: formatUtcZ(id),
        score: percent(mentions, good),
      }))
      .reverse(),
  };
}

function summarise(checks: readonly CitationCheck[]) {
  const good = checks.filter(({ error }) => error === '');
  const [mentions, citations] = [
    good.filter(({ mentioned }) => mentioned).length,
    good.filter(({ cited }) => cited).length,
  ];
  return {
    checks: good.length,
    mentions,
    citations,
    errors: checks.length - good.length,
    visibilityScore: percent(mentions, good.length),
    citationRate: percent(citations, good.length),
  };
}

function productOf(target: Target, checks: readonly CitationCheck[]) {
  const { name, domain, active, prompts } = target;
  const placed = checks.filter(({ error, mentioned }) => error === '' && mentioned);
  const places = placed.reduce((sum, { position }) => sum + position, 0);
  return {
    name,
    domain,
    summary: summarise(checks),
    rank: placed.length === 0 ? 0 : Math.round(places / placed.length),
    prompts: byPrompt(checks),
    shareOfVoice: shares(target, checks),
    paused: !active,
    hasQuestions: prompts.length > 0,
  };
}

function byPrompt(checks: readonly CitationCheck[]): readonly PromptResults[] {
  const found = new Map<string, PromptResults['providers'][number][]>();
  for (const { prompt, provider, model, mentioned, cited, competitors, excerpt, sources, error } of checks) {
    const providers = found.get(prompt) ?? [];
    found.set(prompt, providers);
    providers.push({ provider, model, mentioned, cited, competitors, excerpt, sources, error });
  }
  return [...found].map(([prompt, providers]) => ({ prompt, providers }));
}

/** How often each name was mentioned compared with the others. */
function shares({ name, competitors }: Target, checks: readonly CitationCheck[]) {
  const good = checks.filter(({ error }) => error === '');
  const counts = [
    { name, mentions: good.filter(({ mentioned }) => mentioned).length, isBrand: true },
    ...competitors.map((rival) => ({
      name: rival,
      mentions: good.filter((check) => check.competitors.includes(rival)).length,
      isBrand: false,
    })),
  ];
  const total = counts.reduce((sum, { mentions }) => sum + mentions, 0);
  return counts.map((one) => ({ ...one, share: percent(one.mentions, total) }));
}

function percent(part: number, whole: number): number {
  return whole === 0 ? 0 : Math.round((part * 100) / whole);
}
