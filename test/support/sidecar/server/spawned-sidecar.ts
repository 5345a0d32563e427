import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { afterAll } from 'vitest';
import { workspace } from '../../build/workspace.js';
import { freePort } from '../../free-port.js';
import { type Answer, type AskOptions, ask } from './http.js';
import type { SiteSetup } from './serving.js';
import { CONFIG, HARBOUR } from './serving.js';

const PROGRAM = fileURLToPath(new URL('../../../../bin/svc.js', import.meta.url));

const running = new Set<SpawnedSidecar>();

afterAll(async () => {
  await Promise.all([...running].map((sidecar) => sidecar.kill('SIGKILL')));
});

/** `svc serve` as a process of its own, with the real time. */
export interface SpawnedSidecar {
  readonly folder: string;
  readonly url: string;
  readonly pid: number;
  /** One object for each line that the program has logged. */
  log(): readonly Readonly<Record<string, unknown>>[];
  /** Everything that it has printed. */
  text(): string;
  /** Undefined while it runs. */
  ended(): number | string | undefined;
  ask(path: string, options?: AskOptions): Promise<Answer>;
  kill(signal: NodeJS.Signals): Promise<void>;
}

/** What is different from a site of its own with the harbour in it. */
export interface SpawnOptions extends Partial<Pick<SiteSetup, 'files' | 'config' | 'env'>> {
  /** A folder that is there already; by default a new one is made. */
  readonly folder?: string;
  /** More arguments of `svc serve`. */
  readonly flags?: readonly string[];
  /** Open files for standard output and standard error; by default they are read. */
  readonly output?: number;
  readonly errors?: number;
}

/** Starts `svc serve`; nothing is waited for. */
export async function spawnSidecar(options: SpawnOptions = {}): Promise<SpawnedSidecar> {
  const { files = HARBOUR, config, env, flags = [], output = 'pipe', errors = 'pipe' } = options;
  const folder =
    options.folder ?? workspace({ ...files, 'svc.config.json': JSON.stringify({ ...CONFIG, ...config }) });
  const port = await freePort();
  const child = spawn(process.execPath, [PROGRAM, 'serve', '--port', String(port), ...flags], {
    cwd: folder,
    env: { PATH: process.env['PATH'], ...env },
    stdio: ['ignore', output, errors],
  });
  let text = '';
  const take = (piece: Buffer) => {
    text += piece.toString();
  };
  child.stdout?.on('data', take);
  child.stderr?.on('data', take);
  let ended: number | string | undefined;
  const closed = new Promise<void>((resolve) => {
    child.once('close', (code, signal) => {
      ended = code ?? signal ?? 'unknown';
      resolve();
    });
  });
  const url = `http://127.0.0.1:${port}/`;
  const sidecar: SpawnedSidecar = {
    folder,
    url,
    pid: child.pid ?? 0,
    log: () => linesOf(text),
    text: () => text,
    ended: () => ended,
    ask: (path, asked) => ask(url, path, asked),
    async kill(signal) {
      child.kill(signal);
      await closed;
      running.delete(sidecar);
    },
  };
  running.add(sidecar);
  return sidecar;
}

function linesOf(text: string): readonly Readonly<Record<string, unknown>>[] {
  return text
    .split('\n')
    .flatMap((line) => (line.startsWith('{') ? [JSON.parse(line) as object] : [])) as never;
}

/** The status of the readiness address; 0 while nothing listens. */
export async function readyStatus({ ask: asked }: Pick<SpawnedSidecar, 'ask'>): Promise<number> {
  return asked('/svc/health/ready').then(
    ({ status }) => status,
    () => 0,
  );
}
