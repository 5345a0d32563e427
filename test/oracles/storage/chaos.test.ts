import { setTimeout } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AdminClient, type Credentials } from '../../support/sidecar/server/admin/client.js';
import { until } from '../../support/sidecar/server/serving.js';
import {
  readyStatus,
  type SpawnedSidecar,
  spawnSidecar,
} from '../../support/sidecar/server/spawned-sidecar.js';
import { postgres } from '../../support/storage/databases.js';

const database = postgres();
beforeAll(() => database.start());
afterAll(() => database.stop());

/** Ends and crashes of the database. */
const ROUNDS = 20;
const SIGNALS = ['SIGINT', 'SIGQUIT', 'SIGKILL'] as const;
/** Milliseconds within which everything is well again once the database answers. */
const RECOVERY = 5000;

/** What clients have seen. */
class Load {
  readonly problems: string[] = [];
  readonly counts = { public: 0, done: 0, refused: 0 };
  /** The last number that the server said it has stored. */
  acknowledged = 0;
  readonly sessions: Credentials[] = [];
  #isOver = false;
  #attempts = 0;
  readonly #workers: Promise<void>[] = [];

  constructor(sidecar: SpawnedSidecar, ada: Credentials) {
    const admin = new AdminClient(sidecar);
    for (const path of ['/llms.txt', '/about.md', '/.well-known/discovery.json']) {
      this.#repeat(async () => {
        const { status } = await sidecar.ask(path);
        this.counts.public += 1;
        if (status !== 200) this.problems.push(`${path}: ${status}`);
      });
    }
    for (const path of ['/settings', '/score', '/readiness', '/activity', '/settings']) {
      this.#repeat(() => this.#ask(path, () => admin.call('GET', path, ada)));
    }
    this.#repeat(async () => {
      const next = (this.acknowledged % 400) + 1;
      const isDone = await this.#ask('a setting', () =>
        admin.call('POST', '/settings', ada, { llms_full_posts: next }),
      );
      if (isDone) this.acknowledged = next;
      // A change starts a build.
      await setTimeout(400);
    });
    this.#repeat(() => this.#signIn(sidecar));
  }

  /** Somebody has signed in and a setting was stored since. */
  async progress(): Promise<void> {
    const { acknowledged, sessions } = this;
    const { length } = sessions;
    await until(() => this.acknowledged !== acknowledged && sessions.length > length, 30_000);
  }

  async end(): Promise<void> {
    this.#isOver = true;
    await Promise.all(this.#workers);
  }

  #repeat(work: () => Promise<unknown>): void {
    this.#workers.push(this.#loop(work));
  }

  async #loop(work: () => Promise<unknown>): Promise<void> {
    while (!this.#isOver) {
      await work().catch((error: unknown) => this.problems.push(String(error)));
      await setTimeout(20);
    }
  }

  /** Every answer is what was asked for, or 503 that says when to come again. */
  async #ask(
    what: string,
    work: () => Promise<{ readonly status: number; readonly headers: Headers }>,
  ): Promise<boolean> {
    const { status, headers } = await work();
    if (status === 200) this.counts.done += 1;
    else if (status === 503 && headers.has('retry-after')) this.counts.refused += 1;
    else this.problems.push(`${what}: ${status}`);
    return status === 200;
  }

  /** One client alone would reach the limit of attempts to sign in. */
  #nextClient(): string {
    this.#attempts += 1;
    return `203.0.113.${this.#attempts % 200}`;
  }

  async #signIn({ url }: SpawnedSidecar): Promise<void> {
    let session: Credentials | undefined;
    await this.#ask('signing in', async () => {
      const response = await fetch(`${url}svc/login`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', 'X-Forwarded-For': this.#nextClient() },
        body: JSON.stringify({ username: 'ada', password: 'low water at ten past six' }),
      });
      const { nonce = '' } = (await response.json()) as { nonce?: string };
      const [cookie = ''] = (response.headers.getSetCookie()[0] ?? '').split(';', 1);
      session = { Cookie: cookie, 'X-Platform-Nonce': nonce };
      return response;
    });
    if (session?.['X-Platform-Nonce']) this.sessions.push(session);
    await setTimeout(200);
  }
}

