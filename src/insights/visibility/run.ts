import { createHash } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import type { Storage } from '../../storage/port.js';
import { addCheck, type CitationCheck, completeRun, tidyCitations } from '../../storage/tables/citations.js';
import { AiFailure, type TextModel } from '../ai/port.js';
import type { Target } from './config.js';
import type { EngineId } from './engines.js';
import { gradeAnswer } from './grade.js';
import type { RunLock } from './run-lock.js';

/** Milliseconds between two questions. */
const PAUSE = 300;
/** Checks between two heartbeats. */
const BEAT_EVERY = 10;
/** Seconds after which a heartbeat is due, however few checks there were. */
const BEAT_SECONDS = 300;
const LENGTHS = { brand: 191, excerpt: 600, sources: 8, error: 191 } as const;
const MAX_TOKENS = 1024;
const TIMEOUT = 45_000;
const SEARCH_TIMEOUT = 120_000;

/** An engine to query. */
export interface AskedEngine {
  readonly id: EngineId;
  readonly model: TextModel;
  /** It searches the web before it answers. */
  readonly doesSearch: boolean;
}

/** The inputs of a run. */
export interface RunOptions {
  readonly storage: Storage;
  readonly lock: RunLock;
  readonly targets: readonly Target[];
  readonly engines: readonly AskedEngine[];
  /** Name of the run: Unix seconds of its start. */
  readonly runId: number;
  readonly maxChecks: number;
  readonly retentionDays: number;
  /** Unix seconds. */
  now(): number;
  readonly signal: AbortSignal;
}

/** How a run ended. */
export type RunResult =
  | { readonly ran: true; readonly runId: number; readonly checks: number; readonly capped: boolean }
  | { readonly ran: false; readonly reason: 'interrupted' };

/**
 * Sends every question of every active target to every engine and stores the answers. A failed question is
 * stored as failed; only an interrupted run leaves no visible results.
 */
export async function runChecks(options: RunOptions): Promise<RunResult> {
  const { storage, lock, runId, maxChecks, retentionDays, now, signal } = options;
  let checks = 0;
  let beaten = now();
  const questions = questionsOf(options);
  for (const { target, prompt, engine } of questions.slice(0, maxChecks)) {
    if (signal.aborted) return { ran: false, reason: 'interrupted' };
    if (checks > 0) await pause(signal);
    const check = await ask(engine, target, prompt, runId, now);
    await addCheck(storage.db, check);
    checks += 1;
    if (checks % BEAT_EVERY !== 0 && now() - beaten < BEAT_SECONDS) continue;
    beaten = now();
    if (!(await lock.beat(beaten))) return { ran: false, reason: 'interrupted' };
  }
  const capped = questions.length > maxChecks;
  await storage.write(async (db) => {
    await completeRun(db, { id: runId, completed: now(), checks, capped });
    await tidyCitations(db, runId - retentionDays * 86_400);
  });
  return { ran: true, runId, checks, capped };
}

function questionsOf({ targets, engines }: RunOptions) {
  return targets
    .filter(({ active }) => active)
    .flatMap((target) => target.prompts.map((prompt) => ({ target, prompt })))
    .flatMap((question) => engines.map((engine) => ({ ...question, engine })));
}

async function ask(
  { id, model, doesSearch }: AskedEngine,
  target: Target,
  prompt: string,
  runId: number,
  now: () => number,
): Promise<CitationCheck> {
  const row = {
    runId,
    brand: target.name.slice(0, LENGTHS.brand),
    provider: id,
    model: model.model,
    promptHash: createHash('md5').update(prompt).digest('hex'),
    prompt,
  };
  try {
    const timeout = doesSearch ? SEARCH_TIMEOUT : TIMEOUT;
    const question = { text: prompt, maxOutputTokens: MAX_TOKENS, timeout };
    const answer = doesSearch
      ? await model.generateWithSources(question)
      : { text: await model.generateText(question), sources: [] };
    const excerpt = [...answer.text.trim()].slice(0, LENGTHS.excerpt).join('');
    const sources = [...new Set(answer.sources.map(({ url }) => url))].slice(0, LENGTHS.sources);
    return { ...row, ...gradeAnswer(answer, target), checkedAt: now(), excerpt, sources, error: '' };
  } catch (error) {
    const message = error instanceof AiFailure ? error.message : "The engine couldn't be reached.";
    const nothing = {
      mentioned: false,
      cited: false,
      position: 0,
      competitors: [],
      excerpt: '',
      sources: [],
    };
    return { ...row, ...nothing, checkedAt: now(), error: message.slice(0, LENGTHS.error) };
  }
}

/** An interruption ends it early. */
async function pause(signal: AbortSignal): Promise<void> {
  await setTimeout(PAUSE, undefined, { signal }).catch(() => undefined);
}
