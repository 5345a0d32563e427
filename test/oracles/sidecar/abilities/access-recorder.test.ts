import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Hooks } from '../../../../src/config/hooks/hooks.js';
import type { Settings } from '../../../../src/config/settings.js';
import type { AbilityCaller } from '../../../../src/sidecar/abilities/ability.js';
import { AccessRecorder, MAX_ACCESS_ROWS } from '../../../../src/sidecar/abilities/access-recorder.js';
import { openStorage } from '../../../../src/storage/open.js';
import type { Storage } from '../../../../src/storage/port.js';
import {
  addAccess,
  countAccess,
  listAccess,
  markAccessSeen,
} from '../../../../src/storage/tables/agent-access.js';
import { putClient, removeClient } from '../../../../src/storage/tables/oauth-clients.js';
import { addUser } from '../../../../src/storage/tables/users.js';
import { postgres, sqlite } from '../../../support/storage/databases.js';

const DAY = 86_400;
const START = 1_800_000_000;

describe.each([sqlite(), postgres()])('the record of access in $name', (database) => {
  let storage: Storage;
  let hooks: Hooks;
  let isOn = true;
  let now = START;
  let recorder: AccessRecorder;
  const errors: unknown[] = [];
  let ada: AbilityCaller;

  beforeAll(() => database.start(), 60_000);
  afterAll(() => database.stop());

  async function begin(): Promise<void> {
    storage = await openStorage(await database.address());
    hooks = new Hooks();
    isOn = true;
    now = START;
    const user = {
      name: 'ada',
      displayName: 'Ada of the Harbour',
      email: '',
      role: 'administrator',
      password: '',
    };
    const id = (await addUser(storage.db, { ...user, created: 1 })) ?? 0;
    await putClient(storage.db, {
      id: 'svcoc_1',
      name: 'Kettle',
      redirectUris: ['https://kettle.example/back'],
      created: 1,
      freshUntil: 0,
    });
    ada = {
      actor: { id, name: 'ada', role: 'administrator' },
      scope: 'read',
      credential: { kind: 'oauth', clientId: 'svcoc_1', name: 'Kettle' },
    };
    recorder = new AccessRecorder({
      storage,
      hooks,
      settings: async () => ({ agent_access_events: isOn }) as Settings,
      now: () => now,
      logError: (error) => errors.push(error),
    });
  }

  const rows = () => listAccess(storage.db, { before: undefined, limit: 100 });

  it('counts what happens again in one row, which is new again', async () => {
    await begin();
    const used = { kind: 'used', ability: 'svc/read-terms', caller: ada, detail: '' } as const;
    recorder.record(used);
    recorder.record(used);
    await recorder.flush();
    await markAccessSeen(storage.db);
    now += 50;
    recorder.record(used);
    recorder.record({ ...used, kind: 'refused', detail: '403' });
    recorder.record({ kind: 'probed', ability: '', caller: undefined, detail: '404' });
    recorder.record({ kind: 'probed', ability: '', caller: undefined, detail: '400' });
    await recorder.flush();
    expect(errors).toEqual([]);
    const found = (await rows()).map(({ id: _, user_id: __, ...row }) => row);
    const common = { first_at: START + 50, last_at: START + 50, seen: 0 };
    const byAda = { cred: 'svc-oauth:svcoc_1', user: 'Ada of the Harbour', client: 'Kettle' };
    expect(found).toHaveLength(3);
    expect(found).toContainEqual({
      ...{ ...common, ...byAda, first_at: START },
      ...{ kind: 'ability_used', subject: 'svc/read-terms', detail: 'own', hits: 3 },
    });
    expect(found).toContainEqual({
      ...{ ...common, ...byAda },
      ...{ kind: 'ability_refused', subject: 'svc/read-terms', detail: '403', hits: 1 },
    });
    expect(found).toContainEqual({
      ...{ ...common, cred: '', user: null, client: null },
      ...{ kind: 'ability_probed', subject: '', detail: '400', hits: 2 },
    });
    expect(await countAccess(storage.db)).toEqual({ total: 3, unseen: 3, used: 1, lastAt: START + 50 });
    await removeClient(storage.db, 'svcoc_1');
    expect((await rows()).map(({ client }) => client)).toEqual([null, null, null]);
    await storage.close();
  });

  it('is written by two at once without losing one', async () => {
    await begin();
    const other = new AccessRecorder({
      storage,
      hooks,
      settings: async () => ({ agent_access_events: true }) as Settings,
      now: () => now,
      logError: (error) => errors.push(error),
    });
    for (let round = 0; round < 20; round += 1) {
      for (const one of [recorder, other]) {
        one.record({ kind: 'used', ability: `svc/a-${round % 3}`, caller: ada, detail: '' });
      }
      await Promise.all([recorder.flush(), other.flush()]);
    }
    expect(errors).toEqual([]);
    expect((await rows()).reduce((sum, { hits }) => sum + Number(hits), 0)).toBe(40);
    await storage.close();
  });

  it('is off by its setting, and plugins decide about each event', async () => {
    await begin();
    isOn = false;
    recorder.record({ kind: 'used', ability: 'svc/a', caller: ada, detail: '' });
    await recorder.flush();
    expect(await rows()).toEqual([]);
    hooks.filter('svc_agent_access_enabled', () => true);
    hooks.filter('svc_agent_access_event', (event) => {
      const subject = (event as { subject?: string } | null)?.subject;
      if (subject === 'svc/quiet') return null;
      return subject === 'svc/loud' ? { ...event, subject: 'svc/a', userId: 99, hits: 1000 } : event;
    });
    for (const ability of ['svc/quiet', 'svc/loud', 'svc/a']) {
      recorder.record({ kind: 'used', ability, caller: ada, detail: '' });
    }
    await recorder.flush();
    expect((await rows()).map(({ subject, hits, user_id }) => [subject, Number(hits), user_id])).toEqual([
      ['svc/a', 2, ada.actor.id],
    ]);
    await storage.close();
  });

  it('forgets what is old, and all but the latest rows', async () => {
    await begin();
    const tally = { kind: 'ability_used', userId: 1, cred: '', detail: 'own', hits: 1 };
    const row = (at: number, subject: string) => ({ ...tally, subject, firstAt: at, lastAt: at });
    await addAccess(storage.db, [
      row(START - 91 * DAY, 'svc/old'),
      ...Array.from({ length: MAX_ACCESS_ROWS + 10 }, (_, at) => row(START - at, `svc/n-${at}`)),
    ]);
    recorder.record({ kind: 'used', ability: 'svc/now', caller: ada, detail: '' });
    await recorder.flush();
    expect((await countAccess(storage.db)).total).toBe(MAX_ACCESS_ROWS);
    const [latest] = await rows();
    expect(latest?.last_at).toBe(START);
    hooks.filter('svc_agent_access_retention_days', () => 1);
    now = START + DAY + 1;
    recorder.record({ kind: 'used', ability: 'svc/later', caller: ada, detail: '' });
    await recorder.flush();
    expect((await rows()).map(({ subject }) => subject)).toEqual(['svc/later']);
    await storage.close();
  });
});
