import { measure } from '../content/fidelity/measure.js';
import { seenOf } from '../content/fidelity/source-text.js';
import { Warnings } from '../core/warnings.js';
import { type PackedCheckup, packCheckup } from '../quality/readiness/pages/pack.js';
import { WISH_KEYS } from '../quality/readiness/pages/page-options.js';
import type { RawEntry } from '../sources/port.js';
import { type ConvertContext, type Converted, type ConvertTarget, convertEntry } from './convert.js';
import type { EntryRow } from './entry-row.js';
import { LookupRecorder } from './lookups.js';

/** One entry to convert: plain data, so that it can go to another thread. */
export interface ConvertJob {
  readonly raw: RawEntry;
  readonly target: ConvertTarget;
  /** Number of the entry's source. */
  readonly source: number;
}

/** Documents of an entry, and what a later build must know to use them again. */
export interface Conversion
  extends Omit<Converted, 'twin' | 'item' | 'checkup'>,
    Pick<EntryRow, 'uses' | 'warnings' | 'counts'> {
  readonly findings: EntryRow['findings'] | undefined;
  /** UTF-8 where it comes from another thread. */
  readonly twin: string | Uint8Array;
  readonly item: string | Uint8Array | undefined;
  readonly checkup: PackedCheckup | undefined;
}

/** The parts of an entry that its documents and checks need; what nobody understood stays behind. */
export function jobOf(
  { extra = {}, ...raw }: RawEntry,
  { id, type, title, path, twin, lang }: ConvertTarget,
  source: number,
): ConvertJob {
  const wishes = Object.entries(extra).filter(([key]) => key === 'canonical' || WISH_KEYS.includes(key));
  const target = { id, type, title, path, twin, lang };
  if (wishes.length === 0) return { raw, target, source };
  return { raw: { ...raw, extra: Object.fromEntries(wishes) }, target, source };
}

/** Converts one entry with warnings and look-ups of its own. */
export async function convertJob(
  { raw, target, source }: ConvertJob,
  context: ConvertContext,
): Promise<Conversion> {
  const lookups = new LookupRecorder(context);
  const { media } = lookups;
  const warnings = new Warnings();
  const pattern = (id: number) => lookups.pattern(id);
  const pagePath = (id: number) => lookups.pagePath(id);
  const converted = await convertEntry(raw, target, source, {
    ...context,
    media,
    pattern,
    pagePath,
    warnings,
  });
  const checkup = converted.checkup && packCheckup(converted.checkup);
  const others = [
    raw.excerpt,
    raw.description ?? '',
    ...(raw.topics ?? []),
    ...raw.authors.map((key) => context.authors.get(key) ?? ''),
    ...raw.terms.map(({ name }) => name),
    ...lookups.mediaTexts(),
  ];
  const { counts, findings } = measure(seenOf(raw, context, others), converted.twin);
  return { ...converted, checkup, counts, findings, uses: lookups.uses(), warnings: warnings.list() };
}
