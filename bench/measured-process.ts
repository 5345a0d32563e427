import { spawn } from 'node:child_process';
import { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';

const PROBE = fileURLToPath(new URL('./probe.cjs', import.meta.url));
const SVC = fileURLToPath(new URL('../bin/svc.js', import.meta.url));

/** What a process of its own took. */
export interface Measured {
  /** From its start to its end. */
  readonly seconds: number;
  readonly cpuSeconds: number;
  /** The most memory that was resident, in bytes. */
  readonly maxRss: number;
  /** From its start to the moment when it first opened its source; undefined when it never did. */
  readonly firstRead: number | undefined;
  readonly stdout: string;
}

interface Probed {
  readonly firstRead?: number;
  readonly maxRss: number;
  readonly cpu: number;
}

/** How a process is run. */
export interface RunOptions {
  readonly cwd?: string;
  /** Absolute path of what it reads, to learn when it begins. */
  readonly source?: string;
  /** Further variables of its environment. */
  readonly env?: Readonly<Record<string, string>>;
}

/**
 * Runs Node with arguments and measures it from outside: a real process, since the memory and the warm code of
 * one run would count for the next.
 * @throws Error with what it said when it fails
 */
export function runNode(
  args: readonly string[],
  { cwd, source = '', env = {} }: RunOptions = {},
): Promise<Measured> {
  const start = performance.timeOrigin + performance.now();
  const child = spawn(process.execPath, ['--require', PROBE, ...args], {
    ...(cwd === undefined ? {} : { cwd }),
    env: { ...process.env, BENCH_SOURCE: source, NODE_OPTIONS: '', ...env },
    stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
  });
  const [, stdout, stderr, channel] = child.stdio.map(collect);
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => {
      const seconds = (performance.timeOrigin + performance.now() - start) / 1000;
      if (code !== 0) return reject(new Error(`node ${args.join(' ')} ended with ${code}: ${stderr?.()}`));
      const { firstRead, maxRss, cpu } = JSON.parse(channel?.() ?? '') as Probed;
      const begin = firstRead === undefined ? undefined : (firstRead - start) / 1000;
      resolve({ seconds, cpuSeconds: cpu, maxRss, firstRead: begin, stdout: stdout?.() ?? '' });
    });
  });
}

/** Runs the compiled command line. */
export function runSvc(args: readonly string[], options?: RunOptions): Promise<Measured> {
  return runNode([SVC, ...args], options);
}

/** Reads a stream to its end; the function that is returned gives what has come. */
function collect(stream: unknown): () => string {
  const chunks: Buffer[] = [];
  if (stream instanceof Readable) stream.on('data', (chunk: Buffer) => chunks.push(chunk));
  return () => Buffer.concat(chunks).toString('utf8');
}
