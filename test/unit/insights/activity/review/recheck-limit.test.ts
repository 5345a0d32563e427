import { describe, expect, it } from 'vitest';
import type { ClientReview } from '../../../../../src/insights/activity/clients.js';
import { mayRecheck, RECHECKS_PER_MINUTE } from '../../../../../src/insights/activity/review/threats.js';

describe('the looks of an account', () => {
  it('are one budget, for the admin API and for assistants', () => {
    const clients = {} as ClientReview;
    const now = 1_800_000_000;
    for (let look = 0; look < RECHECKS_PER_MINUTE; look += 1) expect(mayRecheck(clients, 7, now)).toBe(true);
    expect(mayRecheck(clients, 7, now)).toBe(false);
    expect(mayRecheck(clients, 8, now)).toBe(true);
    expect(mayRecheck({} as ClientReview, 7, now)).toBe(true);
    expect(mayRecheck(clients, 7, now + 60)).toBe(true);
  });
});
