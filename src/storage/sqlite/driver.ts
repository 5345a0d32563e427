import type { SqliteDatabase, SqliteStatement } from 'kysely';
import { SvcError } from '../../core/errors.js';
import { installCommand } from '../../core/optional-package.js';
import type { DatabaseProblem, ProblemKind } from '../unavailable.js';

/** The few methods that both drivers have. */
export interface Connection extends SqliteDatabase {
  exec(sql: string): unknown;
  /** Copies the database into a new file while it is in use; absent where the driver cannot. */
  backup?(path: string, steps: BackupSteps): Promise<unknown>;
}

/** How many pages are copied at once: one driver takes a number, the other a callback after each step. */
interface BackupSteps {
  readonly rate: number;
  progress(): number;
}

/**
 * Opens a database file with the driver built into Node, else with `better-sqlite3`.
 * @param path absolute, or `:memory:`
 * @throws SvcError `SVC_PACKAGE_MISSING` when no driver is installed, and the driver's errors
 */
export async function openDatabase(path: string): Promise<Connection> {
  return keepPrepared(openBuiltIn(path) ?? (await openPackage(path)));
}

/** `node:sqlite`, in Node.js 22.13 and later without a flag. */
function openBuiltIn(path: string): Connection | undefined {
  const { emitWarning } = process;
  // Node.js 22 warns that the module may change; the part used here is the same in all versions since.
  process.emitWarning = () => undefined;
  let module: BuiltInModule | undefined;
  try {
    module = process.getBuiltinModule('node:sqlite') as typeof module;
  } finally {
    process.emitWarning = emitWarning;
  }
  return module && adapt(new module.DatabaseSync(path), module.backup);
}

interface BuiltInModule {
  readonly DatabaseSync: new (path: string) => BuiltIn;
  /** Since Node.js 22.16. */
  readonly backup?: (database: BuiltIn, path: string, steps: BackupSteps) => Promise<unknown>;
}

interface BuiltInStatement {
  all(...parameters: readonly unknown[]): unknown[];
  run(...parameters: readonly unknown[]): {
    readonly changes: number | bigint;
    readonly lastInsertRowid: number | bigint;
  };
  iterate(...parameters: readonly unknown[]): IterableIterator<unknown>;
}

interface BuiltIn {
  prepare(sql: string): BuiltInStatement;
  exec(sql: string): void;
  close(): void;
}

/** Kysely needs to know whether a statement returns rows, which Node's driver doesn't report in every version. */
const GIVES_ROWS = /^\s*(?:select|with|pragma|explain|values)\b|\breturning\b/i;

function adapt(database: BuiltIn, backup: BuiltInModule['backup']): Connection {
  return {
    ...(backup && { backup: (path, steps) => backup(database, path, steps) }),
    close: () => database.close(),
    exec: (sql) => database.exec(sql),
    prepare(sql) {
      const statement = database.prepare(sql);
      return {
        reader: GIVES_ROWS.test(sql),
        all: (parameters) => statement.all(...parameters),
        run: (parameters) => statement.run(...parameters),
        iterate: (parameters) => statement.iterate(...parameters),
      };
    },
  };
}

async function openPackage(path: string): Promise<Connection> {
  try {
    const { default: Database } = await import('better-sqlite3');
    return new Database(path) as unknown as Connection;
  } catch (cause) {
    if (isAboutFile(cause)) throw cause;
    const install = installCommand(['better-sqlite3']);
    const message = `Node.js ${process.versions.node} has no SQLite driver of its own`;
    const fix = `Use Node.js 22.13 or later, run "${install}", or set DATABASE_URL to a PostgreSQL address.`;
    throw new SvcError('SVC_PACKAGE_MISSING', message, { field: 'database', fix, cause });
  }
}

/** The driver works, and the error is about the file. */
function isAboutFile(error: unknown): boolean {
  return String((error as { readonly code?: unknown }).code).startsWith('SQLITE_');
}

/** The number of cached statements, and the longest of them. */
const MAX_KEPT = 256;
const MAX_LENGTH = 4000;

/**
 * Caches prepared statements: most run again, and preparing one takes longer than running
 * it. A statement whose rows are fetched one by one is prepared again, since it is busy until the last one.
 */
function keepPrepared<Connection extends SqliteDatabase>(connection: Connection): Connection {
  const kept = new Map<string, SqliteStatement>();
  const prepare = connection.prepare.bind(connection);
  connection.prepare = (sql) => {
    const known = kept.get(sql);
    if (known !== undefined) return known;
    const statement = prepare(sql);
    if (sql.length > MAX_LENGTH) return statement;
    const held: SqliteStatement = {
      reader: statement.reader,
      all: (parameters) => statement.all(parameters),
      run: (parameters) => statement.run(parameters),
      iterate: (parameters) => prepare(sql).iterate(parameters),
    };
    if (kept.size >= MAX_KEPT) {
      const [oldest] = kept.keys();
      if (oldest !== undefined) kept.delete(oldest);
    }
    kept.set(sql, held);
    return held;
  };
  return connection;
}

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
