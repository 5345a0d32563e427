import { mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { type BuiltSite, builtSite, type SourceKind } from './built-site.js';
import { runNode } from './measured-process.js';
import { changeOnePage } from './one-page.js';
import { median } from './row.js';

const FLOOR = fileURLToPath(new URL('./stat-floor.cjs', import.meta.url));
const ROUNDS = 5;

/** How long builds of a site take that has been built before; medians in seconds. */
export interface RebuildFigure {
  readonly kind: SourceKind;
  readonly entries: number;
  readonly unchanged: number;
  /** Bare Node that parses the last build's manifest and looks at the same files. */
  readonly floor: number;
}

/** Builds a site again with nothing changed; rounds interleaved with those of the floor. */
export async function benchUnchanged(kind: SourceKind, entries: number): Promise<RebuildFigure> {
  const site = await builtSite(kind, entries);
  const [unchanged, floor]: [number[], number[]] = [[], []];
  await settle(site);
  await besideFloor(site, async (runFloor) => {
    for (let round = 0; round < ROUNDS; round++) {
      unchanged.push((await site.build()).seconds);
      floor.push(await runFloor());
    }
  });
  return { kind, entries, unchanged: median(unchanged), floor: median(floor) };
}

/** How long a build takes after the text of one page has changed; medians in seconds. */
export interface OnePageFigure {
  readonly changed: number;
  /** As in `RebuildFigure`, in the same rounds. */
  readonly floor: number;
}

/** Builds a site again after the text of one page has changed; rounds interleaved with those of the floor. */
export async function benchOnePage(kind: SourceKind, entries: number): Promise<OnePageFigure> {
  const site = await builtSite(kind, entries);
  const [changed, floor]: [number[], number[]] = [[], []];
  await settle(site);
  await besideFloor(site, async (runFloor) => {
    // An even number of changes leaves the source as it was.
    for (let round = 0; round < 6; round++) {
      changeOnePage(site);
      changed.push((await site.build()).seconds);
      floor.push(await runFloor());
    }
  });
  return { changed: median(changed), floor: median(floor) };
}

/** Gives a function that runs the stat floor of a built site once, and tells its seconds. */
async function besideFloor(
  site: BuiltSite,
  work: (runFloor: () => Promise<number>) => Promise<void>,
): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'svc-bench-'));
  try {
    const manifest = join(folder, 'manifest.json');
    writeFileSync(manifest, gunzipSync(readFileSync(join(site.out, 'svc-manifest.json.gz'))));
    await work(async () => (await runNode([FLOOR, manifest, site.source, site.out])).seconds);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Builds an export again that was exported again without a change: the same bytes at another time. */
export async function benchSameExport(entries: number): Promise<number> {
  const site = await builtSite('export', entries);
  const seconds: number[] = [];
  await settle(site);
  for (let round = 0; round < 3; round++) {
    const time = new Date(Date.now() - 60_000 - round * 1000);
    utimesSync(site.source, time, time);
    seconds.push((await site.build()).seconds);
  }
  return median(seconds);
}

/** A source that has only just been written is not trusted: some seconds later it is. */
async function settle(site: BuiltSite): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, 2100));
  await site.build();
}
