import { join } from 'node:path';
import { compareText } from '../../core/compare.js';
import { addTo } from '../../core/multimap.js';
import type { HiddenReason } from '../../site/gate.js';
import type { FoundGate, GateDecider, LeftOutItem, Mark } from '../../sources/audit.js';
import type { RawEntry, Source } from '../../sources/port.js';
import { traitsOf } from '../../sources/table.js';
import type { ScanAudit, ScannedEntry } from '../scanned-entry.js';

/** The position of a gate. */
interface GatePlace extends SourcePlace {
  /** How often it occurs there. */
  readonly count: number;
}

/** A gate by its name, with all its positions, and its verdict. */
export interface GateFinding
  extends Pick<FoundGate, 'kind' | 'name' | 'attribute' | 'isHeldBack' | 'decider'> {
  /** The reason. */
  readonly rule: string;
  /** How to change the verdict. */
  readonly setting: string;
  readonly count: number;
  readonly places: readonly GatePlace[];
}

/** Groups gates with the same name and verdict, in the order of their verdicts and names. */
export function gateFindings(gates: readonly (FoundGate & SourcePlace)[]): readonly GateFinding[] {
  const groups = new Map<string, (FoundGate & SourcePlace)[]>();
  for (const gate of gates) {
    const key = JSON.stringify([!gate.isHeldBack, gate.decider, gate.kind, gate.name, gate.attribute]);
    addTo(groups, key, gate);
  }
  return [...groups]
    .sort(([a], [b]) => compareText(a, b))
    .flatMap(([, [first, ...rest]]) => (first === undefined ? [] : [findingOf(first, [first, ...rest])]));
}

function findingOf(first: FoundGate, group: readonly (FoundGate & SourcePlace)[]): GateFinding {
  const { kind, name, attribute, isHeldBack, decider } = first;
  const places = placesOf(group);
  return {
    kind,
    name,
    ...(attribute !== undefined && { attribute }),
    isHeldBack,
    decider,
    rule: RULES[decider],
    setting: settingOf(decider, attribute?.split('.').at(-1) ?? name.split('.').at(-1) ?? name),
    count: places.reduce((sum, { count }) => sum + count, 0),
    places,
  };
}

function placesOf(group: readonly (FoundGate & SourcePlace)[]): readonly GatePlace[] {
  const places = new Map<string, GatePlace>();
  for (const { file, line, count = 1 } of group) {
    const key = JSON.stringify([file, line]);
    const before = places.get(key)?.count ?? 0;
    places.set(key, { file, ...(line !== undefined && { line }), count: before + count });
  }
  return [...places.values()];
}

const RULES: Readonly<Record<GateDecider, string>> = {
  'privacy.allow': 'it sounds like a restriction, and "privacy.allow" names it',
  'privacy.deny': '"privacy.deny" names it',
  format: 'its editor restricts it to some readers',
  known: "it's known to be for some readers only",
  sound: 'its name or value sounds like a restriction',
  unclosed: 'it is never closed, so everything after it counts as its content',
  none: 'nothing in its name sounds like a restriction',
};

function settingOf(decider: GateDecider, name: string): string {
  switch (decider) {
    case 'privacy.allow':
      return `Remove "${name}" from "privacy.allow" to hold it back.`;
    case 'privacy.deny':
      return `Remove "${name}" from "privacy.deny" to let its name decide.`;
    case 'format':
      return 'Make it public in the editor and export again.';
    case 'none':
      return `Add "${name}" to "privacy.deny" to hold it back.`;
    case 'unclosed':
      return `Close it on the site, or add "${name}" to "privacy.allow" to publish.`;
    default:
      return `Add "${name}" to "privacy.allow" to publish, or to "privacy.deny" to hold it back without a warning.`;
  }
}

/** A position in a source. */
export interface SourcePlace {
  readonly file: string;
  /** From 1, where it is known. */
  readonly line?: number;
}

/** An entry, public or not, with its marks. None of its text is kept. */
export interface AuditedEntry
  extends Omit<ScannedEntry, 'id' | 'stamp' | 'terms' | 'authorKeys'>,
    Pick<RawEntry, 'ref' | 'slug' | 'marks'> {
  readonly id: number;
  readonly source: number;
  readonly place: SourcePlace;
  /** The Markdown file of a built page, absolute. */
  readonly sourceFile?: string;
  /** True where the file is the entry; false for an item of an export. */
  readonly isFile: boolean;
  /** Undefined for a public one. */
  readonly reason: HiddenReason | undefined;
}

/** Collects what sources report to an audit. */
export class AuditRecord implements ScanAudit {
  /** By id; of several with the same id the last, as in a build. */
  readonly entries = new Map<number, AuditedEntry>();
  readonly gates: (FoundGate & SourcePlace)[] = [];
  readonly #gatesByRef = new Map<string, (FoundGate & SourcePlace)[]>();
  readonly withoutEntry: (LeftOutItem & SourcePlace)[] = [];
  #source: Source | undefined;
  #number = 0;

  begin(source: Source, number: number): void {
    this.#source = source;
    this.#number = number;
  }

  entry(
    raw: RawEntry,
    scanned: ScannedEntry & { readonly id: number },
    reason: HiddenReason | undefined,
  ): void {
    const { stamp: _, terms: _terms, authorKeys: _authorKeys, ...known } = scanned;
    const { ref, slug, marks } = raw;
    const place = this.#placeOf(ref);
    const isFile = this.#isFolder();
    const sourceFile = this.#source?.fileOf?.(raw.key);
    this.entries.set(scanned.id, {
      ...{ ...known, ref, slug, source: this.#number, place, isFile, reason },
      ...(sourceFile !== undefined && { sourceFile }),
      ...(marks !== undefined && { marks: marks.map((mark) => this.#placed(mark)) }),
    });
  }

  gate(seen: FoundGate): void {
    const placed = { ...seen, ...this.#placeOf(seen.ref) };
    this.gates.push(placed);
    const key = `${this.#number}\n${seen.ref}`;
    addTo(this.#gatesByRef, key, placed);
  }

  /** Gates in the texts of an entry, and names that hold it back. */
  gatesOf({ source, ref }: Pick<AuditedEntry, 'source' | 'ref'>): readonly (FoundGate & SourcePlace)[] {
    return this.#gatesByRef.get(`${source}\n${ref}`) ?? [];
  }

  leftOut(seen: LeftOutItem): void {
    this.withoutEntry.push({ ...seen, ...this.#placeOf(seen.ref) });
  }

  #placed(mark: Mark): Mark {
    return mark.file === undefined ? mark : { ...mark, ...this.#placeOf(mark.file) };
  }

  #isFolder(): boolean {
    return this.#source !== undefined && traitsOf(this.#source.type).isFolder;
  }

  /** Exports name their file and the line or slug in it; folders name files below themselves. */
  #placeOf(ref: string): SourcePlace {
    const path = this.#source?.path ?? '';
    if (ref === path) return { file: path };
    if (this.#isFolder()) return { file: join(path, ref) };
    const line = ref.startsWith(`${path}:`) ? Number(ref.slice(path.length + 1)) : Number.NaN;
    return Number.isSafeInteger(line) ? { file: path, line } : { file: path };
  }
}
