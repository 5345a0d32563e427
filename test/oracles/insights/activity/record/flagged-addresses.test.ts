import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Hooks } from '../../../../../src/config/hooks/hooks.js';
import { defaultSettings, type Settings } from '../../../../../src/config/settings.js';
import { startActivity } from '../../../../../src/insights/activity/activity.js';
import type { VerificationResult } from '../../../../../src/insights/activity/port.js';
import {
  flaggedAddresses,
  keepFlaggedAddresses,
  pruneFlaggedAddresses,
} from '../../../../../src/insights/activity/record/flagged-addresses.js';
import { openStorage } from '../../../../../src/storage/open.js';
import type { Storage } from '../../../../../src/storage/port.js';
import { NOW, visitOf } from '../../../../support/insights/activity/record/visits.js';
import { postgres, sqlite } from '../../../../support/storage/databases.js';

const DAY = 86_400;

describe.each([sqlite(), postgres()])('addresses of flagged clients on $name', (database) => {
  const open: Storage[] = [];
  const fresh = async () => {
    const storage = await openStorage(await database.address());
    open.push(storage);
    return storage;
  };
  const all = ({ db }: Storage) =>
    db.selectFrom('flagged_addresses').select('address').orderBy('id').execute();

  beforeAll(() => database.start(), 120_000);
  afterAll(async () => {
    await Promise.all(open.map((storage) => storage.close()));
    await database.stop();
  });

  it('are the newest 25 of each client, of which 12 are told', async () => {
    const storage = await fresh();
    const visits = Array.from({ length: 30 }, (_, index) => ({
      client: 'tok:liar',
      address: `192.0.2.${index}`,
      at: NOW + Math.floor(index / 10),
    }));
    await keepFlaggedAddresses(storage, [...visits, { client: 'tok:other', address: '192.0.2.0', at: NOW }]);
    await keepFlaggedAddresses(storage, [{ client: 'tok:liar', address: '192.0.2.29', at: NOW + 9 }]);
    const told = await flaggedAddresses(storage, 'tok:liar');
    expect(told).toHaveLength(12);
    expect(told[0]).toEqual({ ip: '192.0.2.29', hits: 2, lastSeen: '2026-07-02T10:00:09+00:00' });
    expect(told.at(-1)?.ip).toBe('192.0.2.18');
    expect(await all(storage)).toHaveLength(26);
  });

  it('go after 14 days, when they are too many, and when they are no longer wished for', async () => {
    const storage = await fresh();
    const hooks = new Hooks();
    const prune = (isKept: boolean) => pruneFlaggedAddresses(storage, { isKept, hooks, now: NOW });
    const visit = (address: string, at: number) => ({ client: address, address, at });
    await keepFlaggedAddresses(storage, [
      visit('192.0.2.1', NOW - 14 * DAY - 1),
      visit('192.0.2.2', NOW - 14 * DAY),
      visit('192.0.2.3', NOW),
    ]);
    await prune(true);
    expect((await all(storage)).map(({ address }) => address)).toEqual(['192.0.2.2', '192.0.2.3']);
    hooks.filter('svc_flagged_ips_max_rows', () => 1);
    await prune(true);
    expect((await all(storage)).map(({ address }) => address)).toEqual(['192.0.2.3']);
    await prune(false);
    expect(await all(storage)).toEqual([]);
  });

  it('go after as many days as a hook says', async () => {
    const storage = await fresh();
    const hooks = new Hooks();
    hooks.filter('svc_flagged_ip_retention_days', () => 2);
    await keepFlaggedAddresses(storage, [
      { client: 'tok:liar', address: '192.0.2.1', at: NOW - 2 * DAY - 1 },
      { client: 'tok:liar', address: '192.0.2.2', at: NOW - 2 * DAY },
    ]);
    await pruneFlaggedAddresses(storage, { isKept: true, hooks, now: NOW });
    expect(await all(storage)).toEqual([{ address: '192.0.2.2' }]);
  });

  it('are all in the database when the log is closed while a client is still being verified', async () => {
    const storage = await fresh();
    const settings: Settings = { ...defaultSettings(), store_flagged_ips: true };
    let decide = (_: VerificationResult): void => undefined;
    const activity = startActivity({
      storage,
      hooks: new Hooks(),
      settings: async () => settings,
      isOwner: async () => false,
      addressOf: (peer) => peer,
      verifier: { check: () => new Promise<VerificationResult>((resolve) => (decide = resolve)) },
      reviewKey: async (userAgent) => `ua:${userAgent}`,
      now: () => NOW,
      random: () => 0.5,
      logError: (error) => {
        throw error;
      },
    });
    activity.recorder.record({ ...VISIT, peer: '198.51.100.9', userAgent: 'Googlebot/2.1' });
    const closed = activity.close();
    await new Promise((resolve) => setTimeout(resolve, 100));
    decide({ verdict: 2, network: '', signer: '' });
    await closed;
    const kinds = await storage.db.selectFrom('visit_kinds').select('ua').execute();
    expect(kinds).toEqual([{ ua: 'Googlebot/2.1' }]);
    expect(await all(storage)).toEqual([{ address: '198.51.100.9' }]);
  });

  it.each([
    [true, ['198.51.100.2', '198.51.100.3']],
    [false, []],
  ])('are kept while that is switched %s, of liars only', async (isOn, expected) => {
    const storage = await fresh();
    const settings: Settings = { ...defaultSettings(), store_flagged_ips: isOn };
    const finding = (verdict: VerificationResult['verdict']): VerificationResult => ({
      verdict,
      network: '',
      signer: '',
    });
    const activity = startActivity({
      storage,
      hooks: new Hooks(),
      settings: async () => settings,
      isOwner: async () => false,
      addressOf: (peer) => peer,
      reviewKey: async (userAgent) => `ua:${userAgent}`,
      now: () => NOW,
      random: () => 0.5,
      logError: (error) => {
        throw error;
      },
    });
    const record = (peer: string, userAgent: string, verdict: VerificationResult['verdict']) =>
      activity.recorder.record({ ...VISIT, peer, userAgent, finding: finding(verdict) });
    record('198.51.100.1', 'GPTBot/1.2', 1);
    record('198.51.100.2', 'Googlebot/2.1', 2);
    record('198.51.100.3', 'Nokia6600/1.0 SymbianOS/7.0s', 0);
    record('198.51.100.4', 'curl/8.5.0', 0);
    record('', 'Googlebot/2.1', 2);
    await activity.close();
    expect((await all(storage)).map(({ address }) => address)).toEqual(expected);
  });
});

const VISIT = visitOf();
