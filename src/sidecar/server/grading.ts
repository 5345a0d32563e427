import type { SiteContent } from '../../build/content/port.js';
import type { Config } from '../../config/config.js';
import type { Hooks } from '../../config/hooks/hooks.js';
import type { DocumentContext } from '../../documents/document-row.js';
import type { Visibility } from '../../insights/visibility/visibility.js';
import type { ReadinessRow } from '../../quality/readiness/check.js';
import { countedTypes } from '../../quality/readiness/content-facts.js';
import type { HostLimitFact, ReadinessFacts } from '../../quality/readiness/facts.js';
import { gatherFacts } from '../../quality/readiness/gather-facts.js';
import { filterCheckScope } from '../../quality/readiness/pages/scope.js';
import { readinessReport } from '../../quality/readiness/readiness-report.js';
import { type ScoreReport, scoreSite } from '../../quality/readiness/score/score.js';
import type { VerdictStore } from '../../quality/readiness/verdicts/store.js';
import type { SelfChecker } from './self-check.js';
import type { Grading, LiveSite } from './services.js';

/** The facts of the last build that grading uses. */
export interface BuiltFacts {
  readonly content: SiteContent;
  /** Undefined while page checks are switched off. */
  readonly ruleset: string | undefined;
  /** Features that the chosen hosts don't support. */
  readonly limits: readonly HostLimitFact[];
  /** Number of content changes that exist only on this machine; undefined where nothing is pushed. */
  readonly unpushed: number | undefined;
}

/** The inputs of grading. */
export interface GradingOptions {
  readonly config: Config;
  readonly site: LiveSite;
  readonly hooks: Pick<Hooks, 'apply'>;
  readonly verdicts: VerdictStore;
  /** The last finished build; undefined until the first one. */
  built(): BuiltFacts | undefined;
  readonly selfChecker: SelfChecker;
  readonly visibility: Pick<Visibility, 'citations'>;
  /** Unix seconds. */
  now(): number;
}

/** Grades readiness and score from the last build and the current settings, without reading any page. */
export function createGrading(options: GradingOptions): Grading {
  const readiness = () => readinessRows(options);
  const facts = () => readinessFacts(options);
  return { facts, readiness, score: async (rows) => score(options, rows ?? (await readiness())) };
}

async function readinessRows(options: GradingOptions): Promise<readonly ReadinessRow[]> {
  const { site, hooks } = options;
  const facts = await readinessFacts(options);
  const registrations = site.content()?.registrations.list('readinessCheck') ?? [];
  const { rows } = await readinessReport(facts, { hooks, registrations });
  return rows;
}

async function readinessFacts({ config, site, built, selfChecker }: GradingOptions): Promise<ReadinessFacts> {
  const documents = await site.documents();
  const live = site.content();
  const last = built();
  const selfCheck = await selfChecker.latest();
  return gatherFacts({
    documents,
    config,
    schema: last?.content.schema ?? { defersSchema: false, entityImage: '' },
    limits: last?.limits ?? [],
    ...(selfCheck && { selfCheck }),
    ...(last?.unpushed !== undefined && { unpushed: last.unpushed }),
    ...(last && { withTopics: (types) => last.content.store.withTopics(types) }),
    ...(live && { builtWith: live.builtWith }),
  });
}

async function score(options: GradingOptions, rows: readonly ReadinessRow[]): Promise<ScoreReport> {
  const { site, verdicts, built, now } = options;
  const { ctx } = await site.documents();
  const live = site.content();
  const { settings } = ctx;
  return scoreSite({
    rows,
    store: verdicts,
    settings,
    scope: await filterCheckScope(options.hooks, settings, countedTypes(ctx)),
    ruleset: built()?.ruleset,
    citations: await options.visibility.citations(),
    now: now(),
    lastRun: live?.built ?? 0,
    // Files are edited in place, exports in their CMS: the page itself is all that we can link to.
    editUrl: ({ url }) => url,
    findPage: (id) => findPage(ctx, id),
  });
}

function findPage(ctx: DocumentContext, id: number) {
  const found = ctx.entries.find((entry) => entry.id === id);
  return found && { id, type: found.type, url: ctx.site.baseUrl + found.path, title: found.title };
}
