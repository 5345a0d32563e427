import { describe, expect, it } from 'vitest';
import { RateLimiter } from '../../../src/core/rate-limiter.js';

describe('a rate', () => {
  it('is counted for each caller in windows of its own', () => {
    const limiter = new RateLimiter(60);
    expect([limiter.take('a', 2, 100), limiter.take('a', 2, 110), limiter.take('a', 2, 120)]).toEqual([
      0, 0, 40,
    ]);
    expect(limiter.take('b', 2, 120)).toBe(0);
    expect([limiter.take('a', 2, 159), limiter.take('a', 2, 160)]).toEqual([1, 0]);
  });

  it('remembers a bounded number of callers, and survives a clock that goes back', () => {
    const limiter = new RateLimiter(60);
    for (let number = 0; number < 50_000; number += 1) limiter.take(`caller ${number}`, 1, 100);
    expect(limiter.take('caller 49999', 1, 100)).toBe(60);
    expect(limiter.take('caller 0', 1, 100)).toBe(0);
    expect(limiter.take('caller 49999', 1, 20)).toBe(0);
  });
});
