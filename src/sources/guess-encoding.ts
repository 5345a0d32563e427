/**
 * The encoding that browsers assume by the language of a page without a declared one.
 * @see https://html.spec.whatwg.org/multipage/parsing.html#determining-the-character-encoding
 */
const BY_LANGUAGE: readonly (readonly [RegExp, string])[] = [
  [/^zh-(?:hant|tw|hk|mo)/, 'big5'],
  [/^zh/, 'gb18030'],
  [/^ja/, 'shift_jis'],
  [/^ko/, 'euc-kr'],
  [/^(?:ru|uk|be|bg|mk|sr|kk|ky|tg|tt)\b/, 'windows-1251'],
  [/^(?:cs|sk|hu|pl|sl|hr|bs|ro)\b/, 'windows-1250'],
  [/^el\b/, 'windows-1253'],
  [/^(?:tr|az|ku)\b/, 'windows-1254'],
  [/^he\b/, 'windows-1255'],
  [/^(?:ar|fa)\b/, 'windows-1256'],
  [/^(?:et|lt|lv)\b/, 'windows-1257'],
  [/^vi\b/, 'windows-1258'],
  [/^th\b/, 'windows-874'],
];

const LANGUAGE = /<html\b[^>]*?\slang\s*=\s*["']?([a-z-]+)/i;

/** An encoding with what most texts in it consist of: a range of first bytes, else letters. */
interface Form {
  readonly encoding: string;
  readonly part: number;
  readonly lead?: readonly [number, number];
  readonly text?: RegExp;
}

const KANA = /[\u3041-\u30fc]/g;
const TWO_BYTES: readonly Form[] = [
  { encoding: 'shift_jis', part: 0.25, text: KANA },
  { encoding: 'euc-jp', part: 0.25, text: KANA },
  { encoding: 'euc-kr', part: 0.8, text: /[\uac00-\ud7a3]/g },
  { encoding: 'big5', part: 0.85, lead: [0xa4, 0xc6] },
  { encoding: 'gb18030', part: 0.75, lead: [0xb0, 0xd7] },
];

/** In other texts, letters beyond ASCII seldom follow each other. */
const CYRILLIC = /[\u0430-\u044f]{3,}/g;
const ONE_BYTE: readonly Form[] = [
  { encoding: 'windows-1251', part: 0.6, text: CYRILLIC },
  { encoding: 'koi8-r', part: 0.6, text: CYRILLIC },
];

/** Fewer letters may fit an encoding by chance. */
const MIN_LETTERS = 8;

/** The encoding of bytes that aren't UTF-8 and declare none: by their form, else by the language of the page. */
export function guessEncoding(bytes: Uint8Array): string {
  const start = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 1024)).toString('latin1');
  const language = LANGUAGE.exec(start)?.[1]?.toLowerCase() ?? '';
  return (
    TWO_BYTES.find((form) => fits(bytes, form))?.encoding ??
    BY_LANGUAGE.find(([pattern]) => pattern.test(language))?.[1] ??
    ONE_BYTE.find((form) => fits(bytes, form))?.encoding ??
    'windows-1252'
  );
}

function fits(bytes: Uint8Array, { encoding, part, lead, text = /$/ }: Form): boolean {
  const decoded = new TextDecoder(encoding).decode(bytes);
  const letters = decoded.match(/[^\0-\u02ff\uff61-\uff9f\ufffd\p{P}\p{S}]/gu)?.length ?? 0;
  const damaged = decoded.match(/\ufffd/g)?.length ?? 0;
  if (letters < MIN_LETTERS || damaged > letters / 50) return false;
  const usual = lead === undefined ? (decoded.match(text)?.join('').length ?? 0) : countLeads(bytes, lead);
  return usual >= letters * part;
}

/** How many characters of two bytes begin with a byte of the range. */
function countLeads(bytes: Uint8Array, [first, last]: readonly [number, number]): number {
  let count = 0;
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at] ?? 0;
    if (byte < 0x81) continue;
    if (byte >= first && byte <= last) count += 1;
    at += 1;
  }
  return count;
}
