import { afterEach, expect, it } from 'vitest';
import { Hooks } from '../../../../../src/config/hooks/hooks.js';
import type { VerificationResult, Visit } from '../../../../../src/insights/activity/port.js';
import { openStorage } from '../../../../../src/storage/open.js';
import type { Storage } from '../../../../../src/storage/port.js';
import { activityWith, visitOf } from '../../../../support/insights/activity/record/visits.js';

const GOOGLE = 'Mozilla/5.0 (compatible; Googlebot/2.1)';

let storage: Storage | undefined;
afterEach(() => storage?.close());

it('plugins are told of impostors once they are recorded, by label and User-Agent alone', async () => {
  storage = await openStorage(':memory:');
  const { db } = storage;
  const hooks = new Hooks();
  const told: unknown[][] = [];
  hooks.action('svc_impostor_flagged', async (...args) => {
    const rows = await db.selectFrom('visits').select('id').execute();
    told.push([...args, rows.length]);
  });
  const { recorder, close } = activityWith({ storage, hooks });
  recorder.record(visit(GOOGLE, 2));
  recorder.record(visit(GOOGLE, 2));
  recorder.record(visit('GPTBot/1.2', 1));
  recorder.record(visit('curl/8.5.0', 0));
  await recorder.flush();
  expect(told).toEqual([['Googlebot', GOOGLE, 4]]);
  recorder.record(visit('bingbot/2.0', 2));
  await close();
  expect(told.slice(1)).toEqual([['Bingbot', 'bingbot/2.0', 5]]);
});

function visit(userAgent: string, verdict: VerificationResult['verdict']): Visit {
  return visitOf({
    userAgent,
    peer: '198.51.100.7',
    headers: { 'user-agent': userAgent },
    finding: { verdict, network: '', signer: '' },
  });
}
