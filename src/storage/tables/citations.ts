/** The tables of citation checks. */

import { sql } from 'kysely';
import { type CamelCase, camelCase, snakeCase } from '../columns.js';
import type { Database } from '../port.js';
import type { Tables } from '../schema.js';

/** An answer that was graded. */
export interface CitationCheck
  extends Omit<
    CamelCase<Tables['citation_checks']>,
    'id' | 'mentioned' | 'cited' | 'competitors' | 'sources' | 'answerExcerpt'
  > {
  readonly mentioned: boolean;
  readonly cited: boolean;
  readonly competitors: readonly string[];
  readonly excerpt: string;
  readonly sources: readonly string[];
}

/** The summary of a run. Rows with an error only count for `errors`. */
export interface CitationRun {
  readonly id: number;
  readonly checks: number;
  readonly mentions: number;
  readonly errors: number;
}

/** Stores an answer. */
export async function addCheck(db: Database, check: CitationCheck): Promise<void> {
  const { mentioned, cited, competitors, excerpt, sources, ...same } = check;
  await db
    .insertInto('citation_checks')
    .values({
      ...snakeCase(same),
      mentioned: mentioned ? 1 : 0,
      cited: cited ? 1 : 0,
      competitors: JSON.stringify(competitors),
      answer_excerpt: excerpt,
      sources: JSON.stringify(sources),
    })
    .execute();
}

/** Marks a run as finished: from now on its answers are shown. */
export async function completeRun(
  db: Database,
  run: { readonly id: number; readonly completed: number; readonly checks: number; readonly capped: boolean },
): Promise<void> {
  await db
    .insertInto('citation_runs')
    .values({ ...run, capped: run.capped ? 1 : 0 })
    .execute();
}

/** The answers of a run, in the order in which they were given. */
export async function checksOf(db: Database, runId: number): Promise<readonly CitationCheck[]> {
  const rows = await db
    .selectFrom('citation_checks')
    .selectAll()
    .where('run_id', '=', runId)
    .orderBy('id')
    .execute();
  return rows.map(toCheck);
}

/** The latest completed runs, the latest first. */
export async function latestRuns(db: Database, count: number): Promise<readonly CitationRun[]> {
  const rows = await db
    .selectFrom('citation_runs')
    .leftJoin('citation_checks', 'citation_checks.run_id', 'citation_runs.id')
    .select([
      'citation_runs.id as id',
      sql<number>`sum(case when citation_checks.error = '' then 1 else 0 end)`.as('checks'),
      sql<number>`sum(case when citation_checks.error = '' then citation_checks.mentioned else 0 end)`.as(
        'mentions',
      ),
      sql<number>`sum(case when citation_checks.error <> '' then 1 else 0 end)`.as('errors'),
    ])
    .groupBy('citation_runs.id')
    .orderBy('citation_runs.id', 'desc')
    .limit(count)
    .execute();
  return rows.map(({ id, checks, mentions, errors }) => ({
    id: Number(id),
    checks: Number(checks),
    mentions: Number(mentions),
    errors: Number(errors),
  }));
}

/** Removes answers before a time, and runs without any answers left. */
export async function deleteOldCitations(db: Database, before: number): Promise<void> {
  await db.deleteFrom('citation_checks').where('run_id', '<', before).execute();
  await db.deleteFrom('citation_runs').where('id', '<', before).execute();
}

/** Removes every answer. */
export async function clearCitations(db: Database): Promise<void> {
  await db.deleteFrom('citation_checks').execute();
  await db.deleteFrom('citation_runs').execute();
}

function toCheck({ answer_excerpt: excerpt, ...row }: Omit<Tables['citation_checks'], 'id'>): CitationCheck {
  return {
    ...camelCase(row),
    mentioned: row.mentioned === 1,
    cited: row.cited === 1,
    competitors: JSON.parse(row.competitors) as readonly string[],
    excerpt,
    sources: JSON.parse(row.sources) as readonly string[],
  };
}
