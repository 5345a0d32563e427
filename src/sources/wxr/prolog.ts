import { hasUtf16Mark } from '../../core/decode-bytes.js';
import { ExportFault } from '../export-file.js';
import { skipMarkup } from './element-scanner.js';

const EXPORT_AGAIN = 'Export again under Tools, Export in the site’s administration and pass that .xml file.';
const FROM_BLOGGER =
  'If Blogger exported it, import it into WordPress and export it there, or pass the built pages of the site.';
/** Themes and plugins that change the generator's tag of pages put it into exports too. */
const META = /^<meta\s/i;
const CHARSET = /^(utf-?8|us-ascii|iso-8859-\d{1,2}|windows-125\d)$/i;

/** The part before the root element. */
interface Prolog {
  /** Index of the `<` of the root element. */
  readonly root: number;
  readonly charset: string;
}

/**
 * Skips byte order mark, XML declaration, comments, DOCTYPE and tags of a page's head.
 * @returns undefined when the bytes end before the root element
 * @throws ExportFault for UTF-16, an unsupported encoding, or a file that is not XML at all
 */
export function readProlog(bytes: Buffer, length: number): Prolog | undefined {
  if (length < 4) return undefined;
  refuseUtf16(bytes);
  let at = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0;
  let charset = 'utf-8';
  for (;;) {
    while (at < length && (bytes[at] as number) <= 0x20) at++;
    if (at + 2 >= length) return undefined;
    const next = bytes[at + 1];
    if (bytes[at] !== 0x3c || isNoticeOfPage(bytes, at, length)) {
      throw new ExportFault(
        at,
        'there is text before the XML; expected “<?xml” or “<rss”',
        cutFix(bytes, length),
      );
    }
    const isMeta = META.test(bytes.toString('latin1', at, Math.min(at + 6, length)));
    if (next !== 0x21 && next !== 0x3f && !isMeta) return { root: at, charset };
    const end = isMeta
      ? bytes.subarray(0, length).indexOf('>', at) + 1 || -1
      : next === 0x21 && bytes[at + 2] !== 0x2d
        ? skipDoctype(bytes, at, length)
        : skipMarkup(bytes, at, length);
    if (end < 0) return undefined;
    if (next === 0x3f)
      charset = declaredCharset(bytes.toString('latin1', at, Math.min(end, at + 200)), at) ?? charset;
    at = end;
  }
}

/** HTML before the declaration: a notice for the editors, which an extension printed into the file. */
function isNoticeOfPage(bytes: Buffer, at: number, length: number): boolean {
  if (!/^<(?:div|p|style|script|br)\b/i.test(bytes.toString('latin1', at, Math.min(at + 8, length))))
    return false;
  return bytes.subarray(at, length).indexOf('<?xml') > 0;
}

function refuseUtf16(bytes: Buffer): void {
  const [a, b] = bytes;
  if (hasUtf16Mark(bytes) || a === 0 || b === 0) {
    throw new ExportFault(
      0,
      'the file is UTF-16; expected UTF-8',
      'Convert it first, for example: iconv -f UTF-16 -t UTF-8 export.xml > export-utf8.xml, and set encoding="UTF-8" in its first line.',
    );
  }
}

function declaredCharset(declaration: string, offset: number): string | undefined {
  const charset = /^<\?xml\s[^>]*?encoding\s*=\s*["']([^"']+)["']/.exec(declaration)?.[1];
  if (charset === undefined || CHARSET.test(charset)) return charset;
  throw new ExportFault(
    offset,
    `the file is declared as “${charset.slice(0, 40)}”; expected UTF-8 or a single-byte Latin encoding`,
    'Convert the file to UTF-8 and set encoding="UTF-8" in its first line.',
  );
}

/** Index after a DOCTYPE with its internal subset, which is ignored; -1 when it is cut off. */
function skipDoctype(bytes: Buffer, at: number, length: number): number {
  if (/^<!doctype\s+html/i.test(bytes.toString('latin1', at, Math.min(length, at + 20)))) {
    throw new ExportFault(at, 'this is an HTML page; expected a WordPress export (WXR)', EXPORT_AGAIN);
  }
  let depth = 0;
  for (let i = at; i < length; i++) {
    const byte = bytes[i];
    if (byte === 0x22 || byte === 0x27) {
      i = bytes.indexOf(byte, i + 1);
      if (i < 0) return -1;
    } else if (byte === 0x5b) depth++;
    else if (byte === 0x5d) depth--;
    else if (byte === 0x3e && depth <= 0) return i + 1;
  }
  return -1;
}

function cutFix(bytes: Buffer, length: number): string {
  const start = bytes.subarray(0, length).indexOf('<?xml');
  return start > 0
    ? `Delete the ${start} bytes before “<?xml”: they are usually a notice that the server printed into the file.`
    : EXPORT_AGAIN;
}

/** Message for a root element that is not `<rss>`. */
export function wrongRoot(name: string, offset: number): ExportFault {
  const what = /^html$/i.test(name) ? 'this is an HTML page' : `the root element is <${name.slice(0, 40)}>`;
  const fix = name === 'feed' ? FROM_BLOGGER : EXPORT_AGAIN;
  return new ExportFault(offset, `${what}; expected the <rss> of a WordPress export (WXR)`, fix);
}

/** Message for a feed without export data. */
export function notAnExport(offset: number): ExportFault {
  return new ExportFault(
    offset,
    'this is an RSS feed without the fields of an export; expected <wp:wxr_version> in its head',
    EXPORT_AGAIN,
  );
}
