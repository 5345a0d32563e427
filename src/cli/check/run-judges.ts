import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { CheckReport, Judged } from '../../api/check/report.js';
import { attempt } from '../../core/attempt.js';
import { type JudgeRow, type JudgeVerdict, judgeTable } from './judge-table.js';

const TIMEOUT_MS = 300_000;
const MAX_OUTPUT = 50_000_000;

/** A scanner in a folder `node_modules`. */
interface Installed {
  readonly version: string;
  /** Absolute path of its program. */
  readonly program: string;
}

/**
 * Runs the outside scanners that are installed, and compares each with a report. Nothing is fetched to run them.
 * @param cwd folder whose `node_modules`, or those above it, may have them
 */
export async function runJudges(report: CheckReport, cwd: string): Promise<readonly Judged[]> {
  const judged: Judged[] = [];
  for (const row of judgeTable) {
    const installed = find(row.package, cwd);
    if (installed === undefined) {
      judged.push({
        name: row.package,
        version: null,
        score: null,
        problem: 'not installed',
        differences: [],
      });
      continue;
    }
    const { version, program } = installed;
    const printed = await run(program, row.args(report.url));
    const verdict = typeof printed === 'string' ? undefined : read(row, printed.json);
    judged.push({
      ...{ name: row.package, version, score: verdict?.score ?? null },
      problem:
        verdict === undefined ? `has printed no report: ${typeof printed === 'string' ? printed : ''}` : null,
      differences: verdict === undefined ? [] : differencesOf(row, verdict, report),
    });
  }
  return judged;
}

function find(name: string, cwd: string): Installed | undefined {
  for (let folder = cwd; ; folder = dirname(folder)) {
    const root = join(folder, 'node_modules', name);
    if (existsSync(join(root, 'package.json'))) {
      const { version, bin } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
        readonly version: string;
        readonly bin: string | Readonly<Record<string, string>>;
      };
      const program = typeof bin === 'string' ? bin : Object.values(bin)[0];
      return program === undefined ? undefined : { version, program: join(root, program) };
    }
    if (dirname(folder) === folder) return undefined;
  }
}

/** @returns what it prints, or why it prints nothing */
function run(program: string, args: readonly string[]): Promise<{ readonly json: unknown } | string> {
  const options = { timeout: TIMEOUT_MS, maxBuffer: MAX_OUTPUT };
  return new Promise((resolve) => {
    // Scanners end with an error code when they find something.
    execFile(process.execPath, [program, ...args], options, (error, stdout, stderr) => {
      try {
        resolve({ json: JSON.parse(stdout) });
      } catch {
        const lines = stderr.split('\n').filter((line) => /error/i.test(line));
        resolve((lines[0] ?? error?.message ?? '').trim().slice(0, 200));
      }
    });
  });
}

/** Another version of a scanner may print something else. */
function read(row: JudgeRow, json: unknown): JudgeVerdict | undefined {
  return attempt(() => row.read(json));
}

function differencesOf(
  row: JudgeRow,
  { findings }: JudgeVerdict,
  report: CheckReport,
): Judged['differences'] {
  return findings.flatMap(({ check, passes, message }) => {
    const [id, why = 'svc check has no row for this.'] = row.differences[check] ?? [];
    const own = report.readiness.find((one) => one.id === id);
    const isSame = own === undefined ? passes : passes === (own.status === 'pass');
    if (isSame) return [];
    return [{ check, passes, message, ours: own === undefined ? null : `${own.status} ${own.label}`, why }];
  });
}
