import { shortHash } from '../../core/hash.js';
import { ByteWindow } from '../byte-window.js';
import type { ItemIndex } from '../item-index.js';
import type { SourceContext, SourceItem } from '../port.js';
import type { EntryContext } from './entry.js';
import { assertExport, type ExportElement, ExportReader, type SeenElement } from './export-reader.js';
import { Fields } from './fields.js';
import { type HeadFields, isHeadField, readAuthor, readHeadField, readTerm, toSite } from './head.js';
import { readItem } from './item.js';

/** The newest version of the format that is known. */
const NEWEST = 1.2;

/** One reading of a whole export. */
export class ExportReading {
  readonly reader: ExportReader;
  readonly #window: ByteWindow;
  readonly #context: SourceContext;
  readonly #entryContext: EntryContext;
  readonly #index: ItemIndex;
  readonly #head: HeadFields = {};
  #markHead: string | undefined;
  /** Authors and terms wait here so that the site can come first; undefined once it has been given. */
  #waiting: SourceItem[] | undefined = [];
  /** Items with a date that cannot be read: how many, and the line of the first. */
  readonly #unreadableDates = { count: 0, line: 0 };

  /**
   * @param descriptor the opened export
   * @param file the path for messages
   * @param index filled with the place of every entry
   * @param capacity first size of the window in bytes
   */
  constructor(descriptor: number, file: string, context: SourceContext, index: ItemIndex, capacity?: number) {
    this.#window = new ByteWindow(descriptor, capacity);
    this.reader = new ExportReader(this.#window);
    this.#context = context;
    const { timeZone, warnings, keep } = context;
    const dates = this.#unreadableDates;
    const onUnreadableDate = (line: number) => {
      dates.line ||= line;
      dates.count += 1;
    };
    this.#entryContext = { file, timeZone, warnings, onUnreadableDate, ...(keep && { keep }) };
    this.#index = index;
  }

  /** Every item in the order of the file, the site first. */
  *items(): Generator<SourceItem> {
    while (this.reader.fill()) {
      this.#context.onBytes?.(this.#window.consumed);
      for (;;) {
        const known = this.#waiting === undefined ? this.#passExpected() : undefined;
        if (known !== undefined) {
          yield known;
          continue;
        }
        const element = this.reader.take();
        if (element === undefined) break;
        if (this.#waiting !== undefined && element.node.name === 'item') yield* this.#endHead(element.offset);
        const item = this.#read(element);
        if (item === undefined) continue;
        if (this.#waiting === undefined) yield item;
        else this.#waiting.push(item);
      }
    }
    if (this.#waiting !== undefined) yield* this.#endHead(this.#window.consumed);
    this.#warnAboutText();
    this.#warnAboutDates();
  }

  #read(element: SeenElement): SourceItem | undefined {
    const { name } = element.node;
    if (name === 'item') return this.#readItem(element);
    if (name === 'wp:author') {
      const author = readAuthor(this.#fields(element));
      return author && { kind: 'author', author };
    }
    if (name === 'wp:category' || name === 'wp:tag' || name === 'wp:term') {
      const term = readTerm(this.#fields(element));
      return term && { kind: 'term', term };
    }
    if (isHeadField(name)) this.#readHead(element);
    return undefined;
  }

  #readItem(element: SeenElement): SourceItem | undefined {
    const mark = this.#markOf(element);
    const known = mark === undefined ? undefined : this.#context.known?.find(mark);
    if (mark !== undefined && known !== undefined) {
      this.#index.set(known.entry.key, element);
      return { kind: 'known', mark, ref: `${this.#entryContext.file}:${element.line}` };
    }
    const before = this.#complaints();
    const item = readItem(this.#fields(element), this.#entryContext);
    if (item?.kind !== 'entry') return item;
    this.#index.set(item.entry.key, element);
    // What it warned of must be said again by the next build.
    return mark === undefined || this.#complaints() !== before ? item : { ...item, mark };
  }

  /** Passes over the item that most likely comes next, where it does: then nobody looks at its elements. */
  #passExpected(): SourceItem | undefined {
    const { known } = this.#context;
    const mark = known?.expected();
    const [head, size, lines] = mark?.split(' ') ?? [];
    if (mark === undefined || head === undefined || lines === undefined) return undefined;
    const from = this.reader.itemOf(Number(size));
    if (from === undefined) return undefined;
    const to = from + Number(size);
    if (head !== this.#hashOf(from, to)) return undefined;
    const found = known?.find(mark);
    if (found === undefined) return undefined;
    const place = this.reader.pass(to, Number(lines));
    this.#index.set(found.entry.key, place);
    return { kind: 'known', mark, ref: `${this.#entryContext.file}:${place.line}` };
  }

  /**
   * Of the bytes of an item, and of what the head of the file and the run say on how to read them. Behind it stand
   * its bytes and line breaks, by which it can be passed over; not where something in it has to be warned of.
   */
  #markOf({ offset, end, lines, flags, isStrange }: SeenElement): string | undefined {
    if (this.#context.known === undefined) return undefined;
    const { base } = this.#window;
    const hash = this.#hashOf(offset - base, end - base);
    return flags.controls || isStrange ? hash : `${hash} ${end - offset} ${lines}`;
  }

  #hashOf(from: number, to: number): string {
    this.#markHead ??= shortHash(JSON.stringify([this.#entryContext.timeZone, this.reader.manner]));
    return this.#markHead + shortHash(this.#window.bytes.subarray(from, to));
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
  }

  #fields(element: ExportElement): Fields {
    return new Fields(element, this.reader.bytes, this.reader.text);
  }

  *#endHead(offset: number): Generator<SourceItem> {
    const waiting = this.#waiting ?? [];
    this.#waiting = undefined;
    assertExport(this.reader.names, this.#head.version, offset);
    this.#warnAboutVersion(this.#head.version);
    yield { kind: 'site', site: toSite(this.#head) };
    yield* waiting;
  }

  #warnAboutVersion(version: string | undefined): void {
    if (version !== undefined && Number.parseFloat(version) <= NEWEST) return;
    this.#context.warnings.add({
      code: 'wxr-version',
      file: this.#entryContext.file,
      message:
        version === undefined
          ? 'The export does not tell its version; it was read as WXR 1.2.'
          : `The export is WXR ${version.slice(0, 20)}; it was read as WXR 1.2, so fields new in it were passed over.`,
    });
  }

  #warnAboutText(): void {
    const { file } = this.#entryContext;
    const { count, line } = this.reader.controls;
    if (count > 0) {
      this.#context.warnings.add({
        code: 'wxr-control-characters',
        file,
        ...(line === undefined ? {} : { line }),
        message: `The file holds ${count} control character${count === 1 ? '' : 's'} that XML forbids; they were dropped.`,
      });
    }
    const { count: strange, line: firstStrange } = this.reader.strange;
    if (strange > 0) {
      this.#context.warnings.add({
        code: 'wxr-not-utf8',
        file,
        ...(firstStrange === undefined ? {} : { line: firstStrange }),
        message: `${strange === 1 ? 'An element holds' : `${strange} elements hold`} bytes that are no UTF-8; they were read as “\ufffd”. The first begins in this line.`,
        fix: 'If the file is in another encoding, name it in the first line, such as encoding="windows-1252"; else export again.',
      });
    }
    const bare = this.reader.text.bareAmpersands;
    if (bare > 0) {
      this.#context.warnings.add({
        code: 'wxr-bare-ampersand',
        file,
        message: `A “&” stands ${bare} time${bare === 1 ? '' : 's'} where “&amp;” was expected; it was read as it stands.`,
      });
    }
  }

  #warnAboutDates(): void {
    const { count, line } = this.#unreadableDates;
    if (count === 0) return;
    const dates = count === 1 ? 'A date of an item' : `Dates of ${count} items`;
    this.#context.warnings.add({
      code: 'wxr-date-unreadable',
      file: this.#entryContext.file,
      line,
      message: `${dates} cannot be read; an item without another one counts as undated. The first begins in this line.`,
      fix: 'Write <wp:post_date_gmt> and <wp:post_modified_gmt> as 2026-07-01 09:30:00, or export again.',
    });
  }
}
