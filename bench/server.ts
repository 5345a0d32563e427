import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { LoadFigures, LoadOptions } from './load.js';
import { exportOf, SITE_URL } from './site.js';

const run = promisify(execFile);
const fileOf = (name: string) => fileURLToPath(new URL(name, import.meta.url));
let loads = 0;

/** A server under measurement, in a process of its own. */
export interface Server {
  readonly port: number;
  readonly process: ChildProcess;
}

/** Starts `svc serve` for a site of so many entries. @param cwd its folder */
export function startSvc(entries: number, cwd: string): Promise<Server> {
  const args = ['serve', '--source', exportOf(entries), '--base-url', SITE_URL];
  return start([fileOf('../bin/svc.js'), ...args, '--port', '0', '--json'], cwd);
}

/** Starts a bare server. @param script in this folder */
export function startBare(script: string, args: readonly string[], cwd: string): Promise<Server> {
  return start([fileOf(script), ...args], cwd);
}

/** Starts a server and waits for the line in which it says where it answers. */
function start(args: readonly string[], cwd: string): Promise<Server> {
  const child = spawn(process.execPath, args, { cwd, stdio: ['ignore', 'pipe', 'ignore'] });
  return new Promise((resolve, reject) => {
    let text = '';
    child.once('error', reject);
    child.once('close', (code) => reject(new Error(`${args[0]} ended with ${code}`)));
    child.stdout.setEncoding('utf8').on('data', (piece: string) => {
      text += piece;
      if (!text.includes('\n')) return;
      const { port, url } = JSON.parse(text) as { port?: number; url?: string };
      resolve({ port: port ?? Number(new URL(url ?? '').port), process: child });
    });
  });
}

/** What a load finds that another process puts on a server. */
export async function loadOf(options: LoadOptions): Promise<LoadFigures> {
  loads += 1;
  const file = join(tmpdir(), `svc-bench-load-${process.pid}-${loads}.json`);
  writeFileSync(file, JSON.stringify(options));
  const { stdout } = await run(fileOf('../node_modules/.bin/tsx'), [fileOf('load-process.ts'), file]);
  rmSync(file);
  return JSON.parse(stdout) as LoadFigures;
}

/**
 * Time of the processor that the threads of a server have had, in microseconds; Linux only. `stat` of the process
 * would tell it in ticks of 10 ms.
 */
export function cpuOf({ process: { pid } }: Server): number {
  return readdirSync(`/proc/${pid}/task`).reduce((sum, thread) => {
    const [ran] = readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ');
    return sum + Number(ran) / 1000;
  }, 0);
}
