import { describe, expect, it } from 'vitest';
import { AnswerCache, MAX_HELD, textAnswer } from '../../../../../src/sidecar/server/public/answer.js';

const answer = textAnswer(200, 'Tea\n');

describe('finished answers', () => {
  it('are made anew from the very second that was named', () => {
    const cache = new AnswerCache();
    cache.set('/tea.md', answer, { until: 100 });
    expect(cache.get('/tea.md', 99)).toBe(answer);
    expect(cache.get('/tea.md', 100)).toBeUndefined();
    expect(cache.get('/tea.md', 99)).toBeUndefined();
  });

  it('without an end are held', () => {
    const cache = new AnswerCache();
    cache.set('/tea.md', answer, {});
    expect(cache.get('/tea.md', Number.MAX_SAFE_INTEGER)).toBe(answer);
    expect(cache.get('/other.md', 0)).toBeUndefined();
  });

  it('are held up to a length', () => {
    const cache = new AnswerCache();
    for (const [key, size] of [['/fits', MAX_HELD] as const, ['/long', MAX_HELD + 1] as const]) {
      cache.set(key, { ...answer, body: Buffer.alloc(size) }, {});
    }
    expect(cache.get('/fits', 0)).toBeDefined();
    expect(cache.get('/long', 0)).toBeUndefined();
  });
});
