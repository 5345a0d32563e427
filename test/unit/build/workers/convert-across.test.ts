import { describe, expect, it } from 'vitest';
import type { Conversion, ConvertJob } from '../../../../src/build/convert-job.js';
import { convertAcross } from '../../../../src/build/workers/convert-across.js';
import type { Batch, Outcome } from '../../../../src/build/workers/messages.js';

const LONG = (1 << 20) + 1;

/** Which entries were converted on which side by a pool that has no room left. */
async function sidesOf(leavesCore: boolean, lengths: readonly number[]) {
  const sides = { pool: [] as string[], here: [] as string[], order: [] as string[] };
  const pool = {
    room: 2,
    hasRoom: false,
    leavesCore,
    async run(batch: Batch): Promise<readonly Outcome[]> {
      sides.pool.push(...batch.map(({ raw }) => raw.ref));
      return batch.map(conversionOf).map((conversion) => ({ conversion }));
    },
  };
  const convertHere = async (job: ConvertJob): Promise<Conversion> => {
    sides.here.push(job.raw.ref);
    return conversionOf(job);
  };
  async function* tasks() {
    for (const [number, length] of lengths.entries()) yield { job: jobOf(`entry-${number}`, length) };
  }
  for await (const [{ job }, { hash }] of convertAcross(tasks(), { pool, convertHere })) {
    expect(hash).toBe(job.raw.ref);
    sides.order.push(hash);
  }
  return sides;
}

function jobOf(ref: string, length: number): ConvertJob {
  return { raw: { ref, body: 'a'.repeat(length) } } as unknown as ConvertJob;
}

function conversionOf({ raw }: ConvertJob): Conversion {
  return { hash: raw.ref } as Conversion;
}

describe('entries that are converted on several threads', () => {
  const order = ['entry-0', 'entry-1', 'entry-2'];

  it('are converted by the thread of the build as well where it has a core and the others enough to do', async () => {
    const sides = await sidesOf(true, [10, 10, 10]);
    expect(sides).toEqual({ pool: [], here: order, order });
  });

  it('wait for the other threads where these take all cores, but for one that is too long for them', async () => {
    const sides = await sidesOf(false, [10, LONG, 10]);
    expect(sides).toEqual({ pool: ['entry-0', 'entry-2'], here: ['entry-1'], order });
  });
});
