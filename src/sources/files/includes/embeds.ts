/**
 * Notes of Obsidian that show other notes: `![[Note]]`, `![[Note#Heading]]`, `![[Note#^block]]`.
 * @see https://help.obsidian.md/embeds
 */
import { continuation, continued, replaceInProse } from '../../../core/prose.js';
import type { Includes } from './includes.js';
import { sectionAt } from './lines.js';

const EMBED = /!\[\[([^\]|#^\n\\]{1,300})(?:#([^\]|\n]{1,300}))?(?:\\?\|[^\]\n]{0,300})?\]\]/g;
const BLOCK_ID = /[ \t]+\^[\w-]+[ \t]*$/gm;
const FILE = /\.(?!md$)\w{1,5}$/i;

/** Puts the text of embedded notes in their place. Pictures and other files stay. */
export function expandEmbeds(text: string, includes: Includes): string {
  if (!text.includes('![[')) return text;
  return replaceInProse(text, new RegExp(EMBED), (match, whole, before) => {
    const [found, name = '', part] = match;
    const end = match.index + found.length;
    const paths = includes.notePaths(name.trim());
    // The anchor of a heading that ends with a sign: `## Welcome![[welcome]]`.
    const isAnchor = /(?:^|\n)#{1,6}[ \t][^\n]*\S$/.test(before) && /^[a-z][\w-]*$/.test(name);
    if (paths.length === 0 && (isAnchor || FILE.test(name.trim()))) return undefined;
    const shown = includes.text(paths, found, (note) => {
      const chosen = part === undefined ? note : partOf(note, part);
      return chosen === undefined ? undefined : expandEmbeds(chosen.replace(BLOCK_ID, '').trim(), includes);
    });
    if (shown === undefined) return undefined;
    const rest = continuation(before).slice(whole[end] === ' ' ? 1 : 0);
    return { text: `${continued(`\n\n${shown}\n`, before)}\n${rest}`, end };
  });
}

/** The section below a heading (`A#B`: below B), or the block with an id. */
function partOf(note: string, part: string): string | undefined {
  if (part.startsWith('^')) {
    const id = part.slice(1).trim();
    return note
      .split(/\n[ \t]*\n/)
      .find((block) => new RegExp(`(?:^|\\s)\\^${id.replace(/[^\w-]/g, '')}[ \\t]*$`, 'm').test(block));
  }
  const wanted = plain(part.split('#').at(-1) ?? '');
  const lines = note.split('\n');
  const start = lines.findIndex((line) => plain(/^#{1,6}[ \t]+(.*)$/.exec(line)?.[1] ?? '') === wanted);
  if (start < 0 || wanted === '') return undefined;
  return sectionAt(lines, start);
}

function plain(heading: string): string {
  return heading
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .toLowerCase();
}
