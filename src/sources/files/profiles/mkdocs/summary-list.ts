import { decodePercent } from '../../../../core/percent.js';
import type { FolderItem } from './folder-nav.js';

/** Longer lines and deeper lists aren't navigation. */
const MAX_LINE = 2000;
const MAX_DEPTH = 20;

const ITEM = /^([ \t]*)(?:[-*+]|\d{1,9}[.)])[ \t]+(.*?)[ \t]*$/;
const LINK = /^\[((?:[^[\]\\]|\\.)*)\]\((?:<([^<>]*)>|([^()\s]*))(?:[ \t]+["'][^"']*["'])?\)/;

interface Open {
  readonly indent: number;
  readonly items: FolderItem[];
}

/** The list follows this mark. Without it, the last list counts. */
const MARK = /^[ \t]*<!--[ \t]*nav[ \t]*-->[ \t]*$/m;

/** The items of the nested list in a text: links, patterns, and headings of groups. */
export function readSummaryList(text: string): readonly FolderItem[] {
  const parts = text.split(MARK);
  const lists = listsIn(parts.at(-1) ?? '');
  return (parts.length > 1 ? lists[0] : lists.at(-1)) ?? [];
}

/** Text at the margin ends a list. */
function listsIn(text: string): readonly (readonly FolderItem[])[] {
  const lists: FolderItem[][] = [];
  let open: Open[] = [];
  for (const line of text.replace(/<!--(?:(?!<!--)[\s\S])*?-->/g, '').split('\n')) {
    const [, space = '', content = ''] = ITEM.exec(line.slice(0, MAX_LINE)) ?? [];
    if (content === '' && /^\S/.test(line)) open = [];
    if (content === '') continue;
    if (open.length === 0) {
      const items: FolderItem[] = [];
      lists.push(items);
      open = [{ indent: -1, items }];
    }
    const indent = space.replaceAll('\t', '    ').length;
    while (open.length > 1 && (open.at(-1)?.indent ?? 0) >= indent) open.pop();
    const items: FolderItem[] = [];
    open.at(-1)?.items.push({ ...itemOf(content), items });
    if (open.length < MAX_DEPTH) open.push({ indent, items });
  }
  return lists;
}

function itemOf(content: string): FolderItem {
  const [, title, angled, bare] = LINK.exec(content) ?? [];
  if (title !== undefined)
    return { title: plain(title), target: decodePercent(angled ?? bare ?? '').replace(/#.*$/s, '') };
  return content.includes('*') && !content.includes(' ')
    ? { target: content.replace(/\\(?=\*)/g, '') }
    : { title: plain(content) };
}

function plain(title: string): string {
  return title.replace(/\\(.)|[`*]/g, '$1').trim();
}
