import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { FLUSH_FLOOD_AFTER } from '../src/activity/record/recorder.js';
import { InStep } from './in-step.js';
import { atMost, median, middleOf, type Row } from './row.js';
import { cpuOf, type Server, startSvc } from './server.js';

const ENTRIES = 1000;
const CONNECTIONS = 16;
/** Requests in a row: whoever asks takes less of the processor, and the servers work at full load. */
const IN_ROW = 8;
/** New processes: how one is laid out in memory alone makes a difference of some per cent. */
const TRIALS = 12;
/** Requests to each server, to warm up and to be measured. */
const WARM = 40_000;
const REQUESTS = 120_000;
const AGENTS = ['GPTBot/1.2', 'HarbourBot/2.0', 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0'];

/** Microseconds of the processor for one request: of a server that records, of one that does not, and of another. */
type Trial = readonly [recording: number, without: number, other: number];

/**
 * What recording costs: the same server with it and without, asked in turn by the same connections and judged by time
 * of the processor, since no machine is ever quiet. Below it what two servers without it differ by: the error of the
 * bench.
 */
export async function recordingRows(): Promise<readonly Row[]> {
  const folder = mkdtempSync(join(tmpdir(), 'svc-bench-recording-'));
  try {
    const folders = [true, false, false].map((isOn, index) => siteIn(join(folder, String(index)), isOn));
    const trials: Trial[] = [];
    for (let trial = 0; trial < TRIALS; trial += 1) trials.push(await trialIn(folders));
    return [
      ...rowsOf(
        "GET /llms.txt with recording, time of the server's processor",
        trials.map(([recording, without]) => [recording, without]),
        1.05,
      ),
      ...rowsOf(
        'a server without recording beside another',
        trials.map(([, without, other]) => [other, without]),
      ),
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

async function trialIn(folders: readonly string[]): Promise<Trial> {
  const servers: Server[] = [];
  try {
    for (const cwd of folders) servers.push(await startSvc(ENTRIES, cwd));
    const options = { requests: requestsOf(), inRow: IN_ROW, connections: CONNECTIONS };
    const asker = await InStep.open(
      servers.map(({ port }) => port),
      options,
    );
    await asker.ask(WARM / IN_ROW);
    const before = servers.map(cpuOf);
    await asker.ask(REQUESTS / IN_ROW);
    // What was recorded is written by then.
    await setTimeout(1.2 * FLUSH_FLOOD_AFTER);
    const [recording = 0, without = 0, other = 0] = servers.map(
      (server, index) => (cpuOf(server) - (before[index] ?? 0)) / REQUESTS,
    );
    asker.close();
    return [recording, without, other];
  } finally {
    for (const { process } of servers) process.kill('SIGKILL');
  }
}

/** As many texts as there are clients: each begins with another one. */
function requestsOf(): readonly string[] {
  return AGENTS.map((_, first) =>
    Array.from({ length: IN_ROW }, (_, index) => {
      const agent = AGENTS[(first + index) % AGENTS.length];
      return `GET /llms.txt HTTP/1.1\r\nHost: bench.example\r\nUser-Agent: ${agent}\r\n\r\n`;
    }).join(''),
  );
}

/**
 * The middle one of the ratios, and the ends of its interval.
 * @param trials ours and the anchor's
 * @param most what it and its upper end may be
 */
function rowsOf(what: string, trials: readonly (readonly [number, number])[], most?: number): readonly Row[] {
  const { middle, low, high } = middleOf(trials.map(([ours, anchor]) => ours / anchor));
  const anchor = median(trials.map((trial) => trial[1]));
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
