import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { LoadFigures } from './load.js';
import { atLeast, atMost, median, type Row } from './row.js';
import { cpuOf, loadOf, type Server, startBare, startSvc } from './server.js';

const ENTRIES = 10_000;
const ROUNDS = 3;
const SECONDS = 4;
const CONNECTIONS = 32;
/** Twins that are asked for in turn while memory is watched. */
const MANY = 3000;
const MINUTE = 60;
const MB = 1e6;

/**
 * P9: public answers of `svc serve` for a site of 10,000 entries. Anchor: a bare server that sends the same bytes,
 * header and body. Both are processes of their own, and so is whoever asks.
 */
export async function serveRows(): Promise<readonly Row[]> {
  const folder = mkdtempSync(join(tmpdir(), 'svc-bench-serve-'));
  const servers: Server[] = [];
  try {
    const ours = await startSvc(ENTRIES, folder);
    servers.push(ours);
    const twins = await someTwins(ours.port);
    const paths = ['/llms.txt', twins[0] ?? ''];
    const files = await Promise.all(paths.map((path) => keep(ours.port, path, folder)));
    const bare = await startBare('bare-server.cjs', files, folder);
    servers.push(bare);
    const rows: Row[] = [];
    for (const [index, path] of paths.entries()) {
      rows.push(...(await compare(index === 0 ? '/llms.txt' : 'a twin', path, { ours, bare })));
    }
    return [...rows, ...(await memoryRows(ours, twins))];
  } finally {
    for (const { process } of servers) process.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  }
}

async function compare(
  what: string,
  path: string,
  { ours, bare }: { readonly ours: Server; readonly bare: Server },
): Promise<readonly Row[]> {
  const rounds: { readonly ours: Figures; readonly bare: Figures }[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    rounds.push({ ours: await figuresOf(ours, path), bare: await figuresOf(bare, path) });
  }
  const middle = (of: (round: (typeof rounds)[number]) => number) => median(rounds.map(of));
  return [
    {
      target: 'P9',
      what: `GET ${what}, ${ENTRIES / 1000}k entries`,
      ours: { value: middle((round) => round.ours.perSecond), unit: 'req/s' },
      anchor: { name: 'bare node:http', value: middle((round) => round.bare.perSecond), unit: 'req/s' },
      must: atLeast(0.5, 'ratio'),
      goal: atLeast(0.8, 'ratio'),
    },
    {
      target: 'P9',
      what: `GET ${what}, p99`,
      ours: { value: middle((round) => round.ours.p99), unit: 'ms' },
      anchor: { name: 'bare node:http', value: middle((round) => round.bare.p99), unit: 'ms' },
      goal: atMost(2),
    },
    {
      target: '',
      what: `GET ${what}, time of the server's processor`,
      ours: { value: middle((round) => round.ours.cpu), unit: 'µs' },
      anchor: { name: 'bare node:http', value: middle((round) => round.bare.cpu), unit: 'µs' },
      // What 0.5 and 0.8 times the requests come to; in contrast to these it holds on a busy machine.
      must: atMost(2, 'ratio'),
      goal: atMost(1.25, 'ratio'),
    },
  ];
}

interface Figures extends LoadFigures {
  /** Microseconds that the server has spent on one request. */
  readonly cpu: number;
}

async function figuresOf(server: Server, path: string): Promise<Figures> {
  const before = cpuOf(server);
  const found = await loadOf({
    port: server.port,
    paths: [path],
    connections: CONNECTIONS,
    seconds: SECONDS,
  });
  if (found.failures > 0) throw new Error(`${found.failures} answers to ${path} were not 200`);
  return { ...found, cpu: (cpuOf(server) - before) / found.requests };
}

/** A minute of load on thousands of addresses: what is held is bounded, so memory is flat. */
async function memoryRows(ours: Server, twins: readonly string[]): Promise<readonly Row[]> {
  const paths = [
    ...twins,
    '/llms.txt',
    '/.well-known/discovery.json',
    '/svc-changes.json?since=1',
    '/nowhere/',
  ];
  const ask = (seconds: number) => loadOf({ port: ours.port, paths, connections: CONNECTIONS, seconds });
  await ask(MINUTE / 3);
  const samples: number[] = [];
  const timer = setInterval(() => samples.push(memoryOf(ours)), 1000);
  const { perSecond } = await ask(MINUTE);
  clearInterval(timer);
  // What is held shows in the troughs: between them memory rises until it is collected.
  const half = Math.floor(samples.length / 2);
  const first = Math.min(...samples.slice(0, half));
  const second = Math.min(...samples.slice(half));
  return [
    {
      target: '',
      what: `GET ${twins.length} twins and others in turn for a minute`,
      ours: { value: perSecond, unit: 'req/s' },
    },
    {
      target: '',
      what: 'most memory in that minute',
      ours: { value: Math.max(...samples) / MB, unit: 'MB' },
    },
    {
      target: 'P9',
      what: 'least memory in its second half, beside the first',
      ours: { value: second / MB, unit: 'MB' },
      anchor: { name: 'first half', value: first / MB, unit: 'MB' },
      goal: atMost(1.1, 'ratio'),
    },
  ];
}

/** Addresses of twins, as the site lists them. */
async function someTwins(port: number): Promise<readonly string[]> {
  const base = 'https://bench.example';
  const text = await (await fetch(`http://127.0.0.1:${port}/svc-sitemap-post-1.xml`)).text();
  const more = await (await fetch(`http://127.0.0.1:${port}/svc-sitemap-post-2.xml`)).text();
  return [...(text + more).matchAll(/<loc>([^<]+)\/<\/loc>/g)]
    .map(([, url = '']) => `${url.slice(base.length)}.md`)
    .filter((path) => path !== '.md')
    .slice(0, MANY);
}

/** What the bare server is to send. */
async function keep(port: number, path: string, folder: string): Promise<string> {
  const response = await fetch(`http://127.0.0.1:${port}${path}`, {
    headers: { 'Accept-Encoding': 'identity' },
  });
  const left = ['date', 'connection', 'keep-alive'];
  const headers = [...response.headers].filter(([name]) => !left.includes(name)).flat();
  const body = Buffer.from(await response.arrayBuffer()).toString('base64');
  const file = join(folder, `${path.replace(/\W/g, '-')}.json`);
  writeFileSync(file, JSON.stringify({ path, headers, body }));
  return file;
}

/** Resident memory, in bytes; Linux only. */
function memoryOf({ process: { pid } }: Server): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1] ?? Number.NaN) * 1024;
}
