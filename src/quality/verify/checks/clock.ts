import type { Check, Outcome, VerifyContext } from '../check.js';
import { Findings, skipped } from '../check.js';

/** Seconds that two clocks may differ before signatures and `?since=` go wrong. */
const MAX_SKEW = 60;

/** The clock of the server is right, by which signatures and freshness are judged. */
export const clock: Check = {
  id: 'clock',
  group: 'address',
  title: 'The `Date` of the server is the present time',
  async run(ctx: VerifyContext): Promise<Outcome> {
    const url = `${ctx.base}/.well-known/discovery.json`;
    // Anew, since a visit may have waited; and as an address that no cache has.
    const { answer, at } = await ctx.client.visitAgain(`${url}?svc-verify=${ctx.now()}`);
    const date = Date.parse(answer?.headers('date')[0] ?? '') / 1000;
    if (Number.isNaN(date)) return skipped('the server sends no Date');
    const ahead = Math.round(date - at);
    const findings = new Findings(ctx);
    if (Math.abs(ahead) > MAX_SKEW) {
      findings.add(url, {
        level: 'fail',
        code: 'clock-skew',
        hop: 'clock',
        message: `The clock of the server is ${Math.abs(ahead)} s ${ahead > 0 ? 'ahead of' : 'behind'} this one.`,
        fix: 'Set both clocks by NTP: signatures and ?since= are judged by them.',
      });
    }
    return { detail: `${Math.abs(ahead)} s apart`, findings: findings.list() };
  },
};
