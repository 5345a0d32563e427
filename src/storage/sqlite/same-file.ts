import { statSync } from 'node:fs';
import type { DatabaseProblem } from '../unavailable.js';
import { explainSqlite, sqliteProblem } from './explain.js';

/**
 * Makes a check whether a path still leads to the open file. SQLite itself goes on with a file that was
 * removed or replaced, and its writes are lost with the process; an emptied one it reads from memory.
 * @param path of a file that exists and is not empty
 */
export function sameFile(path: string): () => DatabaseProblem | undefined {
  const { dev, ino } = statSync(path, { bigint: true });
  return () => {
    try {
      const now = statSync(path, { bigint: true });
      if (now.ino !== ino || now.dev !== dev) return sqliteProblem(path, 'gone');
      return now.size === 0n ? sqliteProblem(path, 'damaged') : undefined;
    } catch (error) {
      return explainSqlite(path, error) ?? sqliteProblem(path, 'gone');
    }
  };
}
