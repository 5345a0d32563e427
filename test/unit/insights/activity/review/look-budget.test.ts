import { describe, expect, it } from 'vitest';
import type { ClientReview } from '../../../../../src/insights/activity/clients.js';
import { LOOKS_PER_MINUTE, mayLook } from '../../../../../src/insights/activity/review/look-budget.js';

describe('the looks of an account', () => {
  it('are one budget, for the admin API and for assistants', () => {
    const clients = {} as ClientReview;
    const now = 1_800_000_000;
    for (let look = 0; look < LOOKS_PER_MINUTE; look += 1) expect(mayLook(clients, 7, now)).toBe(true);
    expect(mayLook(clients, 7, now)).toBe(false);
    expect(mayLook(clients, 8, now)).toBe(true);
    expect(mayLook({} as ClientReview, 7, now)).toBe(true);
    expect(mayLook(clients, 7, now + 60)).toBe(true);
  });
});
