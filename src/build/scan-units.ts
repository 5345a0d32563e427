import { SvcError } from '../core/errors.js';
import { shortHash } from '../core/hash.js';
import { type GateContext, isPublic } from '../site/gate.js';
import { GENERIC_TITLE } from '../site/site.js';
import type { KnownUnit, KnownUnits } from '../sources/known-units.js';
import type { RawMedia, RawPattern, RawSite, Source } from '../sources/port.js';
import { siteKey } from '../sources/site-key.js';
import { traitsOf } from '../sources/table.js';
import type { BuildEntry } from './build-entry.js';
import type { ScannedEntry } from './scanned-entry.js';
import type { LastState, NewState } from './state/build-state.js';

/** The content of a unit: a public entry, a media item or a reusable block. */
export type UnitItem =
  | { readonly kind: 'entry'; readonly entry: ScannedEntry }
  | { readonly kind: 'media'; readonly media: RawMedia }
  | { readonly kind: 'pattern'; readonly pattern: RawPattern };

/** The state file's record of a unit. It never contains an entry that isn't public. */
interface UnitRow {
  readonly fingerprint: string;
  readonly facts: unknown;
  readonly item?: UnitItem;
}

interface FoundUnit extends KnownUnit {
  readonly item: UnitItem | undefined;
}

export interface ScanUnitsOptions {
  readonly last: LastState;
  readonly next: NewState;
  readonly gate: GateContext;
  readonly sureBefore: number;
  /** Everything that a source's items depend on outside the source. */
  readonly manner: string;
}

/** The units of one source: those of the last build, and those of this one. */
export class ScanUnits implements KnownUnits {
  readonly sureBefore: number;
  readonly #options: ScanUnitsOptions;
  /** The prefix of the source's keys. */
  readonly #start: string;

  constructor(options: ScanUnitsOptions, source: Source, number: number) {
    this.sureBefore = options.sureBefore;
    this.#options = options;
    this.#start = `${shortHash(`${options.manner}\n${source.type}`)} ${number} `;
  }

  find(key: string, fingerprint: string): FoundUnit | undefined {
    const row = this.#options.last.get<UnitRow>('unit', this.#start + key);
    if (row?.fingerprint !== fingerprint) return undefined;
    const { facts, item } = row;
    if (item?.kind !== 'entry') return { key, fingerprint, facts, item, entry: undefined };
    if (!isPublic(item.entry, this.#options.gate)) return undefined;
    return { key, fingerprint, facts, item, entry: { key: item.entry.key, url: item.entry.url ?? '' } };
  }

  /** The content of a unit that was found here. */
  itemOf(unit: KnownUnit): UnitItem | undefined {
    return (unit as FoundUnit).item;
  }

  /** Records a unit that was found again. */
  keep({ key }: KnownUnit): void {
    this.#options.next.keep('unit', this.#start + key);
  }

  /** Records a unit that was read. */
  add(key: string, row: UnitRow): void {
    this.#options.next.add('unit', this.#start + key, row);
  }
}

/** Names each site that its source doesn't name, such as a folder, by the title of its public home page. */
export function nameSites(sites: readonly RawSite[], entries: readonly BuildEntry[]): readonly RawSite[] {
  return sites.map((site, source) => {
    if (site.title !== undefined && site.title !== '') return site;
    const home = entries.find((entry) => entry.source === source && entry.url === '/');
    return home === undefined || GENERIC_TITLE.test(home.title) ? site : { ...site, title: home.title };
  });
}

/**
 * Parts of one export belong together; two sites would overwrite each other's ids.
 * @param number of the source, among the sites of all
 * @throws SvcError `SVC_SOURCE_MIXED` where an earlier source is of another site
 */
export function assertSameSite(source: Source, number: number, sites: readonly RawSite[]): void {
  const own = sites[number]?.baseUrl;
  const other = sites.slice(0, number).find((site) => site.baseUrl !== undefined)?.baseUrl;
  if (traitsOf(source.type).isAuthored || own === undefined || other === undefined) return;
  if (siteKey(own) === siteKey(other)) return;
  throw new SvcError(
    'SVC_SOURCE_MIXED',
    `this is an export of ${own}, but another source is an export of ${other}`,
    { file: source.path, fix: 'Build each site separately.' },
  );
}
