import type { Root } from 'hast';
import { measure } from '../content/fidelity/measure.js';
import { seenOf } from '../content/fidelity/source-text.js';
import { Warnings } from '../core/warnings.js';
import type { FileStamp } from '../deploy/file-states.js';
import { FileWriter, type WrittenFile, writeAside } from '../deploy/file-writer.js';
import type { OutputPlaces } from '../deploy/output.js';
import { readSchemaBody } from '../documents/schema-org/body.js';
import type { SchemaBody } from '../documents/schema-org/context.js';
import { type PackedCheckup, packCheckup } from '../quality/readiness/pages/pack.js';
import { PAGE_OPTION_KEYS, type PageMetrics } from '../quality/readiness/pages/page-metrics.js';
import type { RawEntry } from '../sources/port.js';
import {
  type ConvertContext,
  type Converted,
  type ConvertTarget,
  convertEntry,
  withPageImage,
} from './convert.js';
import { type EntryRow, LookupRecorder } from './lookups.js';

/** The paths of an entry's documents; absent where it has none. Below the output folder. */
export interface EntryFiles {
  readonly twin?: string;
  readonly item?: string;
  /** Name of the intermediate file with the text of an entry without a twin. */
  readonly aside?: string;
}

/** One entry to convert: plain data, so that it can be sent to another thread. */
export interface ConvertJob {
  readonly raw: RawEntry;
  readonly target: ConvertTarget;
  readonly source: number;
  readonly files: EntryFiles;
  /** Whether a page is generated from it, or changed; undefined for neither. */
  readonly page: 'rendered' | 'augmented' | undefined;
}

/** The inputs of a page. */
export interface ConvertedMaterial extends Pick<Converted, 'entry' | 'checkup'> {
  readonly body: SchemaBody;
  /** Undefined for a page that is only changed: sending trees between threads takes long. */
  readonly tree: Root | undefined;
}

/** The result for an entry, with the data that a later build needs to reuse its documents. */
export interface Conversion
  extends Pick<Converted, 'excerpt' | 'hasProse' | 'links' | 'hash'>,
    Pick<EntryRow, 'uses' | 'warnings' | 'counts'> {
  readonly findings: EntryRow['findings'] | undefined;
  /** Undefined where a page is generated: the results of the checks depend on that page. */
  readonly checkup: PackedCheckup | undefined;
  readonly material: ConvertedMaterial | undefined;
  readonly written: readonly WrittenFile[];
  /** The intermediate file. */
  readonly aside: FileStamp | undefined;
}

/** The writers of entries' documents: one for each thread. */
export interface EntryWriter {
  readonly writer: FileWriter;
  /** Folder of intermediate files, absolute. */
  readonly aside: string;
}

/** @param places of an `Output` */
export function entryWriter({ out, stage, aside }: OutputPlaces): EntryWriter {
  return { writer: new FileWriter(out, stage), aside };
}

/** The parts of an entry that its documents and checks need; unrecognised data stays behind. */
export function jobOf(
  { extra = {}, ...raw }: RawEntry,
  { id, type, title, path, twin, lang }: ConvertTarget,
  source: number,
  files: EntryFiles,
  page: ConvertJob['page'],
): ConvertJob {
  const options = Object.entries(extra).filter(
    ([key]) => key === 'canonical' || PAGE_OPTION_KEYS.includes(key),
  );
  const target = { id, type, title, path, twin, lang };
  if (options.length === 0) return { raw, target, source, files, page };
  return { raw: { ...raw, extra: Object.fromEntries(options) }, target, source, files, page };
}

/** Converts one entry, with its own warnings and lookups, and writes its twin and its item. */
export async function convertJob(
  { raw, target, source, files, page }: ConvertJob,
  context: ConvertContext,
  writer: EntryWriter,
): Promise<Conversion> {
  const lookups = new LookupRecorder(context);
  const { media } = lookups;
  const warnings = new Warnings();
  const pattern = (id: number) => lookups.pattern(id);
  const pagePath = (id: number) => lookups.pagePath(id);
  const {
    twin,
    item,
    excerpt,
    hasProse,
    links,
    hash,
    entry,
    tree,
    checkup: read,
  } = await convertEntry(raw, target, source, { ...context, media, pattern, pagePath, warnings });
  const checkup = page ? undefined : packed(withPageImage(read, entry, undefined));
  const others = [
    raw.excerpt,
    raw.description ?? '',
    ...(raw.topics ?? []),
    ...raw.authorKeys.map((key) => context.authors.get(key) ?? ''),
    ...raw.terms.map(({ name }) => name),
    ...lookups.mediaTexts(),
  ];
  const { counts, findings } = measure(seenOf(raw, context, others), twin);
  const found = { counts, findings, uses: lookups.uses(), warnings: warnings.list() };
  return {
    excerpt,
    hasProse,
    links,
    hash,
    checkup,
    material: page && {
      entry,
      checkup: read,
      body: readSchemaBody(tree, raw.body.length),
      tree: page === 'rendered' ? tree : undefined,
    },
    ...found,
    ...writeDocuments(files, { twin, item }, writer),
  };
}

/** Packs the results of the checks. */
export function packed(checkup: PageMetrics | undefined): PackedCheckup | undefined {
  return checkup && packCheckup(checkup);
}

function writeDocuments(
  files: EntryFiles,
  { twin, item }: Pick<Converted, 'twin' | 'item'>,
  { writer, aside: folder }: EntryWriter,
): Pick<Conversion, 'written' | 'aside'> {
  const written: WrittenFile[] = [];
  if (files.twin !== undefined) written.push(writer.write(files.twin, twin));
  if (files.item !== undefined && item !== undefined) written.push(writer.write(files.item, item));
  const aside = files.aside && writeAside(folder, files.aside, writer.encode(twin));
  return { written, aside: aside || undefined };
}
