import { compareText } from '../../../core/compare.js';
import { foldName } from '../../../core/text.js';
import { placeEntry } from '../../../site/address.js';
import { isForBuyers, mimeOf } from '../../../sources/wxr/item.js';
import type { UploadFile, UploadProblem, UploadReader } from './reader.js';

/** The folder of the copies in the content folder; no page is read from it. */
export const UPLOADS_FOLDER = 'public';

/** How many files of another host are read at once. */
const PARALLEL = 4;

/** The copied files of an import. */
export interface UploadsReport {
  /** The folder or address they come from. */
  readonly from: string;
  readonly copied: number;
  readonly bytes: number;
  /** Paths below the target folder that existed already. */
  readonly kept: number;
  /** Files that couldn't be copied, by path below the site's address. */
  readonly missing: readonly MissingUpload[];
}

/** A file that couldn't be copied. */
interface MissingUpload {
  readonly path: string;
  readonly reason: UploadProblem;
  /** The first file with a link to it. */
  readonly file: string;
}

/** The place that copies are written to. */
interface UploadsTarget {
  isThere(file: string): boolean;
  /** Undefined in a dry run. */
  readonly write: ((file: string, content: Exclude<UploadFile, { problem: unknown }>) => void) | undefined;
}

/** An upload that pages refer to. */
interface Wanted {
  /** Below the site's address, decoded. */
  readonly file: string;
  /** Its address from the root of the host, for an attribute. */
  readonly link: string;
}

/** Copies the files that public pages refer to, each once. */
export class UploadsCopier {
  readonly #results = new Map<string, Promise<void>>();
  readonly #done = new Set<string>();
  readonly #names = new Set<string>();
  readonly #missing: MissingUpload[] = [];
  #running: Promise<unknown>[] = [];
  #copied = 0;
  #bytes = 0;
  #kept = 0;

  /** @param bases addresses that count as the site's own: that of the export, that of the files */
  constructor(
    private readonly reader: UploadReader,
    private readonly target: UploadsTarget,
    /** The addresses of the site, the first with the path of its pages. */
    private readonly bases: readonly string[],
  ) {}

