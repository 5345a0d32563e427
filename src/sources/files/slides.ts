import type { Layout } from './layout.js';

/** A line that begins or ends a block of code. Lines of dashes in code don't separate slides. */
const FENCE = /^[ \t]*(`{3,}|~{3,})/;
/** Keys that show that the text between two lines of `---` is the settings of a slide. */
const SLIDE_KEY =
  /^(?:layout|hide|disabled|src|class|background|transition|clicks|level|zoom|routeAlias|hideInToc|preload|name|theme|image):/;
const SETTING = /^(?:[A-Za-z][\w-]*:(?:[ \t]|$)|[ \t]|#|$)/;
const HIDDEN = /^(?:hide|disabled):[ \t]*(?!false\b)\S/;
const OTHER_FILE = /^src:[ \t]*["']?\/?([^"'\s#]+)/;

/** Whether files of a folder may be decks: those of another generator can't be. */
export const hasSlides = ({ generator }: Layout): boolean => generator === 'slidev' || generator === 'plain';

/**
 * The slides of Slidev that are shown, without their settings. Slides in another file (`src: a.md`) become an include.
 * The text of other files stays.
 */
export function shownSlides(text: string): string {
  if (!text.includes('\n---')) return text;
  const lines = text.split('\n');
  const written: string[] = [];
  let fence: string | undefined;
  let isHidden = false;
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] ?? '';
    const mark = FENCE.exec(line)?.[1];
    if (mark !== undefined && (fence === undefined || mark.startsWith(fence)))
      fence = fence === undefined ? mark : undefined;
    const isBreak = fence === undefined && line.trimEnd() === '---';
    const end = isBreak ? endOfSettings(lines, at) : undefined;
    if (isBreak) isHidden = false;
    if (end === undefined) {
      if (!isHidden) written.push(line);
      continue;
    }
    const settings = lines.slice(at + 1, end);
    isHidden = settings.some((one) => HIDDEN.test(one));
    const [, file] = settings.map((one) => OTHER_FILE.exec(one)).find((found) => found !== null) ?? [];
    if (!isHidden)
      written.push('', '---', '', ...(file === undefined ? [] : [`<!--@include: ${file}-->`, '']));
    at = end;
  }
  return written.join('\n');
}

/** The line that closes the settings of a slide; undefined where the text between two lines isn't settings. */
function endOfSettings(lines: readonly string[], from: number): number | undefined {
  if ((lines[from + 1] ?? '').trim() === '') return undefined;
  let end = from + 1;
  while (SETTING.test(lines[end] ?? '---')) end += 1;
  const isClosed = lines[end]?.trimEnd() === '---';
  return isClosed && lines.slice(from + 1, end).some((line) => SLIDE_KEY.test(line)) ? end : undefined;
}
