import { formatUtcOffset } from '../../../core/dates.js';
import { listOf, objectOf, textOf, type Values } from '../../../core/json.js';
import { counted } from '../../../core/text.js';
import { type Check, type Findings, skipped } from '../check.js';

/** Returning readers get the changes. */
export const changes: Check = {
  id: 'changes',
  group: 'lists',
  title: 'The change feed belongs to this build, and `?since=` returns later changes, or the whole window',
  async run(ctx, findings) {
    const one = ctx.visited.find(({ document }) => document.row?.id === 'changes');
    const feed = objectOf(one?.visit.answer?.json);
    if (one === undefined || !Array.isArray(feed['items'])) return skipped('there is no change feed');
    const { url } = one.document;
    const times = listOf(feed['items'])
      .map(timeOf)
      .filter((time) => !Number.isNaN(time));
    addFuture(findings, url, times, ctx.now());
    const since = middleOf(times) ?? ctx.now();
    const later = objectOf((await ctx.client.visit(`${url}?since=${since}`)).answer?.json);
    addSince(findings, `${url}?since=${since}`, { feed, later, since });
    const how = later['since'] === null ? 'the whole window, as files do' : 'what came later';
    return `${counted(times.length, 'change')}; ?since= gives ${how}`;
  },
};

function timeOf(item: unknown): number {
  const { action, deleted, modified } = objectOf(item);
  return Date.parse(textOf(action === 'deleted' ? deleted : modified)) / 1000;
}

function middleOf(times: readonly number[]): number | undefined {
  return times[Math.floor(times.length / 2)];
}

/** Readers who filter by today's date would never see changes dated tomorrow. */
function addFuture(findings: Findings, url: string, times: readonly number[], now: number): void {
  const newest = Math.max(...times, 0);
  if (newest <= now + 300) return;
  findings.add(url, {
    level: 'warn',
    code: 'changes-future',
    hop: 'clock',
    message: `The newest change is of ${formatUtcOffset(newest)}, which is in the future.`,
    fix: 'Set the clock of the machine that builds, or correct the date of the entry.',
  });
}

interface Since {
  readonly feed: Values;
  readonly later: Values;
  /** Unix seconds. */
  readonly since: number;
}

/** A static host ignores the query and returns more than was requested; a sidecar returns exactly the later changes. */
function addSince(findings: Findings, url: string, { feed, later, since }: Since): void {
  const report = (message: string) =>
    findings.add(url, {
      level: 'fail',
      code: 'changes-since',
      hop: later['since'] === undefined ? 'server' : 'sidecar',
      message,
      fix: 'Let ?since= reach the sidecar with its query, or the file; no cache may drop the query from its key.',
    });
  const items = later['items'];
  if (!Array.isArray(items)) {
    report("?since= doesn't return a change feed.");
    return;
  }
  if (later['since'] === null) {
    if (items.length < listOf(feed['items']).length)
      report('?since= returns less than the whole list, without the time at which it begins.');
    return;
  }
  const expected = listOf(feed['items'])
    .map(timeOf)
    .filter((time) => time > since).length;
  if (items.some((item) => timeOf(item) <= since)) report("?since= returns changes that aren't later.");
  else if (items.length !== expected && feed['generated'] === later['generated']) {
    report(`?since= gives ${items.length} changes; the window holds ${expected} that are later.`);
  }
}
