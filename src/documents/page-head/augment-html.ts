import { replaceTag, stripInsertions, wrapInsertion } from '../../content/html/insertions.js';
import { hasUtf16Mark } from '../../core/decode-bytes.js';
import { escapeText, formatTag } from './format-tag.js';
import type { HeadTag } from './head.js';
import { missingTags } from './missing-tags.js';
import { type PageScan, scanPage } from './page-scan.js';

/** The additions to a page of a built site. */
export interface Augmentation {
  readonly tags: readonly HeadTag[];
  /** Absolute address of `/llms.txt`; undefined while it is not served. */
  readonly llmsUrl: string | undefined;
}

/** The result for a page. */
interface AugmentedPage {
  readonly bytes: Uint8Array;
  /**
   * `noindex` and `redirect` pages stay unchanged, and so does anything that is not HTML in an encoding that
   * contains ASCII, or whose insertions could not be removed again byte for byte.
   */
  readonly state: 'augmented' | 'noindex' | 'redirect' | 'encoding' | 'refused';
}

/**
 * Adds tags to the head of a built page, and to its body a sentence with the address of `/llms.txt`: each once,
 * and additions of an earlier run are removed first. No other byte changes.
 * @param page the bytes of an HTML file
 */
export function augmentHtml(
  page: Uint8Array,
  wanted: Augmentation | ((scan: PageScan) => Augmentation),
): AugmentedPage {
  const bytes = Buffer.from(page.buffer, page.byteOffset, page.byteLength);
  if (hasUtf16Mark(bytes)) return { bytes: page, state: 'encoding' };
  const found = bytes.toString('latin1');
  const text = stripInsertions(found);
  const scan = scanPage(text);
  if (scan.isNoindex) return { bytes: Buffer.from(text, 'latin1'), state: 'noindex' };
  if (scan.isRedirect) return { bytes: Buffer.from(text, 'latin1'), state: 'redirect' };
  const result = splice(
    text,
    insertionsFor(text, scan, typeof wanted === 'function' ? wanted(scan) : wanted),
  );
  // Insertions that could not be removed again are not made.
  if (stripInsertions(result) !== text) return { bytes: page, state: 'refused' };
  return { bytes: Buffer.from(result, 'latin1'), state: 'augmented' };
}

/** A text to insert at an offset. */
interface Insertion {
  readonly at: number;
  readonly text: string;
}

function insertionsFor(text: string, scan: PageScan, { tags, llmsUrl }: Augmentation): readonly Insertion[] {
  const missing = missingTags(tags, scan.head);
  const insertions: Insertion[] = [];
  const head: HeadTag[] = [];
  for (const tag of missing) {
    const replaced = replacements(text, scan, tag);
    if (replaced === undefined) head.push(tag);
    else insertions.push(...replaced);
  }
  const ascii = !scan.isUtf8;
  if (head.length > 0) {
    const lines = head.map((tag) => `${formatTag(tag, ascii)}\n`).join('');
    insertions.push({ at: scan.headEnd, text: wrapInsertion('head', `\n${lines}`) });
  }
  const pointsThere = llmsUrl !== undefined && linksTo(text, scan.bodyStart, llmsUrl);
  if (llmsUrl !== undefined && scan.bodyStart !== undefined && !pointsThere) {
    insertions.push({ at: scan.bodyStart, text: wrapInsertion('body', pointer(llmsUrl, ascii)) });
  }
  return insertions.map((one) => ({ ...one, text: Buffer.from(one.text, 'utf8').toString('latin1') }));
}

/** The insertions that replace the page's own tags; undefined when it has none. */
function replacements(text: string, scan: PageScan, tag: HeadTag): readonly Insertion[] | undefined {
  const ascii = !scan.isUtf8;
  if (tag.tag === 'title') {
    if (scan.title === undefined) return undefined;
    const title = newTitle(tag, scan.title.text);
    if (title === scan.title.text) return [];
    return replaceAll(text, [scan.title], formatTag({ tag: 'title', text: title }, ascii));
  }
  if (tag.tag !== 'meta' || tag.yields !== 'replaces' || scan.descriptions.length === 0) return undefined;
  const [only, ...more] = scan.descriptions;
  if (only?.text === tag.content && more.length === 0) return [];
  return replaceAll(text, scan.descriptions, formatTag(tag, ascii));
}

/** The first of some tags is replaced, the rest are removed. */
function replaceAll(
  text: string,
  old: readonly { readonly start: number; readonly end: number }[],
  fresh: string,
): readonly Insertion[] {
  const pairs = old.map(({ start, end }, index) => {
    const pair = replaceTag(index === 0 ? fresh : '', text.slice(start, end));
    return (
      pair && [
        { at: start, text: pair.before },
        { at: end, text: pair.after },
      ]
    );
  });
  return pairs.every((pair) => pair !== undefined) ? pairs.flat() : [];
}

/** The page's title with the entry's own part of it replaced; the name of the site stays as it is. */
function newTitle({ text, part }: Extract<HeadTag, { tag: 'title' }>, existing: string): string {
  if (part === undefined || existing.includes(part.to)) return existing;
  return part.from !== '' && existing.includes(part.from) ? existing.replace(part.from, () => part.to) : text;
}

function linksTo(text: string, bodyStart: number | undefined, url: string): boolean {
  const path = new URL(url).pathname;
  if (!text.includes(path, bodyStart ?? text.length)) return false;
  const body = text.slice(bodyStart ?? text.length);
  return [url, path].some((target) => body.includes(`href="${target}"`) || body.includes(`href='${target}'`));
}

/** For readers of the markup: invisible, not focusable, and still a sentence. */
function pointer(url: string, ascii: boolean): string {
  const style =
    'position:absolute;width:1px;height:1px;margin:-1px;padding:0;border:0;overflow:hidden;clip-path:inset(50%);white-space:nowrap';
  const href = escapeText(url, ascii);
  return `<p style="${style}">An index of this site for language models is at <a href="${href}" tabindex="-1">/llms.txt</a>.</p>`;
}

function splice(text: string, insertions: readonly Insertion[]): string {
  let result = '';
  let at = 0;
  for (const insertion of [...insertions].sort((a, b) => a.at - b.at)) {
    result += text.slice(at, insertion.at) + insertion.text;
    at = insertion.at;
  }
  return result + text.slice(at);
}
