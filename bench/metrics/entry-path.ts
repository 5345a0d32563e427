import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { type Profiler, Session } from 'node:inspector/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { main } from '../../src/cli/main.js';
import { declarations } from '../../src/config/declarations.js';

const SRC = new URL('../../src/', import.meta.url).href;
/** They render single elements; an entry of one paragraph calls few of them, and a real one many. */
const HANDLERS = /^content\/(?:markdown\/handlers|html\/shapes)\//;

/**
 * The modules of `src/` that run for each entry of a WordPress export on its way to its Markdown twin: those of which
 * a function is called more often for two entries than for one, while every document but twins is switched off.
 * @returns paths below `src/`, without handlers of single elements, ascending
 */
export async function modulesOfEntry(): Promise<readonly string[]> {
  const session = new Session();
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
  try {
    // The first build loads what the others have loaded.
    await build(3);
    await calls(session);
    await build(1);
    const one = await calls(session);
    await build(2);
    const two = await calls(session);
    const files = [...two]
      .filter(([place, count]) => count > (one.get(place) ?? 0))
      .map(([place]) => fileOf(place));
    return [...new Set(files)].filter((file) => !HANDLERS.test(file)).sort();
  } finally {
    session.disconnect();
  }
}

/** How often each function of the program was called since the last look, by its file and place. */
async function calls(session: Session): Promise<ReadonlyMap<string, number>> {
  const { result } = await session.post('Profiler.takePreciseCoverage');
  return new Map(result.filter(({ url }) => url.startsWith(SRC)).flatMap(callsOf));
}

function callsOf({ url, functions }: Profiler.ScriptCoverage): readonly (readonly [string, number])[] {
  return functions.flatMap(({ ranges: [range] }) =>
    range === undefined ? [] : [[`${url.slice(SRC.length)} ${range.startOffset}`, range.count] as const],
  );
}

function fileOf(place: string): string {
  return place.slice(0, place.indexOf(' '));
}

/** Builds an export of some entries in a folder of its own, without threads. */
async function build(entries: number): Promise<void> {
  const cwd = mkdtempSync(join(tmpdir(), 'svc-metrics-'));
  try {
    writeFileSync(join(cwd, 'export.xml'), exportOf(entries));
    writeFileSync(join(cwd, 'svc.settings.json'), JSON.stringify(ONLY_TWINS));
    const args = ['build', '--source', 'export.xml', '--base-url', 'https://tern.example', '--workers', '0'];
    const err: string[] = [];
    const code = await main(args, {
      env: { SOURCE_DATE_EPOCH: '1782986400' },
      cwd,
      out: () => undefined,
      err: (text) => err.push(text),
      isTty: false,
    });
    if (code !== 0) throw new Error(err.join(''));
  } finally {
    rmSync(cwd, { recursive: true, force: true });
  }
}

/** Every switch of a document is off, but that of twins. */
const ONLY_TWINS = Object.fromEntries(
  Object.entries(declarations)
    .filter(([key, { initial }]) => key.startsWith('enable_') && typeof initial === 'boolean')
    .map(([key]) => [key, key === 'enable_markdown']),
);

function exportOf(entries: number): string {
  const items = Array.from({ length: entries }, (_, index) => itemOf(index + 1)).join('');
  return `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:wp="http://wordpress.org/export/1.2/">
<channel><title>Tern</title><link>https://tern.example</link><wp:wxr_version>1.2</wp:wxr_version>
<wp:base_blog_url>https://tern.example</wp:base_blog_url>${items}</channel></rss>
`;
}

function itemOf(id: number): string {
  return `<item><title>Page ${id}</title><link>https://tern.example/page-${id}/</link>
<content:encoded><![CDATA[<p>The terns are back, ${id} of them.</p>]]></content:encoded>
<wp:post_id>${id}</wp:post_id><wp:post_date_gmt>2026-03-01 10:00:00</wp:post_date_gmt>
<wp:post_name>page-${id}</wp:post_name><wp:status>publish</wp:status><wp:post_type>post</wp:post_type></item>`;
}
