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

/** The items of the nested list in a text: links, patterns, and headings of groups. */
export function readSummaryList(text: string): readonly FolderItem[] {
  const top: FolderItem[] = [];
  const open: Open[] = [{ indent: -1, items: top }];
  for (const line of text.replace(/<!--(?:(?!<!--)[\s\S])*?-->/g, '').split('\n')) {
    const [, space = '', content = ''] = ITEM.exec(line.slice(0, MAX_LINE)) ?? [];
    if (content === '') continue;
    const indent = space.replaceAll('\t', '    ').length;
    while (open.length > 1 && (open.at(-1)?.indent ?? 0) >= indent) open.pop();
    const items: FolderItem[] = [];
    open.at(-1)?.items.push({ ...itemOf(content), items });
    if (open.length < MAX_DEPTH) open.push({ indent, items });
  }
  return top;
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
