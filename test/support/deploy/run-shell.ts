import { spawn } from 'node:child_process';

/** What a script left. */
export interface ShellRun {
  readonly status: number | null;
  /** Both streams. */
  readonly printed: string;
}

/** Runs a script as runners of CI services do: in bash, ended by the first command that fails. */
export function runShell(
  script: string,
  cwd: string,
  env: Readonly<Record<string, string | undefined>>,
): Promise<ShellRun> {
  return new Promise((resolve, reject) => {
    const child = spawn('bash', ['--noprofile', '--norc', '-eo', 'pipefail', '-c', script], { cwd, env });
    let printed = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        printed += text;
      });
    }
    child.on('error', reject).on('close', (status) => resolve({ status, printed }));
  });
}
