import { setTimeout } from 'node:timers/promises';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runInOrder } from '../../../src/core/run-in-order.js';

describe('jobs that run at the same time', () => {
  it('are given back in their order, whichever ends first', async () => {
    const delays = fc.array(fc.integer({ min: 0, max: 4 }), { maxLength: 20 });
    await fc.assert(
      fc.asyncProperty(delays, fc.integer({ min: 1, max: 5 }), async (jobs, room) => {
        let underWay = 0;
        let most = 0;
        const run = async (delay: number) => {
          underWay += 1;
          most = Math.max(most, underWay);
          await setTimeout(delay);
          underWay -= 1;
          return delay * 10;
        };
        const done: (readonly [number, number])[] = [];
        for await (const one of runInOrder(jobs, run, room)) done.push(one);
        expect(done).toEqual(jobs.map((delay) => [delay, delay * 10]));
        expect(most).toBeLessThanOrEqual(room);
      }),
      { numRuns: 30 },
    );
  });

  it('are read no further ahead than there is room', async () => {
    let read = 0;
    async function* endless() {
      for (;;) yield read++;
    }
    for await (const _ of runInOrder(endless(), async (job) => job, 3)) break;
    expect(read).toBe(3);
  });

  it('throw an error when its turn comes', async () => {
    const run = async (job: number) => {
      if (job === 2) throw new Error('two');
      await setTimeout(5);
      return job;
    };
    const seen: number[] = [];
    const all = async () => {
      for await (const [, done] of runInOrder([1, 2, 3], run, 3)) seen.push(done);
    };
    await expect(all()).rejects.toThrow('two');
    expect(seen).toEqual([1]);
  });
});
