import { shortHash } from '../../core/hash.js';
import { ByteWindow } from '../byte-window.js';
import type { ItemIndex } from '../item-index.js';
import type { SourceContext, SourceItem } from '../port.js';
import type { EntryContext } from './entry.js';
import { assertExport, type ExportElement, ExportReader } from './export-reader.js';
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
    this.#entryContext = { file, timeZone, warnings, ...(keep && { keep }) };
    this.#index = index;
  }

  /** Every item in the order of the file, the site first. */
  *items(): Generator<SourceItem> {
    while (this.reader.fill()) {
      this.#context.onBytes?.(this.#window.consumed);
      for (let element = this.reader.take(); element !== undefined; element = this.reader.take()) {
        if (this.#waiting !== undefined && element.node.name === 'item') yield* this.#endHead(element.offset);
        const item = this.#read(element);
        if (item === undefined) continue;
        if (this.#waiting === undefined) yield item;
        else this.#waiting.push(item);
      }
    }
    if (this.#waiting !== undefined) yield* this.#endHead(this.#window.consumed);
    this.#warnAboutText();
  }

  #read(element: ExportElement): SourceItem | undefined {
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

  #readItem(element: ExportElement): SourceItem | undefined {
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

  /** Of the bytes of an item, and of what the head of the file and the run say on how to read them. */
  #markOf({ offset, end }: ExportElement): string | undefined {
    if (this.#context.known === undefined) return undefined;
    const { base, bytes } = this.#window;
    this.#markHead ??= shortHash(JSON.stringify([this.#entryContext.timeZone, this.reader.manner]));
    return this.#markHead + shortHash(bytes.subarray(offset - base, end - base));
  }

  #complaints(): number {
    return this.#entryContext.warnings.given + this.reader.text.bareAmpersands;
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
    const bare = this.reader.text.bareAmpersands;
    if (bare > 0) {
      this.#context.warnings.add({
        code: 'wxr-bare-ampersand',
        file,
        message: `A “&” stands ${bare} time${bare === 1 ? '' : 's'} where “&amp;” was expected; it was read as it stands.`,
      });
    }
  }
}
