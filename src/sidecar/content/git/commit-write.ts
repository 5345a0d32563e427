import { execFile } from 'node:child_process';
import { realpath } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Timeouts of git commands in milliseconds; time in hooks of the repository counts. */
const COMMIT_TIMEOUT = 20_000;
const PUSH_TIMEOUT = 60_000;

/** The name and address of a git author. */
interface GitPerson {
  readonly name: string;
  /** May be empty. */
  readonly email: string;
}

/** A write to be committed. */
interface CommittedWrite {
  /** Absolute paths of the written files, all in one repository. */
  readonly paths: readonly string[];
  readonly subject: string;
  readonly author: GitPerson;
}

/**
 * Commits written files, and no other modified or staged files of the working tree.
 * @returns false when there is nothing to commit
 * @throws the error of git, also outside of a repository
 */
export async function commitWrite({ paths, subject, author }: CommittedWrite): Promise<boolean> {
  const files = await Promise.all(paths.map(realPath));
  const [first] = files;
  if (first === undefined) return false;
  const folder = dirname(first);
  const { name, email } = { name: plain(author.name) || 'svc', email: plain(author.email) };
  const env = await committerOf(folder, { name, email });
  const git = (...args: readonly string[]) => gitIn(folder, args, { timeout: COMMIT_TIMEOUT, env });
  // Git has to track a new file before a commit can name it.
  await git('add', '--intent-to-add', '--', ...files);
  if ((await git('status', '--porcelain', '-z', '--', ...files)) === '') return false;
  await git(
    'commit',
    '--quiet',
    `--author=${name} <${email}>`,
    '--message',
    subject,
    '--only',
    '--',
    ...files,
  );
  return true;
}

/**
 * Pushes the current commit to the remote of the branch.
 * @param branch name of the remote branch; by default, git's configuration decides
 * @throws the error of git
 */
export async function pushCommits(folder: string, branch: string | undefined): Promise<void> {
  const options = { timeout: PUSH_TIMEOUT, env: {} };
  if (branch === undefined) {
    await gitIn(folder, ['push', '--quiet'], options);
    return;
  }
  const remote = await remoteOf(folder);
  await gitIn(folder, ['push', '--quiet', remote, `HEAD:refs/heads/${branch}`], options);
}

async function remoteOf(folder: string): Promise<string> {
  const ask = (...args: readonly string[]) => gitIn(folder, args, { timeout: COMMIT_TIMEOUT, env: {} });
  const branch = (await ask('rev-parse', '--abbrev-ref', 'HEAD')).trim();
  const known = await ask('config', '--get', `branch.${branch}.remote`).catch(() => '');
  return known.trim() || 'origin';
}

/** Returns the environment for git: without a configured committer, the author is the committer. */
async function committerOf(folder: string, { name, email }: GitPerson): Promise<Record<string, string>> {
  const known = await gitIn(folder, ['config', '--get', 'user.email'], {
    timeout: COMMIT_TIMEOUT,
    env: {},
  }).catch(() => '');
  if (known.trim() !== '' || process.env['GIT_COMMITTER_EMAIL'] !== undefined) return {};
  return { GIT_COMMITTER_NAME: name, GIT_COMMITTER_EMAIL: email };
}

async function gitIn(
  folder: string,
  args: readonly string[],
  { timeout, env }: { readonly timeout: number; readonly env: Readonly<Record<string, string>> },
): Promise<string> {
  const { stdout } = await run('git', ['-C', folder, ...args], {
    timeout,
    maxBuffer: 16 << 20,
    // There is no terminal to answer prompts.
    env: { ...process.env, GIT_TERMINAL_PROMPT: '0', ...env },
  });
  return stdout;
}

/** Resolves symbolic links in the folders of a path; git considers linked paths to be outside of the repository. */
async function realPath(path: string): Promise<string> {
  return join(await realpath(dirname(path)), basename(path));
}

/** Replaces characters that would end a name or an address in git. */
function plain(text: string): string {
  return text.replace(/[<>\p{Cc}]/gu, ' ').trim();
}

/** Timeout of git commands in milliseconds. */
const COUNT_TIMEOUT = 5000;

/**
 * Counts content changes that exist only on this machine: uncommitted files and unpushed commits.
 * @param folder absolute, in a working tree of git
 * @param paths of the content, absolute
 * @returns undefined without git, a working tree, or a remote to push to
 */
export async function countUnpushed(folder: string, paths: readonly string[]): Promise<number | undefined> {
  const git = (...args: readonly string[]) => gitIn(folder, args, { timeout: COUNT_TIMEOUT, env: {} });
  try {
    const ahead = await git('rev-list', '--count', '@{upstream}..HEAD', '--', ...paths);
    const changed = await git('status', '--porcelain', '-z', '--', ...paths);
    return Number(ahead) + changed.split('\0').filter((line) => line !== '').length;
  } catch {
    return undefined;
  }
}
