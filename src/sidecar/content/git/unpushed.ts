import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Timeout of git commands in milliseconds. */
const TIMEOUT = 5000;

/**
 * Counts content changes that exist only on this machine: uncommitted files and unpushed commits.
 * @param folder absolute, in a working tree of git
 * @param paths of the content, absolute
 * @returns undefined without git, a working tree, or a remote to push to
 */
export async function countUnpushed(folder: string, paths: readonly string[]): Promise<number | undefined> {
  const git = async (...args: readonly string[]) =>
    (await run('git', ['-C', folder, ...args], { timeout: TIMEOUT, maxBuffer: 16 << 20 })).stdout;
  try {
    const ahead = await git('rev-list', '--count', '@{upstream}..HEAD', '--', ...paths);
    const changed = await git('status', '--porcelain', '-z', '--', ...paths);
    return Number(ahead) + changed.split('\0').filter((line) => line !== '').length;
  } catch {
    return undefined;
  }
}
