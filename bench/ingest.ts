import { closeSync, mkdtempSync, openSync, rmSync, writeFileSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Measured, runSvc } from './measured-process.js';
import { atLeast, atMost, median, type Row } from './row.js';

const FEW = 250_000;
const MANY = 1_000_000;
const ROUNDS = 3;
const MB = 1e6;
/** Days that the lines are of. */
const DAYS = 25;

const AGENTS = [
  'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; GPTBot/1.2; +https://openai.com/gptbot)',
  'Mozilla/5.0 (compatible; ClaudeBot/1.0; +claudebot@anthropic.com)',
  'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
  'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; PerplexityBot/1.0)',
  'curl/8.5.0',
];
const DOCUMENTS = ['/llms.txt', '/llms-full.txt', '/.well-known/discovery.json', '/svc-changes.json'];
const MONTHS = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');

interface Report {
  readonly lines: number;
  readonly recorded: number;
}

/** P10: an access log of a million lines in combined format, every one of which is recorded, into SQLite. */
export async function ingestRows(): Promise<readonly Row[]> {
  const folder = mkdtempSync(join(tmpdir(), 'svc-bench-ingest-'));
  try {
    const now = Math.floor(Date.now() / 1000);
    const [few, many] = [FEW, MANY].map((lines) => writeLog(join(folder, `${lines}.log`), lines, now)) as [
      string,
      string,
    ];
    const rounds: { readonly few: Measured; readonly many: Measured; readonly again: Measured }[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const [small, large] = [siteIn(folder, `few-${round}`), siteIn(folder, `many-${round}`)];
      const measured = { few: await ingest(few, small, FEW), many: await ingest(many, large, MANY) };
      rounds.push({ ...measured, again: await ingest(many, large, 0) });
    }
    const middle = (of: (round: (typeof rounds)[number]) => number) => median(rounds.map(of));
    // The start of the program is in both.
    const net = ({ few, many }: (typeof rounds)[number], of: keyof Measured) =>
      (MANY - FEW) / (Number(many[of]) - Number(few[of]));
    return [
      {
        target: 'P10',
        what: `log of ${MANY / MB} million lines`,
        ours: { value: middle((round) => MANY / round.many.seconds), unit: 'lines/s' },
        must: atLeast(100_000),
        goal: atLeast(300_000),
      },
      {
        target: 'P10',
        what: 'the same by the time of the processor, without the start',
        ours: { value: middle((round) => net(round, 'cpuSeconds')), unit: 'lines/s' },
        must: atLeast(100_000),
        goal: atLeast(300_000),
      },
      {
        target: 'P10',
        what: `most memory, beside ${FEW / 1000}k lines`,
        ours: { value: middle((round) => round.many.maxRss / MB), unit: 'MB' },
        anchor: { name: `${FEW / 1000}k lines`, value: middle((round) => round.few.maxRss / MB), unit: 'MB' },
        goal: atMost(1.2, 'ratio'),
      },
      {
        target: '',
        what: 'the same log once more, where nothing is new',
        ours: { value: middle((round) => round.again.seconds * 1000), unit: 'ms' },
      },
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** @throws Error when not every line was recorded once */
async function ingest(log: string, cwd: string, expected: number): Promise<Measured> {
  const measured = await runSvc(['activity', 'ingest', log, '--json'], { cwd, source: log });
  const { recorded } = JSON.parse(measured.stdout) as Report;
  if (recorded !== expected) throw new Error(`${recorded} of ${expected} lines were recorded`);
  return measured;
}

function siteIn(folder: string, name: string): string {
  const site = mkdtempSync(join(folder, `${name}-`));
  const plugin = "export function register(svc) { svc.filter('svc_activity_max_rows', () => 5_000_000); }\n";
  writeFileSync(join(site, 'plugin.mjs'), plugin);
  const config = { site: { url: 'https://bench.example', name: 'Bench' }, plugins: ['./plugin.mjs'] };
  writeFileSync(join(site, 'svc.config.json'), JSON.stringify(config));
  return site;
}

/** Half of the lines are of Markdown twins, the rest of the documents. */
function writeLog(path: string, lines: number, now: number): string {
  const file = openSync(path, 'w');
  const begin = now - DAYS * 86_400;
  let text = '';
  for (let n = 0; n < lines; n += 1) {
    const at = begin + Math.floor((n * (DAYS - 1) * 86_400) / lines);
    const target =
      n % 2 === 0 ? `/posts/page-${(n * 7919) % 9973}.md` : DOCUMENTS[(n >> 1) % DOCUMENTS.length];
    const agent = AGENTS[(n * 31) % AGENTS.length];
    text += `192.0.2.${n % 254} - - [${clfTime(at)}] "GET ${target} HTTP/1.1" 200 ${n % 90_000} "-" "${agent}"\n`;
    if (text.length > 1 << 20) {
      writeSync(file, text);
      text = '';
    }
  }
  writeSync(file, text);
  closeSync(file);
  return path;
}

function clfTime(at: number): string {
  const [date = '', time = ''] = new Date(at * 1000).toISOString().split(/[T.]/);
  const [year, month, day] = date.split('-');
  return `${day}/${MONTHS[Number(month) - 1]}/${year}:${time} +0000`;
}