  /**
   * Copies the files of a page.
   * @param html what readers of the page see
   * @param others addresses of files that belong to the page
   * @param file of the page, for the report
   */
  async copyFrom(html: string, others: readonly string[], file: string): Promise<void> {
    const results: Promise<void>[] = [];
    for (const url of new Set([...fileLinks(html), ...others])) {
      const wanted = this.#wanted(url);
      if (wanted === undefined) continue;
      let result = this.#results.get(wanted.file);
      if (result === undefined) {
        if (this.#running.length >= (this.reader.isRemote ? PARALLEL : 1)) {
          await Promise.all(this.#running);
          this.#running = [];
        }
        result = this.#copy(wanted.file, file);
        this.#running.push(result);
        this.#results.set(wanted.file, result);
      }
      results.push(result);
    }
    await Promise.all(results);
  }

  /** The text of a page with links to the copies. Call it after `copyFrom`. */
  relink(text: string): string {
    return replaceFileLinks(text, (url) => {
      const wanted = this.#wanted(url);
      return wanted !== undefined && this.#done.has(wanted.file) ? wanted.link : undefined;
    });
  }

  report(): UploadsReport {
    return {
      from: this.reader.name,
      copied: this.#copied,
      bytes: this.#bytes,
      kept: this.#kept,
      missing: this.#missing.sort((a, b) => compareText(a.path, b.path)),
    };
  }

  /** Undefined for a file of another site, one that shops sell, and an address that could leave the folder. */
  #wanted(url: string): Wanted | undefined {
    const [, plain = '', fragment = ''] = /^([^?#]*)(?:\?[^#]*)?(#.*)?$/s.exec(throughPhoton(url)) ?? [];
    const base = new URL(this.bases[0] ?? 'https://site.invalid');
    const folder = base.pathname.replace(/\/+$/, '');
    const isBelow = plain.startsWith('/') && !plain.startsWith('//');
    const place = placeEntry(isBelow ? `${base.origin}${plain}` : plain, this.bases);
    if ('problem' in place || place.twin === '' || isForBuyers(plain)) return undefined;
    const path = place.path.replace(/['&]/g, (mark) => (mark === '&' ? '%26' : '%27'));
    const link = `${folder}${path}${fragment.replaceAll('&', '&amp;')}`;
    return { file: place.twin.replace(/\.md$/, ''), link };
  }

  async #copy(file: string, page: string): Promise<void> {
    const target = `${UPLOADS_FOLDER}/${file}`;
    if (this.target.isThere(target)) this.#kept += 1;
    else {
      // A dry run sends no requests.
      const isSkipped = this.reader.isRemote && this.target.write === undefined;
      const found = isSkipped ? { bytes: new Uint8Array() } : await this.reader.read(file);
      const problem = 'problem' in found ? found.problem : this.#write(target, found);
      if (problem !== undefined) {
        this.#missing.push({ path: `/${file}`, reason: problem, file: page });
        return;
      }
    }
    this.#done.add(file);
  }

  #write(target: string, found: Exclude<UploadFile, { problem: unknown }>): UploadProblem | undefined {
    // On a disk that ignores case the second file would be the first.
    if (this.#names.has(foldName(target))) return 'refused';
    this.#names.add(foldName(target));
    try {
      this.target.write?.(target, found);
    } catch (error) {
      // A file of the site where another has a folder.
      if (!/^(?:EEXIST|ENOTDIR|EISDIR)$/.test((error as NodeJS.ErrnoException).code ?? '')) throw error;
      return 'refused';
    }
    this.#copied += 1;
    this.#bytes += 'bytes' in found ? found.bytes.length : found.size;
    return undefined;
  }
}

/** The address of an image behind the image service of Jetpack (`i0.wp.com/site.example/...`). */
function throughPhoton(url: string): string {
  return url.replace(/^(?:https?:)?\/\/i\d\.wp\.com\//i, 'https://');
}

/** Replaces the address of a file; undefined keeps it. */
type ReplaceLink = (url: string) => string | undefined;

/** A bracket or a quote of a tag, or an address with a path. */
const TOKEN = /[<>"']|(?<![\w.:/&-])(?:(?:https?:)?\/\/|\/)[^\s"'<>()\\{}|^`]+/gi;

/**
 * Replaces the addresses of images and other media in the tags and block comments of a text, also in lists of sizes
 * (`srcset`). An address that readers see as text stays, and so does one in any other comment.
 */
export function replaceFileLinks(html: string, replace: ReplaceLink): string {
  let [isTag, quote, resume] = [false, '', 0];
  return html.replace(TOKEN, (token, at: number) => {
    if (at < resume) return token;
    if (token.length > 1) return isTag ? withLink(token, replace) : token;
    if (token === '<' && quote === '') {
      isTag ||= /^<(?:[a-z]|!--\s*wp:)/i.test(html.slice(at, at + 20));
      if (!isTag && html.startsWith('<!--', at)) resume = endOfComment(html, at);
    } else if (token === '>') isTag &&= quote !== '';
    else if (quote === token) quote = '';
    else if (isTag && quote === '' && html[at - 1] === '=') quote = token;
    return token;
  });
}

function endOfComment(html: string, at: number): number {
  const end = html.indexOf('-->', at);
  return end < 0 ? html.length : end + 3;
}

/** The addresses of images and other media in the tags of a text, each once. */
export function fileLinks(html: string): ReadonlySet<string> {
  const found = new Set<string>();
  replaceFileLinks(html, (url) => {
    found.add(url);
    return undefined;
  });
  return found;
}

function withLink(token: string, replace: ReplaceLink): string {
  // In a list of sizes a comma may follow.
  const written = token.replace(/[,;.]+$/, '');
  const url = written.replaceAll('&amp;', '&');
  const link = mimeOf(url) === undefined ? undefined : replace(url);
  return link === undefined ? token : link + token.slice(written.length);
}
