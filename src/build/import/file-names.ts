import { formatLocalDate } from '../../core/dates.js';
import { foldName } from '../../core/fold-name.js';
import type { FirstReading } from './gather.js';

/** Folders of the types that every site has; other types have a folder of their own name. */
const FOLDERS: Readonly<Record<string, string>> = { post: 'posts', page: 'pages' };
/** Names with a meaning in a content folder. */
const TAKEN = new Set(['public', 'dist', 'out', 'node_modules', 'bower_components']);
/** File systems take 255 bytes; date, id and ending need some. */
const MAX_BYTES = 180;
/** Characters that a file system refuses, that control a terminal, or that an address would have to encode. */
const REFUSED = /[\p{Cc}\p{Cs}\p{Cn}\s\u200e\u200f\u202a-\u202e\u2066-\u2069<>:"/\\|?*%#]+/gu;
/** Names that Windows reserves. */
const DEVICE = /^(?:con|prn|aux|nul|com\d|lpt\d)$/i;

/**
 * Gives every entry a file: `posts/2024-05-01-tea.html`, `pages/about.html`, `<type>/<slug>.html`. Letters of any
 * script stay; characters that a file system refuses become hyphens. Where two entries would share a file, also on
 * a disk that ignores case, the higher id is appended to the name of its entry.
 * @returns path by id
 */
export function nameFiles(entries: Iterable<FirstReading>): ReadonlyMap<number, string> {
  const names = new Map<number, string>();
  const taken = new Set<string>();
  for (const entry of [...entries].sort((a, b) => a.id - b.id)) {
    const folder = folderOf(entry.type);
    const stem = stemOf(entry);
    let path = `${folder}/${stem}.html`;
    while (taken.has(foldName(path))) path = path.replace(/\.html$/, `-${entry.id}.html`);
    taken.add(foldName(path));
    names.set(entry.id, path);
  }
  return names;
}

function folderOf(type: string): string {
  const name = Object.hasOwn(FOLDERS, type) ? (FOLDERS[type] ?? '') : safeName(type);
  return name === '' || TAKEN.has(name.toLowerCase()) ? `type-${name || 'none'}` : name;
}

function stemOf({ id, type, slug, published, utcOffset }: FirstReading): string {
  const name = safeName(slug) || String(id);
  if (type === 'post' && published !== undefined) {
    return `${formatLocalDate(published + (utcOffset ?? 0), 'UTC')}-${name}`;
  }
  // A name that begins like a date would set the page's date.
  return /^\d{4}-\d{1,2}-\d{1,2}-/.test(name) ? `${id}-${name}` : name;
}

/** A slug or type as the name of a file or folder; empty when nothing is left. */
function safeName(text: string): string {
  const name = cut(
    text
      .normalize('NFC')
      .replace(REFUSED, '-')
      // Names that begin with these are hidden or aren't pages.
      .replace(/^[-_.~]+|[-. ]+$/g, ''),
  );
  return DEVICE.test(name.split('.')[0] ?? '') ? `${name}-` : name;
}

function cut(name: string): string {
  let [kept, bytes] = ['', 0];
  for (const letter of name) {
    bytes += Buffer.byteLength(letter);
    if (bytes > MAX_BYTES) return kept.replace(/[-. ]+$/, '');
    kept += letter;
  }
  return kept;
}
