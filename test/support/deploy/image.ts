import { spawn, spawnSync } from 'node:child_process';
import { copyFileSync, cpSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { newerNode } from '../needs.js';
import { type Instruction, instructionsOf, isDockerIgnored, restsOf } from './dockerfile.js';

/** Where Docker's images of Node.js have it. */
const BIN = '/usr/local/bin';

/** The number of the user `node` in Docker's images of Node.js. */
export const USER = 1000;

/** Instructions that change no file. */
const KNOWN = new Set(['LABEL', 'USER', 'EXPOSE', 'HEALTHCHECK', 'ENTRYPOINT', 'CMD']);

/** A folder that stands for the file system of a stage. */
export interface Image {
  readonly root: string;
  readonly env: Readonly<Record<string, string>>;
  /** The current folder at the end of the stage. */
  readonly workdir: string;
  /** What `docker run` starts: the entry point and its default arguments. */
  readonly entrypoint: readonly string[];
  readonly cmd: readonly string[];
}

/** A stage: its name, or `''`, and its instructions. */
type Stage = readonly [name: string, instructions: readonly Instruction[]];

/** The stages of a Dockerfile, in order. */
export function stagesOf(text: string): readonly Stage[] {
  const instructions = instructionsOf(text);
  const starts = instructions.flatMap(([name], at) => (name === 'FROM' ? [at] : []));
  return starts.map((start, at) => {
    const [, from = ''] = instructions[start] ?? [];
    return [/ AS (\S+)$/.exec(from)?.[1] ?? '', instructions.slice(start + 1, starts[at + 1])];
  });
}

/**
 * Runs the steps of a stage without Docker: in a folder, which stands in front of absolute paths.
 * @param root an empty folder, which only gets Node.js
 * @param others images of earlier stages, which `COPY --from` reads
 */
export function runStage(
  instructions: readonly Instruction[],
  root: string,
  others: Readonly<Record<string, Image>>,
): Image {
  mkdirSync(join(root, BIN), { recursive: true });
  copyFileSync(newerNode, join(root, BIN, 'node'));
  const env: Record<string, string> = {};
  let workdir = '/';
  for (const [name, rest] of instructions) {
    if (name === 'WORKDIR') {
      workdir = rest;
      mkdirSync(join(root, workdir), { recursive: true });
    } else if (name === 'ENV') {
      for (const pair of rest.split(' '))
        env[pair.split('=', 1)[0] ?? ''] = pair.slice(pair.indexOf('=') + 1);
    } else if (name === 'COPY') copy(rest, join(root, workdir), others);
    else if (name === 'RUN') run(rest, root, workdir, env);
    else if (!KNOWN.has(name)) throw new Error(`No step for ${name} ${rest}`);
  }
  const words = (one: string) => JSON.parse(restsOf(instructions, one)[0] ?? '[]') as string[];
  return { root, env, workdir, entrypoint: words('ENTRYPOINT'), cmd: words('CMD') };
}

/** Copies as Docker does: what is inside of a folder, or files into a folder that ends with a slash. */
function copy(rest: string, workdir: string, others: Readonly<Record<string, Image>>): void {
  const [, from, names = ''] = /^(?:--from=(\S+) )?(.*)$/.exec(rest) ?? [];
  const paths = names.split(' ');
  const to = paths.pop() ?? '';
  const rules = readFileSync('.dockerignore', 'utf8');
  for (const path of paths) {
    const source = from === undefined ? path : join(others[from]?.root ?? `no stage ${from}`, path);
    const isHidden = (one: string) => from === undefined && isDockerIgnored(rules, one);
    if (!existsSync(source) || isHidden(path)) throw new Error(`COPY ${rest}: ${path} not found`);
    const target = join(workdir, to, to.endsWith('/') ? basename(path) : '');
    cpSync(source, target, { recursive: true, verbatimSymlinks: true, filter: (one) => !isHidden(one) });
  }
}

/** Runs a step in the shell. This machine has no user `node`, so that nothing is given to it. */
function run(command: string, root: string, workdir: string, env: Readonly<Record<string, string>>): void {
  const rooted = command.replaceAll(/(?<= )\//g, `${root}/`).replaceAll(/ -[og] node(?= )/g, '');
  const own = (process.env['PATH'] ?? '').split(':').filter((folder) => !folder.includes('node_modules'));
  const { status, stdout, stderr } = spawnSync('sh', ['-c', rooted], {
    cwd: join(root, workdir),
    env: {
      PATH: [join(root, BIN), ...own].join(':'),
      HOME: process.env['HOME'],
      npm_config_prefer_offline: 'true',
      ...env,
    },
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`RUN ${command} ended with ${status}:\n${stdout}${stderr}`);
}

/** Starts a command in an image as a user without rights there, with the image's environment alone. */
export function startIn(
  image: Image,
  command: readonly string[],
  env: Readonly<Record<string, string>> = {},
) {
  const [program = '', ...args] = command;
  const child = spawn(program, args, {
    cwd: join(image.root, image.workdir),
    env: { PATH: `${image.root}${BIN}:/usr/bin:/bin`, ...image.env, ...env },
    ...(process.geteuid?.() === 0 && { uid: USER, gid: USER }),
  });
  let text = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (piece: Buffer) => {
      text += piece.toString();
    });
  const done = new Promise<{ code: number | null; text: string }>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, text }));
  });
  return { done, kill: () => child.kill() };
}
