import type { Check } from '../check.js';
import { skipped } from '../check.js';

/** Allowed clock difference in seconds, for signatures and `?since=`. */
const MAX_SKEW = 60;

/** The server's clock is right, since signatures and freshness depend on it. */
export const clock: Check = {
  id: 'clock',
  group: 'address',
  title: 'The `Date` of the server is the current time',
  async run(ctx, findings) {
    const url = `${ctx.base}/.well-known/discovery.json`;
    // A new request, since an earlier one may have waited; and to an address that no cache has.
    const { answer, at } = await ctx.client.visitAgain(`${url}?svc-verify=${ctx.now()}`);
    const date = Date.parse(answer?.headers('date')[0] ?? '') / 1000;
    if (Number.isNaN(date)) return skipped('the server sends no Date');
    const ahead = Math.round(date - at);
    if (Math.abs(ahead) > MAX_SKEW) {
      findings.add(url, {
        level: 'fail',
        code: 'clock-skew',
        hop: 'clock',
        message: `The clock of the server is ${Math.abs(ahead)} s ${ahead > 0 ? 'ahead of' : 'behind'} this one.`,
        fix: 'Set both clocks by NTP: signatures and ?since= depend on them.',
      });
    }
    return `${Math.abs(ahead)} s apart`;
  },
};
