import { ByteWindow, type ItemIndex } from '../export-file.js';
import type { KnownUnit } from '../known-units.js';
import type { RawEntry, RawPattern, RawTerm, SourceContext, SourceItem } from '../port.js';
import { AccessRules } from './access-rules.js';
import type { EntryContext } from './entry.js';
import { assertExport, type ExportElement, ExportReader, type ScannedElement } from './export-reader.js';
import { Fields } from './fields.js';
import { type HeadFields, isHeadField, readAuthor, readHeadField, readTerm, toSite } from './head.js';
import { readItem } from './item.js';
import { type ItemUnit, ItemUnits } from './item-units.js';
import type { WxrOptions } from './options.js';
import { patternOf } from './page-facts.js';
import type { Ahead } from './read-ahead.js';

/** The newest known version of the format. */
const NEWEST = 1.2;

/** One reading of a whole export. */
export class ExportReading {
  readonly reader: ExportReader;
  readonly #window: ByteWindow;
  readonly #entryContext: EntryContext;
  readonly #head: HeadFields = {};
  /** Authors and terms wait here so that the site comes first; undefined once it has been yielded. */
  #waiting: SourceItem[] | undefined = [];
  /** The head has no address of the site: that of the first entry tells its host. */
  #lacksBase = false;
  /** Created at the first item; absent where every item must be read. */
  #units: ItemUnits | undefined;
  /** Control characters of the file up to the end of the last item. */
  #controls = 0;
  /** Items with an unreadable date: how many, and the line of the first. */
  readonly #unreadableDates = { count: 0, line: 0 };

  /**
   * @param descriptor that of the export
   * @param file the path for messages
   * @param index filled with the position of every entry
   * @param ahead its rules, to which restricted terms are added
   */
  constructor(
    descriptor: number,
    file: string,
    private readonly context: SourceContext,
    private readonly index: ItemIndex,
    options: WxrOptions = {},
    private readonly ahead: Ahead = { rules: new AccessRules() },
  ) {
    this.#window = new ByteWindow(descriptor, options.windowBytes);
    this.reader = new ExportReader(this.#window);
    const { timeZone, warnings, keep, audit, privacy } = context;
    const dates = this.#unreadableDates;
    const onUnreadableDate = (line: number) => {
      dates.line ||= line;
      dates.count += 1;
    };
    const given = { ...(audit && { audit }), ...(keep && { keep }), ...(privacy && { privacy }) };
    this.#entryContext = { file, timeZone, warnings, options, onUnreadableDate, ...ahead, ...given };
  }

  /** Every item in the order of the file, the site first. */
  *items(): Generator<SourceItem> {
    while (this.reader.fill()) {
      this.context.onBytes?.(this.#window.consumed);
      for (;;) {
        const at = this.reader.nextItem();
        if (at !== undefined && this.#waiting !== undefined) yield* this.#endHead(this.#window.base + at);
        const unit = at === undefined ? undefined : this.#unitAt(at);
        if (unit?.known !== undefined) {
          yield* this.#baseFrom(unit.known.entry?.url);
          yield this.#passKnown(unit, unit.known);
          continue;
        }
        const element = this.reader.take();
        if (element === undefined) break;
        if (element.node.name === 'item') yield* this.#takeItem(element, unit);
        else yield* this.#takeOther(element);
      }
    }
    if (this.#waiting !== undefined) yield* this.#endHead(this.#window.consumed);
    this.#warnAboutText();
    this.#warnAboutDates();
  }

  #unitAt(at: number): ItemUnit | undefined {
    const { known, timeZone } = this.context;
    if (known === undefined) return undefined;
    const manner = () =>
      JSON.stringify([timeZone, this.reader.manner, this.ahead.rules.key, this.ahead.hasGroups]);
    this.#units ??= new ItemUnits(known, this.#window, manner());
    return this.#units.at(at);
  }

  *#takeItem(element: ScannedElement, unit: ItemUnit | undefined): Generator<SourceItem> {
    const end = this.#window.base + (unit?.end ?? 0);
    const { item, isClean } = this.#readItem(element);
    if (item?.kind === 'entry') yield* this.#baseFrom(item.entry.url);
    if (item !== undefined) yield item;
    const pattern = item?.kind === 'entry' ? this.#patternOf(item.entry, element) : undefined;
    if (pattern !== undefined) yield { kind: 'pattern', pattern };
    if (unit === undefined || this.#units === undefined) return;
    // A unit has one item.
    const isWhole = isClean && element.end === end && pattern === undefined;
    const fingerprint = isWhole ? this.#units.manner : undefined;
    yield { kind: 'unit', key: unit.key, fingerprint, facts: element.lines };
  }

  /** Lists of products only stand in groups. */
  #patternOf(entry: RawEntry, element: ExportElement): RawPattern | undefined {
    if (entry.type === 'product' && this.ahead.hasGroups !== true) return undefined;
    return patternOf(entry, this.#fields(element));
  }

  *#baseFrom(url = ''): Generator<SourceItem> {
    const [origin] = (this.#lacksBase && /^https?:\/\/[^/?#]+/i.exec(url)) || [];
    if (origin === undefined) return;
    this.#lacksBase = false;
    yield { kind: 'site', site: { baseUrl: origin } };
  }

  #passKnown({ end }: ItemUnit, known: KnownUnit): SourceItem {
    const { base } = this.#window;
    const { line, at } = this.reader;
    if (known.entry !== undefined) {
      this.index.set(known.entry.key, { offset: base + at, end: base + end, line });
    }
    this.reader.moveTo(end, line + (known.facts as number));
    return { kind: 'known', unit: known, ref: `${this.#entryContext.file}:${line}` };
  }

  *#takeOther(element: ScannedElement): Generator<SourceItem> {
    const item = this.#readOther(element);
    if (item === undefined) return;
    if (this.#waiting === undefined) yield item;
    else this.#waiting.push(item);
  }

  #readOther(element: ScannedElement): SourceItem | undefined {
    const { name } = element.node;
    if (name === 'wp:author') {
      const author = readAuthor(this.#fields(element));
      return author && { kind: 'author', author };
    }
    if (name === 'wp:category' || name === 'wp:tag' || name === 'wp:term') {
      const fields = this.#fields(element);
      const term = readTerm(fields);
      if (term !== undefined) this.#noteAccess(term, fields);
      return term && { kind: 'term', term };
    }
    if (isHeadField(name)) this.#readHead(element);
    return undefined;
  }

  /** Extensions hold back all entries of a term. */
  #noteAccess(term: RawTerm, fields: Fields): void {
    const { privacy, warnings, file } = this.#entryContext;
    const mark = fields.accessMark(privacy);
    const name = `the ${term.taxonomy} “${term.name.slice(0, 80)}”`;
    this.ahead.rules.addTerm(term, term.parent ?? '', mark === undefined ? '' : `${name} is for members`);
    if (mark === undefined || mark.isKnown || mark.isDenied) return;
    warnings.add({
      code: 'privacy-held-back',
      file,
      line: fields.element.line,
      message: `The term meta "${mark.key}" of ${name} sounds like a restriction: entries in it are held back.`,
      fix: `If every reader may see them, add "${mark.key}" to "privacy.allow"; if not, add it to "privacy.deny".`,
      skipped: true,
    });
  }

  /** An item, and whether it and the part before it have no warnings, which the next build would have to repeat. */
  #readItem(element: ScannedElement): { readonly item: SourceItem | undefined; readonly isClean: boolean } {
    const before = this.#complaints();
    const item = readItem(this.#fields(element), this.#entryContext);
    if (item?.kind === 'entry') this.index.set(item.entry.key, element);
    const { count } = this.reader.controls;
    const isClean = !element.isStrange && count === this.#controls && this.#complaints() === before;
    this.#controls = count;
    return { item, isClean };
  }

  #complaints(): number {
    return this.#entryContext.warnings.given + this.reader.text.bareAmpersands + this.#unreadableDates.count;
  }

