import { describe, expect, it } from 'vitest';
import { type Gated, hiddenReason, hiddenReasons } from '../../../../src/site/gate.js';

const CONTEXT = { now: 1000, visibleTypes: new Set(['post']) };
const OPEN: Gated = { status: 'publish', protected: false, noindex: false, type: 'post', published: 500 };

describe('hiddenReasons', () => {
  it('are none for a public entry', () => {
    expect(hiddenReasons(OPEN, CONTEXT)).toEqual([]);
  });

  it('are all reasons at once, the one of the gate first', () => {
    const closed: Gated = {
      status: 'draft',
      protected: true,
      noindex: true,
      type: 'event',
      published: 2000,
      expires: 900,
    };
    const reasons = hiddenReasons(closed, CONTEXT);
    expect(reasons).toEqual(['status', 'scheduled', 'expired', 'protected', 'noindex', 'type']);
    expect(hiddenReason(closed, CONTEXT)).toBe('status');
  });

  it.each<[keyof Gated, Partial<Gated>, string]>([
    ['status', { status: 'private' }, 'status'],
    ['published', { published: 1001 }, 'scheduled'],
    ['expires', { expires: 1000 }, 'expired'],
    ['protected', { protected: true }, 'protected'],
    ['noindex', { noindex: true }, 'noindex'],
    ['type', { type: 'event' }, 'type'],
  ])('follow %s alone', (_name, change, reason) => {
    expect(hiddenReasons({ ...OPEN, ...change }, CONTEXT)).toEqual([reason]);
  });

  it('end where no type is visible at all', () => {
    expect(hiddenReasons(OPEN, { now: 1000, visibleTypes: new Set() })).toEqual(['type']);
  });
});
