import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { InOrder } from '../../../src/core/in-order.js';

async function taken<T>(order: InOrder<T>, most: number): Promise<T[]> {
  const all: T[] = [];
  for await (const one of order.take(most)) all.push(one);
  return all;
}

function later<T>(): { readonly promise: Promise<T>; resolve(value: T): void; reject(cause: Error): void } {
  let resolve: (value: T) => void = () => undefined;
  let reject: (cause: Error) => void = () => undefined;
  const promise = new Promise<T>((yes, no) => {
    [resolve, reject] = [yes, no];
  });
  return { promise, resolve, reject };
}

describe('InOrder', () => {
  it('gives what is there as soon as nothing before it is missing', async () => {
    const order = new InOrder<number>();
    const second = later<number>();
    order.add(1);
    order.add(second.promise);
    order.add(3);
    expect(await taken(order, 9)).toEqual([1]);
    expect(await taken(order, 9)).toEqual([]);
    second.resolve(2);
    await setImmediate();
    expect(await taken(order, 9)).toEqual([2, 3]);
  });

  it('waits for as many as it takes to leave no more than it may', async () => {
    const order = new InOrder<number>();
    const all = [later<number>(), later<number>(), later<number>()];
    for (const { promise } of all) order.add(promise);
    const two = taken(order, 1);
    all[1]?.resolve(1);
    all[0]?.resolve(0);
    expect(await two).toEqual([0, 1]);
    all[2]?.resolve(2);
    expect(await taken(order, 0)).toEqual([2]);
  });

  it('throws what one was rejected with when its turn comes, and not before', async () => {
    const order = new InOrder<number>();
    const first = later<number>();
    order.add(first.promise);
    order.add(Promise.reject(new Error('no second')));
    await setImmediate();
    expect(await taken(order, 2)).toEqual([]);
    first.resolve(1);
    const seen: number[] = [];
    const all = (async () => {
      for await (const one of order.take(0)) seen.push(one);
    })();
    await expect(all).rejects.toThrow('no second');
    expect(seen).toEqual([1]);
  });
});
