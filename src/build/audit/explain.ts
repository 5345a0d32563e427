import { statSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import { editDistance } from '../../core/did-you-mean.js';
import { decodePercent } from '../../core/percent.js';
import type { Warning } from '../../core/warnings.js';
import { placeEntry } from '../../site/address.js';
import { traitsOf } from '../../sources/table.js';
import type { SourceReport } from '../report.js';
import type { AuditedEntry, SourcePlace } from './gates.js';
import { type AuditedSite, type AuditOptions, readSiteForAudit } from './read-site.js';
import { type AuditVerdict, auditVerdict, pathOf } from './verdict.js';

/** The explanation of one page. */
export interface Explanation {
  readonly ok: boolean;
  /** The query. */
  readonly asked: string;
  readonly baseUrl: string;
  /** Empty without a match; several where a file contains several entries. */
  readonly verdicts: readonly AuditVerdict[];
  /** The most similar addresses and files; empty where there is a match. */
  readonly nearest: readonly string[];
}

/** Maximum number of similar names. */
const NEAREST = 5;

/**
 * Explains why a page is public or not.
 * @param asked its address, the path of it, its twin, or its file, with `:line` for an item of an export
 * @throws SvcError errors of reading
 */
export async function explainPage(asked: string, options: AuditOptions): Promise<Explanation> {
  const site = await readSiteForAudit(options);
  const search = new Search(site, asked, options.cwd);
  const verdicts = search.find();
  const nearest = verdicts.length > 0 ? [] : search.nearest();
  return { ok: verdicts.length > 0, asked, baseUrl: site.baseUrl, verdicts, nearest };
}

class Search {
  readonly #file: string;
  /** Of an item in an export. */
  readonly #line: number | undefined;
  readonly #address: string | undefined;
  /** The query as an absolute path. */
  readonly #whole: string;

  constructor(
    private readonly site: AuditedSite,
    private readonly asked: string,
    cwd: string,
  ) {
    this.#whole = resolve(cwd, asked);
    const [, file = asked, line] = /^(.*?):(\d+)$/s.exec(asked) ?? [];
    this.#file = resolve(cwd, file);
    this.#line = line === undefined ? undefined : Number(line);
    const bases = [site.baseUrl, ...site.sourceBases.filter((base) => base !== undefined)];
    const address = placeEntry(asked, bases);
    this.#address = 'path' in address ? addressKey(address.path) : undefined;
  }

  /** A file, an address, a file without an entry, and last the slug of an entry without a usable address. */
  find(): readonly AuditVerdict[] {
    const { record } = this.site;
    const entries = [...record.entries.values()];
    const exact = entries.filter((entry) => this.#isPlace(entry) || this.#isAddress(entry));
    if (exact.length > 0) return exact.map((entry) => auditVerdict(entry, this.site));
    const others = this.#withoutEntry();
    if (others.length > 0) return others;
    const drafts = entries.filter((entry) => this.#isSlug(entry));
    return drafts.length > 0 ? drafts.map((entry) => auditVerdict(entry, this.site)) : this.#unread();
  }

  /** The names of other pages, the most similar first. */
  nearest(): readonly string[] {
    const names = [...this.site.record.entries.values()].flatMap((entry) => {
      const path = this.#pathOf(entry);
      return [...(path === undefined ? [] : [path]), entry.ref];
    });
    const asked = this.#address ?? this.asked;
    return [...new Set(names)]
      .map((name) => ({ name, distance: editDistance(asked, addressKey(name)) }))
      .filter(({ name, distance }) => distance <= Math.max(asked.length, name.length) / 2)
      .sort((a, b) => a.distance - b.distance)
      .slice(0, NEAREST)
      .map(({ name }) => name);
  }

  /** An export as a whole isn't a page: its items have lines, or slugs. */
  #isPlace({ place, ref, sourceFile, isFile }: AuditedEntry): boolean {
    if (ref === this.asked || ref === this.#whole || sourceFile === this.#file) return true;
    if (!isSameFile(place, this.#file)) return false;
    return isFile || (place.line !== undefined && place.line === this.#line);
  }

  #isAddress(entry: AuditedEntry): boolean {
    if (this.#address === undefined) return false;
    const path = this.#pathOf(entry);
    if (path !== undefined && addressKey(path) === this.#address) return true;
    const twin = this.site.placed.get(entry.id)?.twin ?? '';
    return twin !== '' && decodePercent(this.#address) === `/${twin}`;
  }

  #pathOf(entry: AuditedEntry): string | undefined {
    return this.site.placed.get(entry.id)?.path ?? pathOf(entry, this.site);
  }

  /** Drafts of an export have a query as their address: owners only see their slug. */
  #isSlug(entry: AuditedEntry): boolean {
    const path = this.#pathOf(entry);
    if (this.#address === undefined || entry.slug === '' || (path !== undefined && !path.includes('?'))) {
      return false;
    }
    return decodePercent(this.#address).split('/').at(-1) === entry.slug;
  }

  /** Files and items that don't become entries. */
  #withoutEntry(): readonly AuditVerdict[] {
    const { record, warnings } = this.site;
    const left = record.withoutEntry
      .filter(({ ref, ...place }) => this.#isOther(ref, place))
      .map(({ file, line, rule, setting }) => toVerdict({ file, line, rule, setting }));
    if (left.length > 0) return left;
    return warnings
      .list()
      .filter((warning) => warning.skipped === true && this.#isWarned(warning))
      .map(({ file = '', line, message, fix = '' }) =>
        toVerdict({ file, line, rule: message, setting: fix }),
      );
  }

  /** A file in the folder of a source that has neither an entry nor a warning. */
  #unread(): readonly AuditVerdict[] {
    const isBelow = ({ type, path }: SourceReport) => {
      const way = relative(resolve(path), this.#file);
      return traitsOf(type).isFolder && way !== '' && !way.startsWith('..');
    };
    const isFile = statSync(this.#file, { throwIfNoEntry: false })?.isFile() === true;
    if (!isFile || !this.site.sources.some(isBelow)) return [];
    return [toVerdict({ file: this.#file, line: undefined, rule: UNREAD, setting: READ })];
  }

  #isOther(ref: string, place: SourcePlace): boolean {
    if (ref === this.asked || (isSameFile(place, this.#file) && place.line === this.#line)) return true;
    // The path of a built page follows its address.
    return place.line === undefined && this.#address !== undefined && addressKey(`/${ref}`) === this.#address;
  }

  /** A warning about a gate is about a part of a page. */
  #isWarned({ code, file, line }: Warning): boolean {
    if (file === undefined || code === 'privacy-held-back') return false;
    const isExport = this.site.sources.some(({ path }) => path === file);
    if (isExport && this.#line === undefined) return false;
    const isFile = file === this.asked || this.#file.endsWith(`/${file}`) || file === this.#file;
    return isFile && (this.#line === undefined || line === this.#line);
  }
}

const UNREAD =
  "its source doesn't read it: its ending isn't that of a page, it's in a hidden folder or in a folder that tools write, or \"exclude\" names it";
const READ = 'Move or rename it, or remove it from "exclude" of the source.';

interface WithoutEntry {
  readonly file: string;
  readonly line: number | undefined;
  readonly rule: string;
  readonly setting: string;
}

function toVerdict({ line, ...rest }: WithoutEntry): AuditVerdict {
  return {
    isPublic: false,
    reason: 'left-out',
    ...rest,
    ...(line !== undefined && { line }),
    also: [],
    gates: [],
    notes: [],
  };
}

function isSameFile({ file }: SourcePlace, asked: string): boolean {
  return resolve(file) === asked;
}

/** An address without the differences that servers ignore: the trailing slash, and the name of an index file. */
function addressKey(path: string): string {
  return path.replace(/(^|\/)index\.x?html?$/i, '$1').replace(/(.)\/$/, '$1');
}
