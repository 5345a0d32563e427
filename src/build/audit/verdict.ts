import { placeEntry } from '../../site/address.js';
import { canonicalElsewhere } from '../../site/canonical.js';
import { type HiddenReason, hiddenReasons } from '../../site/gate.js';
import type { FoundGate, Mark, MarkSubject } from '../../sources/audit.js';
import { type AuditedEntry, type GateFinding, gateFindings, type SourcePlace } from './gates.js';
import type { AuditedSite } from './read-site.js';

/** Why an entry is public or not: one rule with the setting that changes it. */
export interface Reason {
  readonly reason: HiddenReason | 'address' | 'left-out' | 'public';
  /** The finding and its meaning. */
  readonly rule: string;
  /** What to change; empty for a public page. */
  readonly setting: string;
}

/** The audit's verdict on one entry, or on a file that doesn't become one. */
export interface AuditVerdict extends SourcePlace, Reason {
  readonly isPublic: boolean;
  readonly id?: number;
  readonly title?: string;
  readonly type?: string;
  /** Absolute; absent where it has none. */
  readonly url?: string;
  /** Below the output folder. */
  readonly twin?: string;
  /** Further reasons, each of which would hide it by itself. */
  readonly also: readonly Reason[];
  /** Gates in its text. */
  readonly gates: readonly GateFinding[];
  /** Notes on a public page: the documents that leave it out. */
  readonly notes: readonly string[];
}

/** Maps marks of a source to reasons of the gate. */
const SUBJECTS: Readonly<Partial<Record<HiddenReason, MarkSubject>>> = {
  status: 'status',
  expired: 'expires',
  protected: 'protected',
  noindex: 'noindex',
};

/** The verdict on one entry. The build's own gate decides, and provides the reasons. */
export function auditVerdict(entry: AuditedEntry, site: AuditedSite): AuditVerdict {
  const [first, ...also] = reasonsOf(entry, site);
  const placed = entry.reason === undefined ? site.placed.get(entry.id) : undefined;
  const path = placed?.path ?? pathOf(entry, site);
  const { id, title, type } = entry;
  return {
    isPublic: first === undefined,
    ...(first ?? PUBLIC),
    ...placeOf(entry, first),
    id,
    title,
    type,
    ...(path !== undefined && { url: site.baseUrl + path }),
    ...(placed !== undefined && placed.twin !== '' && { twin: placed.twin }),
    also,
    gates: gateFindings(site.record.gatesOf(entry).filter((gate) => !isReason(gate))),
    notes: first === undefined ? notesOf(entry, site) : [],
  };
}

/** A name that hides a page as a whole is among its reasons already. */
function isReason({ kind, isHeldBack }: FoundGate): boolean {
  return isHeldBack && (kind === 'key' || kind === 'folder' || kind === 'file name');
}

const PUBLIC: Reason = {
  reason: 'public',
  rule: 'it is published, and nothing in its source holds it back',
  setting: '',
};

function reasonsOf(entry: AuditedEntry, site: AuditedSite): readonly PlacedReason[] {
  const hidden = hiddenReasons(entry, site.gate).flatMap((reason) => explain(reason, entry, site));
  const skipped = entry.reason === undefined ? site.skipped.get(entry.id) : undefined;
  if (skipped === undefined) return hidden;
  return [...hidden, { reason: 'address', rule: skipped.message, setting: skipped.fix ?? '' }];
}

/** A reason, with the position of its mark. */
interface PlacedReason extends Reason, Partial<SourcePlace> {}

function explain(reason: HiddenReason, entry: AuditedEntry, site: AuditedSite): readonly PlacedReason[] {
  const marks = (entry.marks ?? []).filter(({ about }) => about === SUBJECTS[reason]);
  if (marks.length > 0) return marks.map((mark) => ofMark(reason, mark, entry));
  switch (reason) {
    case 'scheduled':
      return [{ reason, rule: `its date, ${dateOf(entry.published)}, is in the future`, setting: DATE }];
    case 'type':
      return [ofType(entry, site)];
    default:
      return [{ reason, rule: `its source says so (${reason})`, setting: 'Change it in the source.' }];
  }
}

const DATE = 'Give it a date in the past, or wait: a build after that date publishes it.';

function ofMark(reason: HiddenReason, mark: Mark, entry: AuditedEntry): PlacedReason {
  const { rule, setting, line, file = entry.place.file } = mark;
  const end = reason === 'expired' ? `; it ended on ${dateOf(entry.expires)}` : '';
  return { reason, rule: rule + end, setting, file, ...(line !== undefined && { line }) };
}

function ofType({ type }: AuditedEntry, { gate, vetoed }: AuditedSite): PlacedReason {
  const shown = [...gate.visibleTypes];
  return vetoed.includes(type)
    ? {
        reason: 'type',
        rule: `the type "${type}" is among "post_types_vetoed"`,
        setting: 'Remove it from "post_types_vetoed" (svc settings set post_types_vetoed).',
      }
    : {
        reason: 'type',
        rule: `the type "${type}" isn't among the types that agents see (${shown.join(', ')})`,
        setting: `svc settings set post_types '${JSON.stringify([...shown, type])}'`,
      };
}

function dateOf(seconds: number | undefined): string {
  return seconds === undefined ? 'unknown' : new Date(seconds * 1000).toISOString().replace('.000Z', 'Z');
}

/** The file of the mark, or else the one that its author edits. */
function placeOf({ place, sourceFile }: AuditedEntry, first: PlacedReason | undefined): SourcePlace {
  const { file = sourceFile, line = place.line } = first ?? {};
  return file === undefined ? place : { file, ...(line !== undefined && { line }) };
}

/** The address that an entry has or would have, below the base. */
export function pathOf(
  { url, source }: Pick<AuditedEntry, 'url' | 'source'>,
  { baseUrl, sourceBases }: Pick<AuditedSite, 'baseUrl' | 'sourceBases'>,
): string | undefined {
  if (url === undefined) return undefined;
  const base = sourceBases[source];
  const address = placeEntry(url, base === undefined ? [baseUrl] : [base, baseUrl]);
  return 'path' in address ? address.path : undefined;
}

function notesOf(entry: AuditedEntry, site: AuditedSite): readonly string[] {
  const placed = site.placed.get(entry.id);
  const own = site.baseUrl + (placed?.path ?? '');
  const canonical =
    entry.canonical === undefined
      ? undefined
      : canonicalElsewhere(entry.canonical, own, [site.baseUrl, site.sourceBases[entry.source]]);
  return [
    ...(canonical === undefined
      ? []
      : [`Its source names ${canonical} as the canonical address: sitemaps leave it out.`]),
    ...(entry.llms === false ? ['"llms" is off: llms.txt and llms-full.txt leave it out.'] : []),
    ...(placed?.twin === ''
      ? ['It has no Markdown twin: its address is the home page, a query or too long.']
      : []),
  ];
}
