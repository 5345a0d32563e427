/**
 * Measures the targets of the project and prints one table. `npm run bench` runs all, `npm run bench -- p6 p14`
 * some of them. See README.md beside this file.
 */
import { activityRows } from './activity.js';
import { removeBuiltSites } from './built-site.js';
import { coldRows, manualRows, markdownRows, workerRows } from './cold-rows.js';
import { benchConverter } from './converter.js';
import { ingestRows } from './ingest.js';
import { mcpRows } from './mcp.js';
import { benchMemory, slopeOf } from './memory.js';
import { readRows } from './reads.js';
import { bigExportRows, onePageRows, unchangedRows } from './rebuild-rows.js';
import { recordingRows } from './recording.js';
import { atLeast, atMost, type Row, ratioOf, verdictOf } from './row.js';
import { scoreRows } from './score.js';
import { serveRows } from './serve.js';
import { benchStartup } from './startup.js';
import { writeRows } from './write.js';
import { benchWxr } from './wxr.js';

const MB = 1e6;

const TARGETS: Readonly<Record<string, () => Promise<readonly Row[]>>> = {
  p1: coldRows,
  markdown: markdownRows,
  manuals: manualRows,
  p2: wxrRows,
  p3: unchangedRows,
  p4: bigExportRows,
  p5: onePageRows,
  p6: memoryRows,
  p7: converterRows,
  p9: serveRows,
  p10: ingestRows,
  p11: mcpRows,
  p12: workerRows,
  p14: startupRows,
  recording: recordingRows,
  activity: activityRows,
  reads: readRows,
  score: scoreRows,
  write: writeRows,
};

/**
 * P2: an export is streamed with everything that is made of an item; saxes reads the same file and makes
 * nothing of it. The least that is asked is 60 MB/s where saxes does 176.
 */
async function wxrRows(): Promise<readonly Row[]> {
  const figures = await benchWxr();
  const speed = (name: string) => figures.find((one) => one.name === name)?.mbPerSecond ?? Number.NaN;
  return [
    {
      target: 'P2',
      what: 'reading a WordPress export',
      ours: { value: speed('wxr source'), unit: 'MB/s' },
      anchor: { name: 'saxes', value: speed('saxes, xmlns off'), unit: 'MB/s' },
      must: atLeast(0.34, 'ratio'),
      goal: atLeast(0.75, 'ratio'),
    },
  ];
}

/** P6, and the time of the same builds. */
async function memoryRows(): Promise<readonly Row[]> {
  const [one, small, large] = await benchMemory([1, 10_000, 100_000]);
  if (one === undefined || small === undefined || large === undefined) return [];
  const rss = (bytes: number) => ({ value: bytes / MB, unit: 'MB' });
  const anchor = { name: 'one entry', ...rss(one.full.maxRss) };
  const times = [small, large].map(
    ({ entries, full }): Row => ({
      target: '',
      what: `full build, ${entries / 1000}k entries`,
      ours: { value: full.seconds, unit: 's' },
    }),
  );
  return [
    {
      target: 'P6',
      what: 'peak memory of a full build, 100k entries',
      ours: rss(large.full.maxRss),
      anchor,
      must: atMost(600),
    },
    { target: '', what: 'peak memory of a full build, 10k entries', ours: rss(small.full.maxRss), anchor },
    {
      target: 'P6',
      what: 'memory per entry, 10k to 100k',
      ours: { value: slopeOf(small, large) / 1000, unit: 'KB' },
      must: atMost(5),
    },
    ...times,
  ];
}

/** P7: the converter beside the pipeline that its documentation shows. */
async function converterRows(): Promise<readonly Row[]> {
  return (await benchConverter()).map(({ name, ours, unified }) => ({
    target: 'P7',
    what: `HTML to Markdown, ${name}`,
    ours: { value: ours, unit: 'pages/s' },
    anchor: { name: 'unified', value: unified, unit: 'pages/s' },
    must: atLeast(name.startsWith('docs') ? 1.5 : 1.9, 'ratio'),
    goal: atLeast(2.5, 'ratio'),
  }));
}

/** P14: from the start of the process until it opens what it was told to read. */
async function startupRows(): Promise<readonly Row[]> {
  const figures = await benchStartup();
  const seconds = (value: number) => ({ value: value * 1000, unit: 'ms' });
  const anchor = { name: 'bare node', ...seconds(figures.bareNode) };
  // 0.15 s and 0.08 s on a machine where Node itself takes 0.04 s.
  const bounds = { must: atMost(3.75, 'ratio'), goal: atMost(2, 'ratio') };
  return [
    {
      target: 'P14',
      what: 'start until the export is opened',
      ours: seconds(figures.exportOpened),
      anchor,
      ...bounds,
    },
    {
      target: 'P14',
      what: 'start until the folder is opened',
      ours: seconds(figures.folderOpened),
      anchor,
      ...bounds,
    },
    { target: 'P14', what: 'svc --version', ours: seconds(figures.version), anchor, ...bounds },
    { target: '', what: 'whole build of one entry', ours: seconds(figures.oneEntry), anchor },
  ];
}

function cells(row: Row): readonly string[] {
  const { target, what, ours, anchor, must, goal } = row;
  const ratio = ratioOf(row);
  const bound = (one: Row['must']) =>
    one === undefined
      ? ''
      : `${one.better === 'less' ? '≤' : '≥'} ${Number(round(one.bound))}${one.of === 'ratio' ? 'x' : ''}`;
  return [
    target,
    what,
    `${round(ours.value)} ${ours.unit}`,
    anchor === undefined ? '' : `${anchor.name} ${round(anchor.value)} ${anchor.unit}`,
    ratio === undefined ? '' : `${round(ratio)}x`,
    bound(must),
    bound(goal),
    verdictOf(row),
  ];
}

function round(value: number): string {
  return value >= 100 ? value.toFixed(0) : value.toPrecision(3);
}

function table(rows: readonly (readonly string[])[]): string {
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0))) ?? [];
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

const HEAD = ['target', 'what', 'ours', 'anchor', 'ratio', 'must', 'goal', 'verdict'];

const asked = process.argv.slice(2).map((name) => name.toLowerCase());
const unknown = asked.filter((name) => !Object.hasOwn(TARGETS, name));
if (unknown.length > 0) {
  process.stderr.write(
    `no such target: ${unknown.join(', ')}; there are ${Object.keys(TARGETS).join(', ')}\n`,
  );
  process.exitCode = 2;
} else {
  const rows: Row[] = [];
  try {
    for (const [name, run] of Object.entries(TARGETS)) {
      if (asked.length > 0 && !asked.includes(name)) continue;
      process.stderr.write(`${name} …\n`);
      rows.push(...(await run()));
    }
  } finally {
    removeBuiltSites();
  }
  process.stdout.write(`${table([HEAD, ...rows.map(cells)])}\n`);
}
