import { loadConfig } from '../config/load.js';
import { systemClock } from '../core/clock.js';
import { type ExitCode, SvcError } from '../core/errors.js';
import { parseDay } from '../insights/activity/days.js';
import type { ActivityVerdict } from '../insights/activity/port.js';
import { ActivityReader } from '../insights/activity/read/reader.js';
import { ReferralReader } from '../insights/activity/referrals/reader.js';
import { openStorage } from '../storage/open.js';
import { databaseAddress } from '../storage/open-settings.js';
import { formatLog, formatSummary } from './format-activity.js';
import { printNotices } from './print.js';
import type { DatabaseFlags } from './shared-options.js';
import { activitySetup } from './site-settings.js';
import type { Terminal } from './terminal.js';

/** Flags of `svc activity log`. */
export interface LogFlags extends DatabaseFlags {
  readonly from?: string;
  readonly to?: string;
  readonly agent?: string;
  readonly document?: string;
  readonly verdict?: string;
  readonly ua?: string;
  readonly limit?: string;
}

const VERDICTS: Readonly<Record<string, ActivityVerdict | 'refused'>> = {
  unchecked: 0,
  verified: 1,
  spoofed: 2,
  refused: 'refused',
};
/** Maximum number of lines in a listing. */
const MAX_LINES = 200;

/** `svc activity summary`: visits by client. */
export function activitySummary(flags: DatabaseFlags, terminal: Terminal): Promise<ExitCode> {
  return reading(flags, terminal, async ({ activity, referrals }) => {
    const [summary, block] = [await activity.summary(), await referrals.block()];
    terminal.out(
      flags.json === true ? json({ ...summary, referrals: block }) : formatSummary(summary, block),
    );
  });
}

/**
 * `svc activity log`: the latest visits.
 * @throws SvcError `SVC_USAGE`
 */
export function activityLog(flags: LogFlags, terminal: Terminal): Promise<ExitCode> {
  const query = {
    from: dayOf('--from', flags.from),
    to: dayOf('--to', flags.to),
    ua: flags.ua,
    perPage: limitOf(flags.limit),
    ...(flags.agent !== undefined && { agents: [flags.agent] }),
    ...(flags.document !== undefined && { endpoints: [flags.document] }),
    ...(flags.verdict !== undefined && { verdicts: [verdictOf(flags.verdict)] }),
  };
  return reading(flags, terminal, async ({ activity }) => {
    const page = await activity.log(query);
    terminal.out(flags.json === true ? json(page) : formatLog(page));
  });
}

interface Readers {
  readonly activity: ActivityReader;
  readonly referrals: ReferralReader;
}

async function reading(
  flags: DatabaseFlags,
  terminal: Terminal,
  work: (readers: Readers) => Promise<void>,
): Promise<ExitCode> {
  const loaded = await loadConfig({ ...terminal, flags });
  const { hooks, settings: found, isBeacon } = await activitySetup(loaded);
  const storage = await openStorage(databaseAddress(loaded.config, loaded.folder));
  const now = () => systemClock(terminal.env).now();
  const settings = () => Promise.resolve(found);
  try {
    const activity = new ActivityReader({ storage, hooks, settings, now });
    const pages = () => Promise.resolve({ isBeacon });
    const referrals = new ReferralReader({
      storage,
      settings,
      pages,
      retention: () => activity.retention(),
      now,
    });
    await work({ activity, referrals });
    return 0;
  } finally {
    await storage.close();
    await hooks.close();
    printNotices(hooks, terminal.err);
  }
}

function dayOf(flag: string, text: string | undefined): string | undefined {
  if (text === undefined || parseDay(text) !== undefined) return text;
  const fix = 'Write it as 2026-07-02.';
  throw new SvcError('SVC_USAGE', `${flag} is "${text}", which isn't a date`, { fix });
}

function verdictOf(name: string): ActivityVerdict | 'refused' {
  const verdict = VERDICTS[name];
  if (verdict !== undefined) return verdict;
  const fix = `Use one of: ${Object.keys(VERDICTS).join(', ')}.`;
  throw new SvcError('SVC_USAGE', `--verdict is "${name}"`, { fix });
}

function limitOf(text = '20'): number {
  if (/^\d{1,3}$/.test(text) && Number(text) >= 1 && Number(text) <= MAX_LINES) return Number(text);
  const fix = 'Use --json and `cursor` of the admin API for more.';
  throw new SvcError('SVC_USAGE', `--limit is "${text}", not a whole number from 1 to ${MAX_LINES}`, { fix });
}

function json(value: object): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
