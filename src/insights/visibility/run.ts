/** Runs citation checks: asks engines, and looks for the site in their answers. */

import { createHash, randomBytes } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { escapeRegExp } from '../../core/text.js';
import type { Database, Storage } from '../../storage/port.js';
import {
  addCheck,
  type CitationCheck,
  completeRun,
  deleteOldCitations,
} from '../../storage/tables/citations.js';
import { readOption, removeOption, writeOption } from '../../storage/tables/options.js';
import { AiFailure, type SourcedAnswer, type TextModel } from '../ai/port.js';
import { bareHost, type EngineId, type Target } from './config.js';

/** Milliseconds between two questions. */
const PAUSE = 300;
const LENGTHS = { brand: 191, excerpt: 600, sources: 8, error: 191 } as const;
const MAX_TOKENS = 1024;
const TIMEOUT = 45_000;
const SEARCH_TIMEOUT = 120_000;

/** An engine to query. */
export interface QueriedEngine {
  readonly id: EngineId;
  readonly model: TextModel;
  /** It searches the web before it answers. */
  readonly doesSearch: boolean;
}

/** The inputs of a run. */
interface RunOptions {
  readonly storage: Storage;
  readonly lock: RunLock;
  readonly targets: readonly Target[];
  readonly engines: readonly QueriedEngine[];
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
  const questions = questionsOf(options);
  for (const { target, prompt, engine } of questions.slice(0, maxChecks)) {
    if (signal.aborted) return { ran: false, reason: 'interrupted' };
    if (checks > 0) await pause(signal);
    const check = await ask(engine, target, prompt, runId, now);
    await addCheck(storage.db, check);
    checks += 1;
    if (!(await lock.beat(now()))) return { ran: false, reason: 'interrupted' };
  }
  const capped = questions.length > maxChecks;
  const isOurs = await lock.whileHeld(async (db) => {
    await completeRun(db, { id: runId, completed: now(), checks, capped });
    await deleteOldCitations(db, runId - retentionDays * 86_400);
  });
  return isOurs ? { ran: true, runId, checks, capped } : { ran: false, reason: 'interrupted' };
}

function questionsOf({ targets, engines }: RunOptions) {
  return targets
    .filter(({ active }) => active)
    .flatMap((target) => target.prompts.map((prompt) => ({ target, prompt })))
    .flatMap((question) => engines.map((engine) => ({ ...question, engine })));
}

async function ask(
  { id, model, doesSearch }: QueriedEngine,
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

/** The mentions of a target in an answer. */
type Grade = Pick<CitationCheck, 'mentioned' | 'cited' | 'position' | 'competitors'>;

/** Grades an answer by its text. Case is ignored, and an empty name never matches. */
export function gradeAnswer(
  { text, sources }: SourcedAnswer,
  target: Pick<Target, 'name' | 'domain' | 'competitors'>,
): Grade {
  const haystack = text.toLowerCase();
  const indexOf = (needle: string) => (needle === '' ? -1 : haystack.indexOf(needle.toLowerCase()));
  const [name, domain] = [indexOf(target.name), indexOfDomain(haystack, target.domain)];
  const rivals = target.competitors
    .map((rival) => ({ rival, at: indexOf(rival) }))
    .filter(({ at }) => at >= 0);
  const mentioned = name >= 0 || domain >= 0;
  const ahead = name >= 0 ? rivals.filter(({ at }) => at < name).length : rivals.length;
  return {
    mentioned,
    cited: domain >= 0 || sources.some((source) => isOn(target.domain, source)),
    position: mentioned ? ahead + 1 : 0,
    competitors: rivals.map(({ rival }) => rival),
  };
}

/**
 * Where a domain, or a host below it, is named: hosts that only look like it don't match, nor does a domain before
 * an `@` or in the path of another address.
 */
function indexOfDomain(text: string, domain: string): number {
  if (domain === '') return -1;
  const name = escapeRegExp(domain.toLowerCase());
  const before = String.raw`(?<![\p{L}\p{N}_-])(?<!(?:^|[^/])/)`;
  const after = String.raw`(?![\p{L}\p{N}_-]|\.[\p{L}\p{N}]|(?::[^\s/]*)?@)`;
  return text.search(new RegExp(before + name + after, 'u'));
}

/** Some engines return redirecting addresses, with the host as the title. */
function isOn(domain: string, { url, title }: SourcedAnswer['sources'][number]): boolean {
  if (domain === '') return false;
  const hosts = [bareHost(url), ...(/^[^\s/]+\.[^\s/]+$/.test(title) ? [bareHost(title)] : [])];
  return hosts.some((host) => host === domain || host.endsWith(`.${domain}`));
}

const NAME = 'visibility_run';
/** Seconds without a heartbeat after which a run counts as dead. */
const STALE = 3600;
/** Seconds for which a run counts as running without a heartbeat. */
const SHOWN = 900;

interface Stored {
  readonly owner: string;
  /** Unix seconds of the last heartbeat. */
  readonly beat: number;
}

/** A run that only one process does at a time. */
interface RunLock {
  /** Renews the lock. @returns false when another process has taken it over, or the results were removed */
  beat(now: number): Promise<boolean>;
  /** Writes something, unless `beat` would return false. */
  whileHeld(work: (db: Database) => Promise<void>): Promise<boolean>;
  release(): Promise<void>;
}

/** @returns undefined while another run is in progress */
export async function acquireRunLock(storage: Storage, now: number): Promise<RunLock | undefined> {
  const owner = randomBytes(8).toString('hex');
  const isOurs = await storage.write(async (db) => {
    const held = (await readOption(db, NAME))?.value as Stored | undefined;
    if (held !== undefined && held.beat > now - STALE) return false;
    await writeOption(db, NAME, { owner, beat: now } satisfies Stored);
    return true;
  });
  if (!isOurs) return undefined;
  const whileHeld: RunLock['whileHeld'] = (work) =>
    storage.write(async (db) => {
      const held = (await readOption(db, NAME))?.value as Stored | undefined;
      if (held?.owner !== owner) return false;
      await work(db);
      return true;
    });
  return {
    whileHeld,
    beat: (time) => whileHeld((db) => writeOption(db, NAME, { owner, beat: time } satisfies Stored)),
    release: async () => void (await whileHeld((db) => removeOption(db, NAME))),
  };
}

/** Makes the current run of any process end without results. */
export async function dropRunLock(db: Database): Promise<void> {
  await removeOption(db, NAME);
}

/** Whether a run is in progress. */
export async function isRunning({ db }: Storage, now: number): Promise<boolean> {
  const held = (await readOption(db, NAME))?.value as Stored | undefined;
  return held !== undefined && held.beat > now - SHOWN;
}
