import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { BuildReport } from '../../../src/build/report.js';
import { main } from '../../../src/cli/main.js';

const PROGRAM = fileURLToPath(new URL('../../../bin/svc.js', import.meta.url));

/** The key of every test build, so that all of them give the same bytes. */
export const TEST_KEY = readFileSync(
  fileURLToPath(new URL('../../../fixtures/signing-key.jwk', import.meta.url)),
  'utf8',
);

/** 2026-07-02T10:00:00Z: the time of every test build that does not say otherwise. */
export const NOW = 1_782_986_400;

/** What a run of the program left. */
export interface Run {
  /** Null when the process was killed. */
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface RunOptions {
  /** The current folder. */
  readonly cwd: string;
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** Unix seconds. */
  readonly now?: number;
  /** A process of its own that runs longer is killed, in milliseconds. */
  readonly timeout?: number;
}

/** Runs the program inside this process, with streams, folder, environment and time of its own. */
export async function runSvc(args: readonly string[], { cwd, env, now = NOW }: RunOptions): Promise<Run> {
  let stdout = '';
  let stderr = '';
  const code = await main(args, {
    env: { SOURCE_DATE_EPOCH: String(now), SVC_SIGNING_KEY: TEST_KEY, ...env },
    cwd,
    out: (text) => {
      stdout += text;
    },
    err: (text) => {
      stderr += text;
    },
    isTty: false,
  });
  return { code, stdout, stderr };
}

/** Runs `svc build --json` and returns its report; a run that fails fails the test with what it printed. */
export async function build(args: readonly string[], options: RunOptions): Promise<BuildReport> {
  const { code, stdout, stderr } = await runSvc(['build', ...args, '--json'], options);
  if (code !== 0) throw new Error(`svc build ended with ${code}:\n${stdout}${stderr}`);
  return JSON.parse(stdout) as BuildReport;
}

/** The error of a run with `--json` that failed. */
export interface Failure {
  readonly code: number | null;
  readonly error: Readonly<Record<string, unknown>> & { readonly code: string; readonly message: string };
}

/** Runs `svc build --json`, which must fail. */
export async function failBuild(args: readonly string[], options: RunOptions): Promise<Failure> {
  const { code, stdout } = await runSvc(['build', ...args, '--json'], options);
  if (code === 0) throw new Error('svc build succeeded');
  return { code, error: (JSON.parse(stdout) as { error: Failure['error'] }).error };
}

/** A run of the real program. */
export interface Process {
  readonly pid: number;
  readonly done: Promise<Run>;
  /** The first line of its standard output; rejects when it ends without one. */
  firstLine(): Promise<string>;
  kill(signal: NodeJS.Signals): void;
}

/** Starts the program as a process of its own; its streams are pipes. */
export function startSvc(args: readonly string[], { cwd, env, now = NOW, timeout }: RunOptions): Process {
  const child = spawn(process.execPath, [PROGRAM, ...args], {
    cwd,
    timeout,
    killSignal: 'SIGKILL',
    env: {
      PATH: process.env['PATH'],
      SOURCE_DATE_EPOCH: String(now),
      SVC_SIGNING_KEY: TEST_KEY,
      ...env,
    },
  });
  const text = { stdout: '', stderr: '' };
  child.stdout.setEncoding('utf8').on('data', (piece: string) => {
    text.stdout += piece;
  });
  child.stderr.setEncoding('utf8').on('data', (piece: string) => {
    text.stderr += piece;
  });
  const done = new Promise<Run>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, ...text }));
  });
  const firstLine = () =>
    new Promise<string>((resolve, reject) => {
      const look = () => {
        const end = text.stdout.indexOf('\n');
        if (end >= 0) resolve(text.stdout.slice(0, end));
      };
      child.stdout.on('data', look);
      look();
      void done.then(({ code, stderr }) => reject(new Error(`svc ended with ${code}:\n${stderr}`)), reject);
    });
  return { pid: child.pid ?? 0, done, firstLine, kill: (signal) => child.kill(signal) };
}

/** Runs the program as a process of its own to its end. */
export function spawnSvc(args: readonly string[], options: RunOptions): Promise<Run> {
  return startSvc(args, options).done;
}
