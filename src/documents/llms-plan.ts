import { compareText } from '../core/compare.js';
import { languageLabel } from '../core/language-names.js';
import { memoisedByObject } from '../core/memoised.js';
import type { IndexEntry } from '../site/site.js';
import type { DocumentContext } from './document-row.js';
import { escapeHeading, linkTarget, tidyLine } from './escape.js';
import {
  aboutSection,
  displayName,
  entryLine,
  introduction,
  linkLine,
  optionalSection,
  titleBlock,
  topicsSection,
} from './llms-sections.js';
import { type Section, sectionsOf } from './sections.js';

/** Maximum number of characters in an index: what readers and checkers take in one piece. */
export const LLMS_LIMIT = 50_000;
/** Topics and the owner's words are left out before the entries have less room than this. */
const ROOM_FOR_ENTRIES = 20_000;

/** What continues the index in a folder of its own: the whole of a section that had to be shortened, or a language. */
export interface LlmsPart extends Omit<Section, 'lang' | 'type'> {
  /** Its index. */
  readonly text: () => Iterable<string>;
}

/** The index and the files that it links. */
interface LlmsPlan {
  readonly text: string;
  readonly parts: readonly LlmsPart[];
}

/** Whether `/llms.txt` and the files that continue it are served. */
export function isLlmsServed(ctx: DocumentContext): boolean {
  return ctx.settings.enable_llms_txt && !ctx.ceded('llms_txt');
}

/** Whether `/llms-full.txt` and those of sections and languages are served. */
export function isFullServed(ctx: DocumentContext): boolean {
  return ctx.settings.enable_llms_full && !ctx.ceded('llms_full');
}

/**
 * Plans `/llms.txt`: the sections of the main language, and links to the indexes of the others. Above the limit every
 * section has its most important entries and a link to a file with all of them, so that the room is used.
 */
export const planLlms = memoisedByObject((ctx: DocumentContext): LlmsPlan => {
  if (isLlmsServed(ctx)) return planAll(ctx);
  return { text: planIndex(ctx, sectionsOf(ctx), wholeFrame(ctx)).text, parts: [] };
});

function planAll(ctx: DocumentContext): LlmsPlan {
  const sections = sectionsOf(ctx);
  const langs = [...new Set(sections.map(({ lang }) => lang))].filter((lang) => lang !== '');
  const others = langs.sort(compareText).map((lang) => {
    const own = sections.filter((section) => section.lang === lang);
    const folder = own[0]?.langFolder ?? lang;
    const title = languageLabel(lang);
    const head = partHead(
      ctx,
      { title, folder, langFolder: folder },
      'The pages of this site in one language.',
    );
    const plan = planIndex(ctx, own, [{ head, tail: '' }]);
    return { title, folder, langFolder: folder, entries: own.flatMap(({ entries }) => entries), ...plan };
  });
  const lines = others.map(({ title, folder, entries }) =>
    linkLine(title, `${ctx.site.baseUrl}/${folder}/llms.txt`, count(entries.length)),
  );
  const languages = lines.length === 0 ? '' : `\n## Languages\n\n${lines.join('')}`;
  const main = planIndex(
    ctx,
    sections.filter(({ lang }) => lang === ''),
    wholeFrame(ctx, languages),
  );
  const parts = others.flatMap(({ text, cut, ...language }) => [
    { ...language, text: () => [text] },
    ...cut.map((section) => sectionPart(ctx, section)),
  ]);
  return { text: main.text, parts: [...main.cut.map((section) => sectionPart(ctx, section)), ...parts] };
}

/** What stands before and after the sections. */
interface Frame {
  readonly head: string;
  readonly tail: string;
}

/** From the complete one to the shortest. */
function wholeFrame(ctx: DocumentContext, languages = ''): readonly Frame[] {
  const head = titleBlock(ctx, displayName(ctx)) + introduction(ctx);
  const about = head + aboutSection(ctx);
  const tail = languages + optionalSection(ctx);
  return [
    { head: about, tail: languages + topicsSection(ctx) + optionalSection(ctx) },
    { head: about, tail },
    { head, tail },
  ];
}

