import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Milliseconds until git is not waited for. */
const TIMEOUT = 5000;

/**
 * Counts changes of content that only this machine has: files that are not committed, and commits that are not
 * pushed.
 * @param folder absolute, in a working tree of git
 * @param paths of the content, absolute
 * @returns undefined where there is no git, no working tree, or nowhere to push to
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
