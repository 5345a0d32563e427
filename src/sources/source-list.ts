import type { SourceType } from '../config/config.js';
import { SvcError } from '../core/errors.js';
import type { RawEntry, Source, SourceContext, SourceItem } from './port.js';
import { siteKey } from './site-key.js';

/** The exports of one site in a folder or an archive, read as one source. A later version of an entry wins. */
export class SourceList implements Source {
  /** The part with the last version of each entry, after a complete reading. */
  readonly #owners = new Map<string, Source>();

  /** @param path for messages */
  constructor(
    readonly path: string,
    private readonly parts: readonly Source[],
  ) {}

  get type(): SourceType {
    return this.#first.type;
  }

  get linksByIds(): boolean {
    return this.#first.linksByIds === true;
  }

  get bytes(): number {
    return this.parts.reduce((sum, { bytes = 0 }) => sum + bytes, 0);
  }

  get #first(): Source {
    return this.parts[0] as Source;
  }

  async *read(context: SourceContext): AsyncGenerator<SourceItem> {
    let base: string | undefined;
    let done = 0;
    for (const part of this.parts) {
      const before = done;
      const onBytes = (bytes: number) => context.onBytes?.(before + bytes);
      for await (const item of part.read({ ...context, onBytes })) {
        if (item.kind === 'site') base = this.#sameSite(part, item.site.baseUrl, base);
        if (item.kind === 'entry') this.#owners.set(item.entry.key, part);
        else if (item.kind === 'known' && item.unit.entry !== undefined) {
          this.#owners.set(item.unit.entry.key, part);
        }
        yield item;
      }
      done += part.bytes ?? 0;
    }
  }

  async *readEntries(wanted: ReadonlySet<string>, context: SourceContext): AsyncGenerator<RawEntry> {
    for (const part of this.parts) {
      const own = [...wanted].filter((key) => (this.#owners.get(key) ?? part) === part);
      if (own.length > 0) yield* part.readEntries(new Set(own), context);
    }
  }

  #sameSite(part: Source, own: string | undefined, base: string | undefined): string | undefined {
    if (base === undefined || own === undefined || siteKey(own) === siteKey(base)) return base ?? own;
    throw new SvcError('SVC_SOURCE_MIXED', `this is an export of ${own}, another one is of ${base}`, {
      file: part.path,
      fix: 'Build each site separately: put its exports into a separate folder or archive.',
    });
  }
}
