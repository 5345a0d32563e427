import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { isWithin } from '../../config/out-safety.js';
import { SvcError } from '../../core/errors.js';
import { PROGRAM } from '../../core/files.js';
import { isObject, objectOf } from '../../core/json.js';
import { findProject, scriptOrCommand } from '../../sources/project/find-project.js';
import { type CiProject, githubWorkflow, gitlabPipeline } from './pipelines.js';

/** Services that `svc init --ci` has a pipeline for. */
export const CI_SERVICES = ['github', 'gitlab'] as const;
export type CiService = (typeof CI_SERVICES)[number];

const PACKAGE = 'agent-discovery-service';

/** A pipeline that can be written. */
export interface CiPlan {
  /** Absolute paths of the files. */
  readonly files: readonly string[];
  readonly next: readonly string[];
  write(): void;
}

/**
 * Plans a pipeline that checks what a pull or merge request changes for agents.
 * @param folder absolute path of the project
 * @param program repository and commit of the program; undefined for the package in `node_modules`
 * @throws SvcError `SVC_USAGE` where the job would have no program to run, `SVC_OUT_OCCUPIED` where a file is there
 * already
 */
export async function planCi(
  service: CiService,
  folder: string,
  program: string | undefined,
): Promise<CiPlan> {
  const top = topOf(folder);
  const project = await describe(service, folder, top, program);
  const { files, next } =
    service === 'github'
      ? githubWorkflow(project)
      : gitlabPipeline(project, existsSync(join(top, '.gitlab-ci.yml')), template());
  const paths = Object.keys(files);
  const present = paths.find((path) => existsSync(join(top, path)));
  if (present !== undefined) {
    const fix = 'Edit it, or move it and run svc init again.';
    throw new SvcError('SVC_OUT_OCCUPIED', 'there is already a pipeline', { file: present, fix });
  }
  const write = () => {
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(top, path)), { recursive: true });
      writeFileSync(join(top, path), text, { flag: 'wx' });
    }
  };
  const copy = program === undefined ? missingFile(folder, top) : undefined;
  return {
    files: paths.map((path) => join(top, path)),
    next: [
      ...(copy === undefined
        ? []
        : [`Copy ${copy} into the repository, and install that copy: a job can't read files outside of it.`]),
      ...next,
    ],
    write,
  };
}

/** Pipelines belong to the top of a repository. */
function topOf(folder: string): string {
  for (let at = folder; ; at = dirname(at)) {
    if (existsSync(join(at, '.git'))) return at;
    if (dirname(at) === at) return folder;
  }
}

async function describe(
  service: CiService,
  folder: string,
  top: string,
  program: string | undefined,
): Promise<CiProject> {
  const about = readPackage(folder);
  if (program !== undefined) assertProgram(service, program);
  else if (versionIn(about) === undefined) {
    const message = `package.json doesn't list ${PACKAGE}: the job would have nothing to run`;
    const fix =
      'Install the package as a development dependency, from its file, folder or git address; or name its ' +
      `repository and a commit: --program ${PROGRAM_EXAMPLES[service]}`;
    throw new SvcError('SVC_USAGE', message, { fix });
  }
  const project = await findProject(folder);
  const command = project === undefined ? '' : scriptOrCommand(folder, project.buildCommand);
  return {
    folder: relative(top, folder).split(sep).join('/') || '.',
    program,
    install: about === undefined ? undefined : installCommand(folder),
    build: command === '' ? undefined : command,
  };
}

const PROGRAM_EXAMPLES = {
  github: 'OWNER/agent-discovery-service@COMMIT',
  gitlab: 'https://HOST/OWNER/agent-discovery-service.git@COMMIT',
} as const;

function assertProgram(service: CiService, program: string): void {
  const isGood =
    service === 'github'
      ? /^[\w.-]+\/[\w.-]+@[\w./-]+$/.test(program)
      : /^(?:https:\/\/|ssh:\/\/|git@)[\w.:/~@-]+@[\w./-]+$/.test(program);
  if (isGood) return;
  const fix = `Write it like this: ${PROGRAM_EXAMPLES[service]}`;
  throw new SvcError('SVC_USAGE', `--program is "${program}", not a repository and a commit`, { fix });
}

function readPackage(folder: string): Readonly<Record<string, unknown>> | undefined {
  const file = join(folder, 'package.json');
  if (!existsSync(file)) return undefined;
  try {
    const value: unknown = JSON.parse(readFileSync(file, 'utf8'));
    return objectOf(value);
  } catch (cause) {
    const fix = 'Correct it.';
    throw new SvcError('SVC_USAGE', "the file isn't JSON", { file: 'package.json', fix, cause });
  }
}

function versionIn(about: Readonly<Record<string, unknown>> | undefined): unknown {
  const lists = [about?.['dependencies'], about?.['devDependencies']];
  return lists.map((list) => (isObject(list) ? list[PACKAGE] : undefined)).find((one) => one !== undefined);
}

/** The path of the package where `package.json` installs it from outside of the repository. */
function missingFile(folder: string, top: string): string | undefined {
  const [, path] = /^(?:file|link):(.+)/.exec(String(versionIn(readPackage(folder)))) ?? [];
  return path === undefined || isWithin(resolve(folder, path), top) ? undefined : path;
}

function installCommand(folder: string): string {
  const has = (name: string) => existsSync(join(folder, name));
  if (has('pnpm-lock.yaml')) return 'corepack pnpm install --frozen-lockfile';
  if (has('yarn.lock')) return 'corepack yarn install --immutable';
  return has('package-lock.json') ? 'npm ci' : 'npm install';
}

function template(): string {
  return readFileSync(new URL('templates/agents.yml', PROGRAM), 'utf8');
}
