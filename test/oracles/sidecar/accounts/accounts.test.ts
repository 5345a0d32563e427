import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { defaultSettings } from '../../../../src/config/settings.js';
import { settingsStore } from '../../../../src/config/settings-store.js';
import { clientKey } from '../../../../src/core/net/client-address.js';
import { checkPassword, hashPassword } from '../../../../src/sidecar/accounts/password.js';
import { resumeSession, SESSION_LIFETIME, startSession } from '../../../../src/sidecar/accounts/sessions.js';
import {
  isFirstLink,
  mintFirstLink,
  redeemFirstLink,
  signIn,
} from '../../../../src/sidecar/accounts/sign-in.js';
import { SignInThrottle } from '../../../../src/sidecar/accounts/throttle.js';
import { openStorage } from '../../../../src/storage/open.js';
import type { Storage } from '../../../../src/storage/port.js';
import { settingsCell } from '../../../../src/storage/settings-cell.js';
import { ensureOption } from '../../../../src/storage/tables/options.js';
import { addToken, consumeToken, sessionsOf } from '../../../../src/storage/tables/sessions.js';
import { addUser, listUsers, removeUser } from '../../../../src/storage/tables/users.js';
import { postgres, sqlite } from '../../../support/storage/databases.js';

const NOW = 1_800_000_000;
const DAY = 86_400;
const PASSWORD = 'seals on the slipway';
const browser = { userAgent: 'Browser/1', address: '192.0.2.7' };
const hash = await hashPassword(PASSWORD);