function planIndex(ctx: DocumentContext, sections: readonly Section[], frames: readonly Frame[]) {
  for (const { head, tail } of frames.slice(0, 1)) {
    const text = wholeText(ctx, sections, LLMS_LIMIT - head.length - tail.length);
    if (text !== undefined) return { text: head + text + tail, cut: [] };
  }
  const fixed = sections.map((section) => heading(section).length + moreLine(ctx, section).length);
  const taken = fixed.reduce((sum, length) => sum + length, 0);
  const roomIn = ({ head, tail }: Frame) => LLMS_LIMIT - head.length - tail.length - taken;
  const frame = frames.find((one) => roomIn(one) >= ROOM_FOR_ENTRIES) ?? (frames.at(-1) as Frame);
  const chosen = choose(ctx, sections, roomIn(frame));
  const cut = isLlmsServed(ctx)
    ? sections.filter(({ entries }, at) => (chosen[at]?.length ?? 0) < entries.length)
    : [];
  const blocks = sections.map((section, at) => {
    const more = cut.includes(section) ? moreLine(ctx, section) : '';
    return heading(section) + (chosen[at] ?? []).join('') + more;
  });
  return { text: frame.head + blocks.join('') + frame.tail, cut };
}

/** All entries; undefined if they don't fit. */
function wholeText(ctx: DocumentContext, sections: readonly Section[], room: number): string | undefined {
  let text = '';
  for (const section of sections) {
    text += heading(section);
    for (const entry of section.entries) {
      text += entryLine(ctx, entry);
      if (text.length > room) return undefined;
    }
  }
  return text.length > room ? undefined : text;
}

/** Takes the next entry of each section in turn until the room is used. A whole section needs no link to the rest. */
function choose(ctx: DocumentContext, sections: readonly Section[], room: number): readonly string[][] {
  const chosen = sections.map((): string[] => []);
  const open = new Set(sections.keys());
  let left = room;
  while (open.size > 0) {
    for (const at of open) {
      const section = sections[at] as Section;
      const lines = chosen[at] as string[];
      const line = entryLine(ctx, section.entries[lines.length] as IndexEntry);
      const isLast = lines.length + 1 === section.entries.length;
      const cost = line.length - (isLast ? moreLine(ctx, section).length : 0);
      if (cost > left) {
        open.delete(at);
        continue;
      }
      left -= cost;
      lines.push(line);
      if (isLast) open.delete(at);
    }
  }
  return chosen;
}

function heading({ title }: Section): string {
  return `\n## ${escapeHeading(title)}\n\n`;
}

function moreLine(ctx: DocumentContext, { title, folder, entries }: Section): string {
  return linkLine(`All of ${title}`, `${ctx.site.baseUrl}/${folder}/llms.txt`, count(entries.length));
}

function count(entries: number): string {
  return entries === 1 ? '1 entry' : `${entries} entries`;
}

/** The title, the way back, and the address of the whole pages. */
function partHead(
  ctx: DocumentContext,
  { title, folder, langFolder }: Pick<LlmsPart, 'title' | 'folder' | 'langFolder'>,
  what: string,
): string {
  const name = `${displayName(ctx)}: ${tidyLine(title)}`;
  const full = `/${folder}/llms-full.txt`;
  const whole = isFullServed(ctx)
    ? ` The whole pages are in [${full}](${linkTarget(ctx.site.baseUrl + full)}).`
    : '';
  return `${titleBlock(ctx, name, langFolder)}\n${what} Its index is [/llms.txt](${linkTarget(ctx.urlOf('llms'))}).${whole}\n`;
}

function sectionPart(ctx: DocumentContext, section: Section): LlmsPart {
  const { folder, lang, langFolder, entries } = section;
  const title = lang === '' ? section.title : `${section.title} (${lang})`;
  return {
    folder,
    title,
    langFolder,
    entries,
    *text() {
      yield partHead(ctx, { title, folder, langFolder }, 'One section of this site.') +
        heading({ ...section, title });
      for (const entry of entries) yield entryLine(ctx, entry);
    },
  };
}
