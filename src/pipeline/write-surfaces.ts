import { shortHash } from '../core/hash.js';
import type { Output } from '../emit/output.js';
import type { IndexEntry, Tombstone } from '../model/entry.js';
import { buryEntries } from '../model/history.js';
import type { TermIndex } from '../model/term-index.js';
import type { RawTerm } from '../sources/port.js';
import { selectChanges } from '../surfaces/changes.js';
import { restItemFile } from '../surfaces/rest-api.js';
import type { Body, SurfaceContext } from '../surfaces/surface.js';
import { fileOf, instancesOf, surfaces } from '../surfaces/table.js';
import type { JoinedFiles } from './cache/joined-files.js';
import { type Basis, type Collected, surfaceContext } from './context.js';
import { readTwin } from './convert-all.js';
import { putFullText } from './full-text.js';
import type { ListedEntry } from './listed-entry.js';
import { hashTexts, type Manifest } from './manifest.js';

/** Written entry by entry while they are converted. */
const PER_ENTRY = new Set(['markdown', 'rest-item']);

export interface WriteOptions {
  readonly basis: Basis;
  readonly entries: readonly ListedEntry[];
  readonly terms: TermIndex;
  readonly past: Manifest | undefined;
  readonly output: Output;
  readonly joined: JoinedFiles;
  /** Absolute address of a term's archive; empty where there is none. */
  termUrl(term: Pick<RawTerm, 'taxonomy' | 'slug' | 'url'>): string;
}

/** What the manifest keeps of it. */
export interface Written {
  readonly feed: Manifest['feed'];
  readonly tombstones: readonly Tombstone[];
}

/** Renders every document that is made from more than one entry and hands it to the output. */
export function writeSurfaces(options: WriteOptions): Written {
  const { basis, entries, past, output } = options;
  const tombstones = buryEntries({
    past,
    entries,
    baseUrl: basis.site.baseUrl,
    now: basis.rules.gate.now,
    retainDays: basis.rules.retainDays,
    record: basis.settings.enable_changes,
  });
  const collected = collect(options, tombstones);
  const feed = dateFeed(surfaceContext(basis, collected), past);
  const ctx = surfaceContext(basis, { ...collected, feedGenerated: feed.generated });
  for (const surface of surfaces) {
    if (PER_ENTRY.has(surface.id) || !ctx.served(surface.id)) continue;
    for (const instance of instancesOf(surface, ctx)) {
      const file = fileOf(instance);
      const render = () => surface.render(ctx, instance.params);
      const entries = surface.joins?.(instance.params);
      if (surface.id === 'llms-full') putFullText(ctx, file, options);
      else if (entries !== undefined) putJoined(ctx, { file, entries, render }, options);
      else output.put(file, render());
    }
  }
  return { feed, tombstones };
}

interface JoinedFile {
  readonly file: string;
  readonly entries: readonly IndexEntry[];
  render(): Body;
}

/** A list stays as it is while its entries are the same and nobody has touched their items. */
function putJoined(
  ctx: SurfaceContext,
  { file, entries, render }: JoinedFile,
  { output, joined }: WriteOptions,
): void {
  const key = shortHash(entries.map(({ id }) => id).join());
  const before = joined.list(file);
  const isSame =
    before?.key === key &&
    entries.every((entry) => output.wasKept(restItemFile(ctx, entry) ?? '')) &&
    output.keep(file, before.facts);
  const facts = isSame ? before.facts : output.put(file, render());
  if (facts !== undefined) joined.setList(file, { key, facts });
}

function collect(
  { basis, entries, terms, output, termUrl }: WriteOptions,
  tombstones: readonly Tombstone[],
): Collected {
  const lists = entries.map((entry) => entry.terms);
  const addresses = surfaceContext(basis);
  return {
    entries,
    terms: terms.used(lists, termUrl),
    tombstones,
    feedGenerated: 0,
    twinText: (entry) => readTwin(output, addresses, entry),
    itemJson: (entry) => output.read(restItemFile(addresses, entry) ?? ''),
  };
}

/** The feed keeps its time while its items stay the same. */
function dateFeed(ctx: SurfaceContext, past: Manifest | undefined): Manifest['feed'] {
  const { items, truncated } = selectChanges(ctx);
  const hash = hashTexts([JSON.stringify([items, truncated])]);
  return { hash, generated: past?.feed.hash === hash ? past.feed.generated : ctx.now };
}
