import { plainText } from '../content/html/text.js';
import { formatLocalDate } from '../core/dates.js';
import { shortHash } from '../core/hash.js';
import { withoutUndefined } from '../core/json.js';
import type { Warning, Warnings } from '../core/warnings.js';
import { namedElsewhere } from '../site/canonical.js';
import type { GateContext, HiddenReason } from '../site/gate.js';
import { isInFuture } from '../site/history.js';
import type { AuditListener } from '../sources/audit.js';
import type { RawEntry, Source } from '../sources/port.js';
import { traitsOf } from '../sources/table.js';

/** The scan's data of an entry: without what only the conversion needs. */
export interface ScannedEntry
  extends Pick<
    RawEntry,
    | 'key'
    | 'id'
    | 'type'
    | 'status'
    | 'protected'
    | 'noindex'
    | 'url'
    | 'formerUrls'
    | 'published'
    | 'modified'
    | 'expires'
    | 'terms'
    | 'menuOrder'
    | 'navOrder'
    | 'section'
    | 'lang'
    | 'translationKey'
    | 'llms'
    | 'authorKeys'
  > {
  /** Plain text. */
  readonly title: string;
  /** The canonical address in its source, where it differs. */
  readonly canonical?: string;
  /** Of all the entry's data in the source. */
  readonly stamp: string;
  /** Its author named topics. */
  readonly hasTopics: boolean;
}

/** Receives, in addition to a source's gates, the verdict on each entry. */
export interface ScanAudit extends AuditListener {
  /** Sets the source of the following reports. */
  begin(source: Source, number: number): void;
  /** @param reason undefined for a public one */
  entry(
    raw: RawEntry,
    scanned: ScannedEntry & { readonly id: number },
    reason: HiddenReason | undefined,
  ): void;
}

/** Makes the scan's data of an entry that has been read. */
export function scanEntry(raw: RawEntry, source: Source): ScannedEntry {
  const { key, id, type, status, noindex, url, published, modified, expires, terms } = raw;
  const { formerUrls, menuOrder, navOrder, section, lang, translationKey, llms } = raw;
  return {
    key,
    type,
    status,
    protected: raw.protected,
    noindex,
    terms,
    title: titleOf(raw, source),
    stamp: stampOf(raw),
    authorKeys: raw.authorKeys,
    hasTopics: (raw.topics ?? []).length > 0,
    ...withoutUndefined({
      id,
      url,
      formerUrls,
      published,
      modified,
      expires,
      menuOrder,
      navOrder,
      section,
      lang,
      translationKey,
      llms,
    }),
    ...withoutUndefined({ canonical: namedElsewhere(raw) }),
  };
}

/**
 * Positions in the file and in the navigation are not part of an entry's data. The body, which is long, is appended
 * unescaped after a line.
 */
function stampOf({ ref: _ref, navOrder: _order, section: _section, body, ...rest }: RawEntry): string {
  return shortHash(`${JSON.stringify(rest)}\n${body}`);
}

/** Front matter is plain text already; in exports a title may contain HTML. */
function titleOf(raw: RawEntry, { type }: Source): string {
  return traitsOf(type).isAuthored ? raw.title.replace(/\s+/g, ' ').trim() : plainText(raw.title);
}

/** The entry without a time of modification that is ignored. */
export function withoutFuture(raw: RawEntry, now: number): RawEntry {
  if (!isInFuture(raw.modified, now)) return raw;
  const { modified: _, ...rest } = raw;
  return rest;
}

/** Warns about a time of modification that is ignored because it's in the future. */
export function warnOfFuture(
  { ref, modified, modifiedField = 'modified' }: RawEntry,
  { gate, timeZone, warnings }: { gate: GateContext; timeZone: string; warnings: Warnings },
): void {
  if (modified === undefined || !isInFuture(modified, gate.now)) return;
  warnings.add({
    code: 'modified-in-future',
    file: ref,
    field: modifiedField,
    message: `The date of the last change, ${formatLocalDate(modified, timeZone)}, is in the future, so it was ignored.`,
    fix: 'Correct the date.',
  });
}

/** The warning about a source without pages, which is usually a wrong path, or a site that isn't built. */
export function emptySource(path: string): Warning {
  return {
    code: 'source-empty',
    file: path,
    message: 'This source has no page.',
    fix: 'Check the path. If a generator writes this folder, run it first.',
    skipped: true,
  };
}
