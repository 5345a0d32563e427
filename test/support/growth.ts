import { expect } from 'vitest';

/** Milliseconds of processor time; shorter times are noise. */
const FLOOR = 100;
/** Four is linear, sixteen is quadratic; garbage collection adds noise. */
const MOST = 8;

function measured(work: () => void): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

/** The middle one of three. */
function time(work: () => void): number {
  return [0, 1, 2].map(() => measured(work)).sort((a, b) => a - b)[1] as number;
}

/** Expects work on a text four times as long to take about four times as long. */
export function expectLinear(size: number, workOn: (size: number) => () => void): void {
  const once = time(workOn(size));
  const fourTimes = time(workOn(4 * size));
  expect(fourTimes / Math.max(once, FLOOR), `${once} ms, then ${fourTimes} ms`).toBeLessThan(MOST);
}
