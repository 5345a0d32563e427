import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parse as parseYaml } from 'yaml';
import { workspace } from '../build/workspace.js';
import { runShell } from './run-shell.js';

interface Step {
  readonly id?: string;
  readonly if?: string;
  readonly run?: string;
  readonly env?: Readonly<Record<string, string>>;
}

interface Action {
  readonly inputs: Readonly<Record<string, { readonly default: string }>>;
  readonly runs: { readonly steps: readonly Step[] };
}

export const action: Action = parseYaml(readFileSync('action.yml', 'utf8'));

/** What the steps of the action left. */
export interface ActionRun {
  readonly statuses: readonly (number | null)[];
  readonly printed: string;
  readonly outputs: Readonly<Record<string, string>>;
  /** Folder of the runner's own files. */
  readonly temp: string;
}

/** The runner of a job. */
export interface Runner {
  /** Folder of the action. */
  readonly checkout?: string;
  /** The runner's own folder, which the runs of a job share. */
  readonly temp?: string;
  /** Variables of the runner. */
  readonly env?: Readonly<Record<string, string>>;
}

/** Runs the shell steps as a runner does; a step that fails is the last one. */
export async function runAction(
  folder: string,
  given: Readonly<Record<string, string>>,
  { checkout = resolve('.'), temp = workspace(), env = {} }: Runner = {},
): Promise<ActionRun> {
  const output = join(workspace({ 'github-output': '' }), 'github-output');
  const inputs = Object.fromEntries(
    Object.entries(action.inputs).map(([name, { default: preset }]) => [name, given[name] ?? preset]),
  );
  const github: Readonly<Record<string, string>> = {
    'github.action_path': checkout,
    'github.token': 'secret',
    'github.event.pull_request.number': '7',
  };
  const expression = (name: string): string => {
    if (name.startsWith('inputs.')) return fill(inputs[name.slice('inputs.'.length)] ?? '');
    const step = /^steps\.\w+\.outputs\.(\w+)$/.exec(name)?.[1];
    return step === undefined ? (github[name] ?? '') : (outputsIn(output)[step] ?? '');
  };
  const fill = (text: string) =>
    text.replaceAll(/\$\{\{ ([\w.-]+) \}\}/g, (_all, name: string) => expression(name));
  const statuses: (number | null)[] = [];
  let printed = '';
  for (const step of action.runs.steps) {
    if (step.run === undefined) continue;
    if (step.if === "inputs.validate != 'false'" && inputs['validate'] === 'false') continue;
    const isComment = step.if?.includes("inputs.comment == 'true'") === true;
    if (isComment && inputs['comment'] !== 'true') continue;
    if (!isComment && statuses.some((status) => status !== 0)) continue;
    const own = Object.entries(step.env ?? {}).map(([name, value]) => [name, fill(value)]);
    const run = await runShell(step.run, folder, {
      PATH: process.env['PATH'],
      HOME: temp,
      RUNNER_TEMP: temp,
      GITHUB_OUTPUT: output,
      GITHUB_STEP_SUMMARY: join(temp, 'summary.md'),
      GITHUB_REPOSITORY: 'ferry/site',
      SOURCE_DATE_EPOCH: '1782986400',
      // A package that is not there must not be fetched.
      npm_config_offline: 'true',
      ...env,
      ...Object.fromEntries(own),
    });
    statuses.push(run.status);
    printed += run.printed;
  }
  return { statuses, printed, outputs: outputsIn(output), temp };
}

/** The outputs in a file as the runner reads them. */
export function outputsIn(file: string): Readonly<Record<string, string>> {
  const text = readFileSync(file, 'utf8');
  const long = /^([\w-]+)<<(\S+)\n([\s\S]*?)\n?^\2$/gm;
  const short = [...text.replace(long, '').matchAll(/^([\w-]+)=(.*)$/gm)].map(([, name, value]) => [
    name,
    value,
  ]);
  return Object.fromEntries([
    ...short,
    ...[...text.matchAll(long)].map(([, name, , value]) => [name, value]),
  ]);
}
