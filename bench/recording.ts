import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { FLUSH_AFTER } from '../src/activity/record/recorder.js';
import { InStep } from './in-step.js';
import { atMost, median, middleOf, type Row } from './row.js';
import { cpuOf, type Server, startSvc } from './server.js';

const ENTRIES = 1000;
const CONNECTIONS = 16;
/** New processes: how one is laid out in memory alone makes a difference of some per cent. */
const TRIALS = 4;
const ROUNDS = 12;
/** Requests to each server, to warm up and for each round. */
const WARM = 30_000;
const REQUESTS = 15_000;
const AGENTS = ['GPTBot/1.2', 'HarbourBot/2.0', 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0'];

/** Microseconds of the processor for one request. */
interface Round {
  readonly ours: number;
  readonly anchor: number;
}

/**
 * What recording costs: the same server with it and without, asked in turn by the same connections and judged by time
 * of the processor, since no machine is ever quiet. Below it what two servers without it differ by: the error of the
 * bench.
 */
export async function recordingRows(): Promise<readonly Row[]> {
  const folder = mkdtempSync(join(tmpdir(), 'svc-bench-recording-'));
  try {
    const cost: Round[] = [];
    const error: Round[] = [];
    const [recording, without, other] = [true, false, false].map((isOn, index) => {
      return siteIn(join(folder, String(index)), isOn);
    }) as [string, string, string];
    for (let trial = 0; trial < TRIALS; trial += 1) {
      cost.push(...(await roundsOf([recording, without])));
      error.push(...(await roundsOf([other, without])));
    }
    return [
      ...rowsOf("GET /llms.txt with recording, time of the server's processor", cost, 1.05),
      ...rowsOf('a server without recording beside another', error),
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function siteIn(cwd: string, enable_activity: boolean): string {
  mkdirSync(cwd);
  writeFileSync(join(cwd, 'svc.settings.json'), JSON.stringify({ enable_activity }));
  return cwd;
}

/** @param folders ours and the anchor's */
async function roundsOf(folders: readonly [string, string]): Promise<readonly Round[]> {
  const servers: Server[] = [];
  try {
    for (const cwd of folders) servers.push(await startSvc(ENTRIES, cwd));
    const requests = AGENTS.map(
      (agent) => `GET /llms.txt HTTP/1.1\r\nHost: bench.example\r\nUser-Agent: ${agent}\r\n\r\n`,
    );
    const ports = servers.map(({ port }) => port);
    const asker = await InStep.open(ports, { requests, connections: CONNECTIONS });
    await asker.ask(WARM);
    const rounds: Round[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const before = servers.map(cpuOf);
      await asker.ask(REQUESTS);
      // What was recorded is written by then.
      await setTimeout(2 * FLUSH_AFTER);
      const [ours = 0, anchor = 0] = servers.map(
        (server, index) => (cpuOf(server) - (before[index] ?? 0)) / REQUESTS,
      );
      rounds.push({ ours, anchor });
    }
    asker.close();
    return rounds;
  } finally {
    for (const { process } of servers) process.kill('SIGKILL');
  }
}

/** The middle one of the ratios, and the ends of its interval. @param most what it and its upper end may be */
function rowsOf(what: string, rounds: readonly Round[], most?: number): readonly Row[] {
  const { middle, low, high } = middleOf(rounds.map(({ ours, anchor }) => ours / anchor));
  const anchor = median(rounds.map((round) => round.anchor));
  const row = (text: string, ratio: number, isJudged: boolean): Row => ({
    target: '',
    what: text,
    ours: { value: anchor * ratio, unit: 'µs' },
    anchor: { name: 'without', value: anchor, unit: 'µs' },
    ...(isJudged && most !== undefined && { must: atMost(most, 'ratio') }),
  });
  return [
    row(what, middle, true),
    row('the lower end of its interval (95 %)', low, false),
    row('the upper end of its interval', high, true),
  ];
}
