import { describe, expect, it } from 'vitest';
import { type Gated, hiddenReason, isPublic } from '../../../src/site/gate.js';

/** 2026-07-02T10:00:00Z. */
const NOW = 1_782_986_400;

const context = { now: NOW, visibleTypes: new Set(['post', 'page']) };

const PUBLIC: Gated = { status: 'publish', protected: false, noindex: false, type: 'post' };

const reasonFor = (fields: Partial<Gated>) => hiddenReason({ ...PUBLIC, ...fields }, context);

describe('the gate', () => {
  it.each([
    ['without dates', {}],
    ['of another visible type', { type: 'page' }],
    ['published in this second', { published: NOW }],
    ['published a second ago', { published: NOW - 1 }],
    ['published at the beginning of Unix time', { published: 0 }],
    ['that expires in a second', { expires: NOW + 1 }],
    ['published in this second that expires in the next', { published: NOW, expires: NOW + 1 }],
  ])('lets an entry pass: %s', (_, fields) => {
    expect(reasonFor(fields)).toBeUndefined();
    expect(isPublic({ ...PUBLIC, ...fields }, context)).toBe(true);
  });

  it.each([
    ['published in a second', { published: NOW + 1 }, 'scheduled'],
    ['expires in this second', { expires: NOW }, 'expired'],
    ['expired a second ago', { expires: NOW - 1 }, 'expired'],
    ['expired at the beginning of Unix time', { expires: 0 }, 'expired'],
    ['published and expired in the same second', { published: NOW, expires: NOW }, 'expired'],
    ['with a password or for members', { protected: true }, 'protected'],
    ['noindex', { noindex: true }, 'noindex'],
    ['of a type that is not visible', { type: 'product' }, 'type'],
    ['of a type that differs in case', { type: 'Post' }, 'type'],
  ] as const)('hides an entry: %s', (_, fields, reason) => {
    expect(reasonFor(fields)).toBe(reason);
    expect(isPublic({ ...PUBLIC, ...fields }, context)).toBe(false);
  });

  it.each(['draft', 'pending', 'private', 'future', 'trash', 'auto-draft'] as const)(
    'hides an entry with the status %s, also when its date has come',
    (status) => {
      expect(reasonFor({ status })).toBe('status');
      expect(reasonFor({ status, published: NOW - 1 })).toBe('status');
    },
  );

  it('names the first reason in a fixed order', () => {
    const steps: readonly Partial<Gated>[] = [
      { status: 'publish' },
      { published: NOW },
      { expires: NOW + 1 },
      { protected: false },
      { noindex: false },
      { type: 'post' },
    ];
    const hidden: Gated = {
      status: 'draft',
      published: NOW + 1,
      expires: NOW,
      protected: true,
      noindex: true,
      type: 'product',
    };
    const reasons = [hidden, ...steps].map((_, count) =>
      hiddenReason(Object.assign({}, hidden, ...steps.slice(0, count)), context),
    );
    expect(reasons).toEqual(['status', 'scheduled', 'expired', 'protected', 'noindex', 'type', undefined]);
  });

  it('hides every type when none is visible', () => {
    expect(hiddenReason(PUBLIC, { now: NOW, visibleTypes: new Set() })).toBe('type');
  });
});