describe.each([sqlite(), postgres()])('accounts on $name', (database) => {
  const open: Storage[] = [];
  /** Two connections to one new database: two processes. */
  const twins = async (): Promise<readonly [Storage, Storage]> => {
    const address = await database.address();
    const pair = [await openStorage(address), await openStorage(address)] as const;
    open.push(...pair);
    return pair;
  };
  const withUser = async () => {
    const [storage, other] = await twins();
    const user = {
      name: 'Wren',
      displayName: 'Wren',
      email: '',
      role: 'editor',
      password: hash,
      created: NOW,
    };
    const id = (await addUser(storage.db, user)) ?? 0;
    const throttles = new Map([storage, other].map((one) => [one, new SignInThrottle(one)]));
    const attempt = (
      password: string,
      now = NOW,
      from = storage,
      address = '192.0.2.7',
      username = 'WREN',
    ) => {
      const throttle = throttles.get(from) as SignInThrottle;
      return signIn(
        { storage: from, throttle },
        { username, password, address, client: clientKey(address) },
        now,
      );
    };
    return { storage, other, id, attempt };
  };

  beforeAll(() => database.start());
  afterAll(async () => {
    await Promise.all(open.map((storage) => storage.close()));
    await database.stop();
  });

  it('have names that differ but for case', async () => {
    const { storage } = await withUser();
    const again = { name: 'wren', displayName: '', email: '', role: 'author', password: '', created: NOW };
    expect(await addUser(storage.db, again)).toBeUndefined();
    expect(await listUsers(storage.db)).toMatchObject([{ name: 'wren', role: 'editor' }]);
  });

  it('sign in with the right password alone', async () => {
    const { attempt } = await withUser();
    expect(await attempt(PASSWORD)).toMatchObject({ kind: 'in', user: { name: 'wren' } });
    expect(await attempt('wrong')).toEqual({ kind: 'wrong' });
    expect(await attempt(PASSWORD, NOW, undefined, '192.0.2.7', 'nobody')).toEqual({ kind: 'wrong' });
  });

  it('are locked for 15 minutes after 10 failures, for that name and address only', async () => {
    const { attempt } = await withUser();
    for (let count = 0; count < 10; count += 1) expect((await attempt('no', NOW + count)).kind).toBe('wrong');
    expect(await attempt(PASSWORD, NOW + 20)).toEqual({ kind: 'locked', retryAfter: 889 });
    expect((await attempt(PASSWORD, NOW + 20, undefined, '198.51.100.1')).kind).toBe('in');
    expect((await attempt(PASSWORD, NOW + 908)).kind).toBe('locked');
    expect((await attempt(PASSWORD, NOW + 909)).kind).toBe('in');
  });

  it('are not locked by failures from before the clock was set back', async () => {
    const { attempt } = await withUser();
    for (let count = 0; count < 10; count += 1) await attempt('no', NOW + 86_400);
    expect((await attempt(PASSWORD, NOW)).kind).toBe('in');
  });

  it('are locked for all addresses of an IPv6 network at once', async () => {
    const { attempt } = await withUser();
    const kinds: string[] = [];
    for (let count = 0; count < 14; count += 1) {
      kinds.push((await attempt('no', NOW, undefined, `2001:db8:1:2::${count + 1}`)).kind);
    }
    expect(kinds).toEqual([...Array(10).fill('wrong'), ...Array(4).fill('locked')]);
    expect((await attempt(PASSWORD, NOW, undefined, '2001:db8:1:3::1')).kind).toBe('in');
  });

  it('become slow, not locked, while many clients try one name; a known client is not slowed', async () => {
    const { attempt, storage, id } = await withUser();
    await startSession(storage, id, browser, NOW);
    const from = (count: number) => `198.51.${count}.1`;
    for (let count = 0; count < 50; count += 1) {
      expect((await attempt('no', NOW, undefined, from(count))).kind).toBe('wrong');
    }
    expect((await attempt(PASSWORD, NOW, undefined, from(60))).kind).toBe('in');
    expect(await attempt(PASSWORD, NOW + 1, undefined, from(61))).toEqual({ kind: 'locked', retryAfter: 9 });
    expect((await attempt(PASSWORD, NOW + 1, undefined, '192.0.2.99')).kind).toBe('in');
    expect((await attempt(PASSWORD, NOW + 10, undefined, from(61))).kind).toBe('in');
    expect((await attempt('no', NOW + 10, undefined, from(62), 'other')).kind).toBe('wrong');
  });

  it('stop a client that tries many names, on all processes', async () => {
    const { attempt, storage, other } = await withUser();
    const kinds: string[] = [];
    for (let count = 0; count < 130; count += 1) {
      const process = count % 2 === 0 ? storage : other;
      kinds.push((await attempt('no', NOW, process, '203.0.113.5', `name-${count}`)).kind);
    }
    expect(kinds.filter((kind) => kind === 'wrong').length).toBeGreaterThanOrEqual(80);
    expect(kinds.filter((kind) => kind === 'wrong').length).toBeLessThanOrEqual(100);
    const rows = await storage.db.selectFrom('sign_in_failures').select('at').execute();
    expect(rows.length).toBeLessThanOrEqual(100);
    expect((await attempt('no', NOW + 900, storage, '203.0.113.5', 'late')).kind).toBe('wrong');
    await attempt('no', NOW + 1801, storage, '203.0.113.6', 'later');
    const left = await storage.db.selectFrom('sign_in_failures').select('name').execute();
    expect(left.map(({ name }) => name).sort()).toEqual(['late', 'later']);
  });

  it('may sign in with the tenth attempt, and are then free of what failed before', async () => {
    const { attempt } = await withUser();
    for (let round = 0; round < 2; round += 1) {
      for (let count = 0; count < 9; count += 1) expect((await attempt('no')).kind).toBe('wrong');
      expect((await attempt(PASSWORD)).kind).toBe('in');
    }
  });

  it.each([
    [900, 'locked'],
    [901, 'in'],
  ])('that failed ten times within %i seconds are %s', async (seconds, kind) => {
    const { attempt } = await withUser();
    expect((await attempt('no', NOW - seconds)).kind).toBe('wrong');
    for (let count = 1; count < 10; count += 1) expect((await attempt('no')).kind).toBe('wrong');
    expect((await attempt(PASSWORD)).kind).toBe(kind);
  });

  it('count attempts that are made at once, on all processes', async () => {
    const { attempt, storage, other } = await withUser();
    const results = await Promise.all(
      Array.from({ length: 16 }, (_, index) => attempt('no', NOW, index % 2 === 0 ? storage : other)),
    );
    expect(results.filter(({ kind }) => kind === 'wrong')).toHaveLength(10);
    expect(results.filter(({ kind }) => kind === 'locked')).toHaveLength(6);
  });

  it('stay signed in for 14 days after the last use', async () => {
    const { storage, other, id } = await withUser();
    const secret = await startSession(storage, id, browser, NOW);
    expect(await resumeSession(other, secret, NOW + 13 * DAY)).toMatchObject({ user: { id } });
    expect(await resumeSession(storage, secret, NOW + 26 * DAY)).toMatchObject({ user: { id } });
    expect(await resumeSession(storage, secret, NOW + 26 * DAY + SESSION_LIFETIME)).toBeUndefined();
    expect(await resumeSession(storage, `${secret}x`, NOW)).toBeUndefined();
  });

  it('are signed out 14 days to the second after the last use that was written down', async () => {
    const { storage, id } = await withUser();
    const end = NOW + 14 * DAY;
    const usedAt = async (...times: readonly number[]) => {
      const secret = await startSession(storage, id, browser, NOW);
      for (const time of times.slice(0, -1)) await resumeSession(storage, secret, time);
      return (await resumeSession(storage, secret, times.at(-1) ?? NOW)) !== undefined;
    };
    expect([await usedAt(end - 1), await usedAt(end)]).toEqual([true, false]);
    // A use is written down at most once an hour.
    expect(await usedAt(NOW + 3599, end)).toBe(false);
    expect([await usedAt(NOW + 3600, end + 3599), await usedAt(NOW + 3600, end + 3600)]).toEqual([
      true,
      false,
    ]);
  });

  it('list a session as long as it lives, and forget it then', async () => {
    const { storage, id } = await withUser();
    const end = NOW + 14 * DAY;
    await startSession(storage, id, browser, NOW);
    const listed = async (now: number) => (await sessionsOf(storage.db, id, now)).length;
    expect([await listed(end - 1), await listed(end)]).toEqual([1, 0]);
    const kept = async () => (await storage.db.selectFrom('sessions').select('created').execute()).length;
    // A new session clears away those that have ended.
    await startSession(storage, id, browser, end - 1);
    expect(await kept()).toBe(2);
    await startSession(storage, id, browser, end);
    expect(await kept()).toBe(2);
  });

  it.each([
    ['192.0.2.7', '192.0.2.*'],
    ['::ffff:192.0.2.7', '192.0.2.*'],
    ['::FFFF:192.0.2.7', '192.0.2.*'],
    ['2001:db8:1:2::7', '2001:db8:1:*'],
    ['', ''],
  ])('show only the network of the address %j', async (address, shown) => {
    const { storage, id } = await withUser();
    await startSession(storage, id, { ...browser, address }, NOW);
    expect((await sessionsOf(storage.db, id, NOW)).map((session) => session.address)).toEqual([shown]);
  });

  it('keep no secret of a session', async () => {
    const { storage, id } = await withUser();
    const secret = await startSession(storage, id, browser, NOW);
    expect(JSON.stringify(await storage.db.selectFrom('sessions').selectAll().execute())).not.toContain(
      secret,
    );
  });

  it('lose their sessions when they are removed', async () => {
    const { storage, other, id } = await withUser();
    const secret = await startSession(storage, id, browser, NOW);
    await removeUser(other.db, 'WREN');
    expect(await resumeSession(storage, secret, NOW)).toBeUndefined();
    expect(await sessionsOf(storage.db, id, NOW)).toEqual([]);
  });

  it('begin with the link of any sidecar, for the first account only', async () => {
    const [storage, other] = await twins();
    const links = await Promise.all(
      [storage, other].map(async (one) => (await mintFirstLink(one, NOW)) ?? ''),
    );
    const valid = () => Promise.all(links.map((secret) => isFirstLink(storage, secret, NOW)));
    expect(await valid()).toEqual([true, true]);
    const redeem = (from: Storage, secret: string | undefined, username: string) =>
      redeemFirstLink(from, { secret: secret ?? '', username, password: hash }, NOW);
    const results = await Promise.all([
      redeem(storage, links[0], 'ada'),
      redeem(other, links[0], 'bob'),
      redeem(other, links[1], 'eve'),
    ]);
    expect(results.filter((id) => id !== undefined)).toHaveLength(1);
    expect(await listUsers(storage.db)).toMatchObject([{ role: 'administrator' }]);
    expect(await valid()).toEqual([false, false]);
    expect(await mintFirstLink(storage, NOW)).toBeUndefined();
  });

  it('begin with a link that works for an hour, to the second', async () => {
    for (const [after, works] of [
      [3599, true],
      [3600, false],
    ] as const) {
      const [storage] = await twins();
      const secret = (await mintFirstLink(storage, NOW)) ?? '';
      const now = NOW + after;
      expect(await isFirstLink(storage, secret, now)).toBe(works);
      const id = await redeemFirstLink(storage, { secret, username: 'ada', password: hash }, now);
      expect(id !== undefined).toBe(works);
    }
  });

  it('use a token up once, however many try', async () => {
    const [storage, other] = await twins();
    const token = { hash: 'h', kind: 'k', data: { a: 1 }, expires: NOW + 60 };
    await addToken(storage.db, token);
    expect(await consumeToken(other.db, { ...token, kind: 'other' }, NOW)).toBeUndefined();
    const taken = await Promise.all(
      Array.from({ length: 8 }, (_, index) => consumeToken((index % 2 ? storage : other).db, token, NOW)),
    );
    expect(taken.filter((one) => one !== undefined)).toEqual([{ data: { a: 1 } }]);
    await addToken(storage.db, token);
    expect(await consumeToken(storage.db, token, NOW + 60)).toBeUndefined();
  });

  it('agree on a secret that all make at once', async () => {
    const [storage, other] = await twins();
    const made = await Promise.all([
      ensureOption(storage.db, 'key', 'a'),
      ensureOption(other.db, 'key', 'b'),
    ]);
    expect(new Set(made).size).toBe(1);
  });

  it('lose no change of settings that two processes make at once', async () => {
    const [storage, other] = await twins();
    const stores = [storage, other].map((one) =>
      settingsStore(settingsCell(one), { base: defaultSettings() }),
    );
    const [first, second] = stores;
    const before = await first?.stamp();
    await Promise.all([
      first?.update((settings) => ({ ...settings, topics_max: 7 })),
      second?.update((settings) => ({ ...settings, enable_robots: false })),
      first?.update((settings) => ({ ...settings, llms_full_posts: 9 })),
    ]);
    expect(await second?.read()).toMatchObject({ topics_max: 7, enable_robots: false, llms_full_posts: 9 });
    expect(await second?.stamp()).not.toBe(before);
    const changed = await first?.stamp();
    expect(await first?.reset()).toEqual(defaultSettings());
    expect(await second?.stamp()).not.toBe(changed);
    expect(await second?.read()).toEqual(defaultSettings());
  });
});

describe('a password', () => {
  it('is stored with salt and cost, and found however it was typed', async () => {
    expect(hash).toMatch(/^scrypt\$32768\$8\$1\$[\w-]{22}\$[\w-]{43}$/);
    expect(await hashPassword(PASSWORD)).not.toBe(hash);
    expect(await checkPassword('e\u0301te\u0301', await hashPassword('\u00e9t\u00e9'))).toBe(true);
  });

  it.each(['', undefined])('of an account without one (%j) is never right', async (stored) => {
    for (const guess of ['', 'A', PASSWORD]) expect(await checkPassword(guess, stored)).toBe(false);
  });

  it('of a megabyte is refused', async () => {
    expect(await checkPassword('x'.repeat(1 << 20), hash)).toBe(false);
    expect(await checkPassword('x'.repeat(1 << 20), await hashPassword(''))).toBe(false);
  });
});