describe('a sidecar whose PostgreSQL is ended, crashes and comes back', () => {
  it(`lives on through ${ROUNDS} times under load, and loses nothing that it has acknowledged`, async () => {
    const address = await database.address();
    const sidecar = await spawnSidecar({ config: { database: address, trustedProxies: ['127.0.0.1'] } });
    await until(async () => (await readyStatus(sidecar)) === 200, 60_000);
    const ada = await new AdminClient(sidecar).as('ada', 'administrator', address);
    const load = new Load(sidecar, ada);
    for (let round = 0; round < ROUNDS; round += 1) {
      await load.progress();
      await database.end(SIGNALS[round % SIGNALS.length] ?? 'SIGINT');
      await until(async () => (await readyStatus(sidecar)) === 503, RECOVERY);
      const { text } = await sidecar.ask('/svc/health/ready');
      expect(JSON.parse(text)).toMatchObject({
        status: 'database unavailable',
        database: expect.stringContaining('PostgreSQL'),
      });
      await setTimeout(200);
      await database.again();
      await until(async () => (await readyStatus(sidecar)) === 200, RECOVERY);
    }
    await load.end();
    expect(load.problems).toEqual([]);
    expect(sidecar.ended()).toBeUndefined();
    // There was a load, and the database was away during it.
    expect(load.counts.public).toBeGreaterThan(ROUNDS * 20);
    expect(load.counts.done).toBeGreaterThan(ROUNDS);
    expect(load.counts.refused).toBeGreaterThan(ROUNDS);
    await expectKept(sidecar, load, ada);
    const messages = sidecar.log().map(({ msg }) => String(msg));
    expect(messages.filter((text) => text.startsWith("the database can't be used"))).toHaveLength(ROUNDS);
    expect(messages.filter((text) => text === 'the database can be used again')).toHaveLength(ROUNDS);
    expect(sidecar.log().filter((line) => line['err'] !== undefined)).toEqual([]);
    await sidecar.kill('SIGTERM');
    expect(sidecar.ended()).toBe(0);
  }, 600_000);
});

describe('a sidecar whose PostgreSQL ends connections', () => {
  it(`lives on through ${ROUNDS} times under load, and loses nothing that it has acknowledged`, async () => {
    const address = await database.address();
    const sidecar = await spawnSidecar({ config: { database: address, trustedProxies: ['127.0.0.1'] } });
    await until(async () => (await readyStatus(sidecar)) === 200, 60_000);
    const ada = await new AdminClient(sidecar).as('ada', 'administrator', address);
    const load = new Load(sidecar, ada);
    const owner = new pg.Client({ connectionString: address });
    await owner.connect();
    let ended = 0;
    for (let round = 0; round < ROUNDS; round += 1) {
      await load.progress();
      const { rowCount } = await owner.query(
        'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND datname = current_database()',
      );
      ended += rowCount ?? 0;
      await until(async () => (await readyStatus(sidecar)) === 200, RECOVERY);
    }
    await owner.end();
    await load.end();
    expect(load.problems).toEqual([]);
    expect(ended).toBeGreaterThan(ROUNDS);
    expect(sidecar.ended()).toBeUndefined();
    await expectKept(sidecar, load, ada);
    await sidecar.kill('SIGTERM');
    expect(sidecar.ended()).toBe(0);
  }, 300_000);
});

async function expectKept(sidecar: SpawnedSidecar, load: Load, ada: Credentials): Promise<void> {
  const admin = new AdminClient(sidecar);
  const stored = await storedSetting(admin, ada);
  // The last write may have been done without its answer having come through.
  expect([load.acknowledged, (load.acknowledged % 400) + 1]).toContain(stored);
  expect(load.sessions.length).toBeGreaterThanOrEqual(ROUNDS);
  for (const session of load.sessions) {
    expect((await admin.call('GET', '/settings', session)).status).toBe(200);
  }
}

/** A connection that was ended a moment ago may still be answered with 503 and a time to come again. */
async function storedSetting(admin: AdminClient, ada: Credentials): Promise<number> {
  let answer = await admin.call('GET', '/settings', ada);
  await until(async () => {
    if (answer.status === 503) answer = await admin.call('GET', '/settings', ada);
    return answer.status !== 503;
  }, RECOVERY);
  expect(answer.status).toBe(200);
  return (answer.body as { settings: { llms_full_posts: number } }).settings.llms_full_posts;
}