  #readHead(element: ExportElement): void {
    const { node, flags } = element;
    const text =
      node.name === 'image'
        ? this.#fields(element).get('url')
        : this.reader.text.text(this.reader.bytes, node, flags).trim();
    readHeadField(this.#head, node.name, text);
    this.reader.text.language = this.#head.language ?? '';
    this.reader.text.siteTitle = this.#head.title ?? '';
  }

  #fields(element: ExportElement): Fields {
    return new Fields(element, this.reader.bytes, this.reader.text);
  }

  *#endHead(offset: number): Generator<SourceItem> {
    const waiting = this.#waiting ?? [];
    this.#waiting = undefined;
    assertExport(this.reader.names, this.#head.version, offset);
    this.#warnAboutVersion(this.#head.version);
    const site = toSite(this.#head);
    this.#lacksBase = site.baseUrl === undefined;
    yield { kind: 'site', site };
    yield* waiting;
  }

  #warnAboutVersion(version: string | undefined): void {
    if (version !== undefined && Number.parseFloat(version) <= NEWEST) return;
    this.context.warnings.add({
      code: 'wxr-version',
      file: this.#entryContext.file,
      message:
        version === undefined
          ? 'The export has no version; it was read as WXR 1.2.'
          : `The export is WXR ${version.slice(0, 20)}; it was read as WXR 1.2, so newer fields were ignored.`,
    });
  }

  #warnAboutText(): void {
    const { file } = this.#entryContext;
    const { count, line } = this.reader.controls;
    if (count > 0) {
      this.context.warnings.add({
        code: 'wxr-control-characters',
        file,
        ...(line === undefined ? {} : { line }),
        message: `The file contains ${count} control character${count === 1 ? '' : 's'} that XML forbids; they were dropped.`,
      });
    }
    const { count: strange, line: firstStrange } = this.reader.strange;
    if (strange > 0) {
      this.context.warnings.add({
        code: 'wxr-not-utf8',
        file,
        ...(firstStrange === undefined ? {} : { line: firstStrange }),
        message: `${strange === 1 ? 'An element contains' : `${strange} elements contain`} bytes that aren't UTF-8; they were read as “\ufffd”. The first begins in this line.`,
        fix: 'If the file is in another encoding, name it in the first line, such as encoding="windows-1252"; else export again.',
      });
    }
    const bare = this.reader.text.bareAmpersands;
    if (bare > 0) {
      this.context.warnings.add({
        code: 'wxr-bare-ampersand',
        file,
        message: `A “&” occurs ${bare} time${bare === 1 ? '' : 's'} where “&amp;” was expected; it was read literally.`,
      });
    }
  }

  #warnAboutDates(): void {
    const { count, line } = this.#unreadableDates;
    if (count === 0) return;
    const dates = count === 1 ? 'A date of an item' : `Dates of ${count} items`;
    this.context.warnings.add({
      code: 'wxr-date-unreadable',
      file: this.#entryContext.file,
      line,
      message: `${dates} can't be read; an item without another date counts as undated. The first begins in this line.`,
      fix: 'Write <wp:post_date_gmt> and <wp:post_modified_gmt> as 2026-07-01 09:30:00, or export again.',
    });
  }
}
