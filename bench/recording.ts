import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { FLUSH_FLOOD_AFTER } from '../src/insights/activity/record/recorder.js';
import { InStep } from './in-step.js';
import { atLeast, median, middleOf, type Row } from './row.js';
import { cpuOf, type Server, startSvc } from './server.js';

const ENTRIES = 1000;
const CONNECTIONS = 16;
/** Requests in a row: whoever asks takes less of the processor, and the servers work at full load. */
const IN_ROW = 8;
/** New processes: how one is laid out in memory alone makes a difference of some per cent. */
const TRIALS = 12;
/** Requests to each server, to warm up and to be measured: functions that write are called once a second. */
const WARM = 240_000;
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
        'GET /llms.txt with recording, in a second of the processor',
        trials.map(([recording, without]) => [recording, without]),
        0.95,
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
    // The first answer is made while others wait for it, and what waits then costs all that comes later.
    for (const { port } of servers) await (await fetch(`http://127.0.0.1:${port}/llms.txt`)).arrayBuffer();
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
 * @param trials microseconds of ours and of the anchor
 * @param least what it and its lower end have to be
 */
function rowsOf(
  what: string,
  trials: readonly (readonly [number, number])[],
  least?: number,
): readonly Row[] {
  const { middle, low, high } = middleOf(trials.map(([ours, anchor]) => anchor / ours));
  const anchor = 1e6 / median(trials.map((trial) => trial[1]));
  const row = (text: string, ratio: number, isJudged: boolean): Row => ({
    target: '',
    what: text,
    ours: { value: anchor * ratio, unit: 'requests/s' },
    anchor: { name: 'without', value: anchor, unit: 'requests/s' },
    ...(isJudged && least !== undefined && { must: atLeast(least, 'ratio') }),
  });
  return [
    row(what, middle, true),
    row('the lower end of its interval (95 %)', low, true),
    row('the upper end of its interval', high, false),
  ];
}
