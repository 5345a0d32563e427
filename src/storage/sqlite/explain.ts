import type { DatabaseProblem, ProblemKind } from '../unavailable.js';

const RESTORE = 'Stop the server, run "svc restore FILE" with a backup, and start it again.';
const AGAIN = 'A running server recovers by itself then.';

/** Message, with the place of the file or its name alone, and what to do. */
type Text = readonly [message: (file: string) => string, fix: string];

const TEXTS: Readonly<Record<Exclude<ProblemKind, 'unreachable' | 'refused'>, Text>> = {
  damaged: [
    (file) => `the file ${file} is damaged, or isn't a SQLite database`,
    `${RESTORE} Without a backup, move the file away: the server then begins with an empty database.`,
  ],
  gone: [
    (file) => `the database file ${file} was removed or replaced while the server runs`,
    `Put the file back, or: ${RESTORE} A server that starts without the file begins with an empty database.`,
  ],
  full: [(file) => `the disk is full, so ${file} can't be written`, `Free space on the disk. ${AGAIN}`],
  locked: [
    (file) => `another program has locked the database file ${file}`,
    `Wait until it has finished, or end it. "fuser" with the path of the file shows its process id. ${AGAIN}`,
  ],
  'read-only': [
    (file) => `the database file ${file} can't be written`,
    `Check the permissions of the file and of its folder, and that the disk is writable. ${AGAIN}`,
  ],
  failing: [
    (file) => `the disk refuses to read or write the database file ${file}`,
    `Check the disk, its free space and the permissions of the file. ${AGAIN}`,
  ],
};

/** Primary result codes, by name and number. */
const KINDS: Readonly<Record<string, keyof typeof TEXTS>> = {
  BUSY: 'locked',
  READONLY: 'read-only',
  IOERR: 'failing',
  CORRUPT: 'damaged',
  FULL: 'full',
  CANTOPEN: 'failing',
  NOTADB: 'damaged',
  5: 'locked',
  8: 'read-only',
  10: 'failing',
  11: 'damaged',
  13: 'full',
  14: 'failing',
  26: 'damaged',
};
/** SQLITE_READONLY_DBMOVED: SQLite itself has noticed. */
const MOVED = 1032;

/** What an error of SQLite says about the file; undefined for one of a statement. Both drivers are understood. */
export function explainSqlite(path: string, error: unknown): DatabaseProblem | undefined {
  const kind = kindOf(error);
  return kind && sqliteProblem(path, kind);
}

/** Explains a fault of the file. */
export function sqliteProblem(path: string, kind: keyof typeof TEXTS): DatabaseProblem {
  const [message, fix] = TEXTS[kind];
  const told = message(`"${path.replace(/^.*[/\\]/, '')}"`);
  return { kind, message: message(path), told: `${told.slice(0, 1).toUpperCase()}${told.slice(1)}.`, fix };
}

function kindOf(error: unknown): keyof typeof TEXTS | undefined {
  const { code, errcode } = error as { readonly code?: unknown; readonly errcode?: unknown };
  if (typeof errcode === 'number') return errcode === MOVED ? 'gone' : KINDS[errcode & 0xff];
  if (typeof code !== 'string') return undefined;
  if (code === 'SQLITE_READONLY_DBMOVED') return 'gone';
  const [, name = ''] = /^SQLITE_([A-Z]+)/.exec(code) ?? [];
  if (name !== '') return KINDS[name];
  return SYSTEM[code];
}

/** Errors of the system when the file is opened or its status is read. */
const SYSTEM: Readonly<Record<string, keyof typeof TEXTS>> = {
  ENOSPC: 'full',
  EDQUOT: 'full',
  EACCES: 'read-only',
  EPERM: 'read-only',
  EROFS: 'read-only',
  EIO: 'failing',
  ESTALE: 'failing',
};
