import { expect, it } from 'vitest';
import { serveSite } from '../../../support/sidecar/server/serving.js';

const files = { 'content/tides.md': '---\ntitle: Tides\n---\nLow water at six.\n', 'public/a.txt': 'a' };

it('400 people who sign in at once leave room for readers', async () => {
  const site = await serveSite({ files, config: { source: 'content', trustedProxies: ['127.0.0.1'] } });
  const attempts = Array.from({ length: 400 }, async (_, n) => {
    const response = await fetch(`${site.url}svc/login`, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        'X-Forwarded-For': `203.0.${n % 200}.${1 + Math.floor(n / 200)}`,
      },
      body: JSON.stringify({ username: `keeper-${n}`, password: 'wrong' }),
    });
    return { status: response.status, again: response.headers.get('retry-after') };
  });
  const reads: number[] = [];
  for (let n = 0; n < 40; n += 1) reads.push((await site.ask('/tides.md')).status);
  const answers = await Promise.all(attempts);
  const count = (status: number) => answers.filter((one) => one.status === status).length;
  expect(reads).toEqual(Array(40).fill(200));
  expect(count(401) + count(503)).toBe(400);
  // One at work and twenty that wait: what comes in the meantime takes the places that become free.
  expect(count(503)).toBeGreaterThan(200);
  expect(count(401)).toBeGreaterThanOrEqual(21);
  for (const { status, again } of answers) expect(again).toBe(status === 503 ? '5' : null);
});
