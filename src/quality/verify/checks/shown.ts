import type { Nodes } from 'hast';
import { parseDocument } from '../../../content/html/parse.js';
import { counted } from '../../../core/text.js';
import {
  BROWSER_ACCEPT,
  type Check,
  type Findings,
  isHtml,
  isMarkdown,
  skipped,
  type VerifyContext,
} from '../check.js';
import { allPages, type SampledPage } from '../pages.js';

/** Maximum number of compared twins in one run. */
const MAX_TWINS = 5000;
/** Maximum number of findings for each page, as examples. */
const MAX_PER_PAGE = 5;
const MAX_SHOWN_LENGTH = 160;
/** A page with scripts and fewer words is filled in the browser. */
const MIN_PAGE_WORDS = 30;

/**
 * A twin contains only what a visitor of its page sees. Only the site itself knows all its rules about who may
 * read what, so every twin is compared with its page as it's sent to a visitor without cookies.
 */
export const shown: Check = {
  id: 'shown',
  group: 'pages',
  title: 'Every twin contains only what its page shows to an anonymous visitor',
  async run(ctx, findings) {
    const pages = (await allPages(ctx)).slice(0, MAX_TWINS);
    if (pages.length === 0) return skipped('the lists name no twins');
    // Findings are in the order of the lists, whatever arrives first.
    const results = await Promise.all(pages.map((page) => compare(page, ctx)));
    for (const [number, { compared, sentences }] of results.entries()) {
      const { page, twin } = pages[number] as SampledPage;
      if (!compared) addScripted(findings, page);
      for (const sentence of sentences.slice(0, MAX_PER_PAGE)) addHidden(findings, twin, sentence);
    }
    const compared = results.filter((one) => one.compared).length;
    return `${counted(compared, 'twin')} compared with the page`;
  },
};

interface Comparison {
  /** False when the page is filled by scripts. */
  readonly compared: boolean;
  /** Sentences of the twin that the page lacks. */
  readonly sentences: readonly string[];
}

const NOTHING: Comparison = { compared: true, sentences: [] };

async function compare({ page, twin }: SampledPage, { client }: VerifyContext): Promise<Comparison> {
  const [visit, copy] = await Promise.all([
    client.visit(page, { accept: BROWSER_ACCEPT }),
    client.visit(twin),
  ]);
  // Pages that are missing or refused, and twins that aren't there, have checks of their own.
  if (!isHtml(visit) || !isMarkdown(copy) || visit.answer?.isCut === true) return NOTHING;
  const html = visit.answer?.text ?? '';
  const text = new PageText(html);
  const sentences = sentencesOf(copy.answer?.text ?? '').filter((sentence) => !text.shows(sentence));
  const isScripted = sentences.length > 0 && text.size < MIN_PAGE_WORDS && /<script[^>]+src=/i.test(html);
  return isScripted ? { compared: false, sentences: [] } : { compared: true, sentences };
}

function addHidden(findings: Findings, twin: string, sentence: string): void {
  const text = sentence.length > MAX_SHOWN_LENGTH ? `${sentence.slice(0, MAX_SHOWN_LENGTH)}…` : sentence;
  const message = `The twin contains "${text}", which its page doesn't show to an anonymous visitor.`;
  const fix =
    'If it is for members, mark the entry as protected or name its shortcode, block or key in privacy.deny; if the page has changed since, build and deploy again.';
  findings.add(twin, { code: 'text-not-shown', hop: 'files', message, fix });
}

function addScripted(findings: Findings, page: string): void {
  const message =
    "The page has almost no text before its scripts run, so its twin couldn't be compared with it.";
  const fix = 'Compare the twin with the page by hand.';
  findings.add(page, { level: 'warn', code: 'page-filled-by-script', hop: 'server', message, fix });
}

/** Attributes whose text a visitor may see or hear. */
const SPOKEN = ['alt', 'title', 'ariaLabel', 'content', 'label', 'placeholder', 'value', 'summary'];
/** Elements whose text is program, not prose. */
const PROGRAM = new Set(['script', 'style']);
/** Formulas are in scripts of this type. */
const FORMULA = /^(?:math\/|text\/x-math|application\/x-tex)/i;
/** Elements inside a word; marks of notes (`sup`) aren't part of the word before them. */
const INLINE = new Set('a abbr b bdi code em font i kbd mark s small span strong u var wbr'.split(' '));
/** Number of consecutive words that must be on the page, for a sentence that isn't there as a whole. */
const RUN = 4;
/** Required share of those runs, which tolerates marks of notes and labels in between. */
const MIN_SHARE = 0.6;
/** Shorter pieces are labels. */
const MIN_WORDS = 3;

/** The text of a page as an anonymous visitor gets it, for searching sentences. */
export class PageText {
  readonly #letters: string;
  readonly #words: string;
  /** Number of words. */
  readonly size: number;

  /** @param html the page as it arrived */
  constructor(html: string) {
    const tree = parseDocument(html);
    const all = wordsOf(textOf(tree, SPOKEN));
    this.size = all.length;
    // Attributes are in the middle of sentences, such as the title of an abbreviation, so the text counts without them
    // as well as with them.
    const words = [...wordsOf(textOf(tree, [])), ...all];
    this.#words = ` ${words.join(' ')} `;
    this.#letters = words.join('');
  }

  /** True when a sentence is on the page, white space and marks aside. */
  shows(sentence: string): boolean {
    const words = wordsOf(sentence);
    if (words.length < MIN_WORDS) return true;
    // Without spaces, since highlighted code and emphasis split words.
    if (this.#letters.includes(words.join(''))) return true;
    const runs = words.slice(RUN - 1).map((_, at) => words.slice(at, at + RUN));
    const shown = runs.filter((run) => this.#words.includes(` ${run.join(' ')} `)).length;
    return runs.length > 0 && shown >= runs.length * MIN_SHARE;
  }
}

/**
 * All text of a page, including text behind a click, without scripts and styles.
 * @param attributes whose values belong to the text
 */
function textOf(tree: Nodes, attributes: readonly string[]): string {
  const pieces: string[] = [];
  const open: (Nodes | string)[] = [tree];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (typeof node === 'string') {
      pieces.push(node);
      continue;
    }
    if (node.type === 'text') pieces.push(node.value);
    if (node.type === 'element') {
      if (PROGRAM.has(node.tagName) && !FORMULA.test(String(node.properties['type'] ?? ''))) continue;
      const { properties } = node;
      const spoken = attributes.map((name) => properties[name]).filter((value) => typeof value === 'string');
      if (spoken.length > 0) pieces.push(` ${spoken.join(' ')} `);
    }
    if (node.type !== 'element' && node.type !== 'root') continue;
    if (node.type === 'element' && !INLINE.has(node.tagName)) {
      pieces.push(' ');
      open.push(' ');
    }
    for (let at = node.children.length - 1; at >= 0; at -= 1) open.push(node.children[at] as Nodes);
    if (node.type === 'element' && node.content) open.push(node.content);
  }
  return pieces.join('');
}

/** Scripts without spaces: each character is a word. */
const UNSPACED = '\\p{sc=Han}\\p{sc=Hiragana}\\p{sc=Katakana}ー';
const WORD = new RegExp(`[${UNSPACED}]|(?:(?![${UNSPACED}])[\\p{L}\\p{M}\\p{N}])+`, 'gu');

function wordsOf(text: string): readonly string[] {
  return text.normalize('NFKC').toLowerCase().match(WORD) ?? [];
}

/**
 * The sentences of a twin that must be on its page: the page's own text, without the lines that a twin
 * adds itself (front matter, the pointer to the index, date and author).
 * @param markdown the twin as it arrived
 */
export function sentencesOf(markdown: string): readonly string[] {
  const body = markdown
    .replace(/^---\n[\s\S]*?\n---\n/, '')
    .replace(/^Index of this site: <.*>$/m, '')
    .replace(/^\*[^*\n]*<https?:[^>\n]*>\*$/m, '');
  let fence = '';
  return body.split('\n').flatMap((line) => {
    const mark = /^[\s>]*(`{3,}|~{3,})/.exec(line)?.[1];
    if (mark !== undefined && (fence === '' || mark.startsWith(fence))) {
      fence = fence === '' ? mark : '';
      return [];
    }
    if (fence !== '') return [line.replace(/^(?:\s*>)+\s?/, '').trim()];
    // Terms are separate on a page.
    const topics = /^Topics: (.*)$/.exec(line)?.[1];
    if (topics !== undefined) return topics.split(', ');
    return plainLine(line).split(/(?<=[.!?])\s+|\n|(?<=[。！？])/u);
  });
}

/** A code span: a run of backquotes, text, and a run as long. */
const CODE_SPAN = /(?<![`\\])(`+)(?!`)(.*?[^`])\1(?!`)/;

/** A line of Markdown without its marks. Code stays as it is. */
function plainLine(line: string): string {
  const text = line
    .replace(/^(?:\s*>)+\s?(?:\[!\w+\])?/, '')
    .replace(/^\s*(?:\d+[.)]|[-*+])\s+(?:\[[ xX]\]\s)?/, '');
  // Between two parts of text are the marks of a code span and its code.
  const parts = text.split(CODE_SPAN);
  const plain = parts.map((part, at) => {
    if (at % 3 === 0) return plainText(part);
    return at % 3 === 1 ? '' : `${parts[at - 1]}${part}${parts[at - 1]}`;
  });
  return plain.join('').trim();
}

function plainText(text: string): string {
  return (
    text
      .replace(/\]\((?:<[^>]*>|[^()\s]*(?:\([^()]*\)[^()\s]*)*)(?:\s+"([^"]*)")?\)/g, '] ')
      // Players become links whose text is their address.
      .replace(/\[https?:[^\]\s]*\]/g, ' ')
      // An address may replace a player, so it doesn't count as a sentence.
      .replace(/(?<!\\)<(?:https?|mailto):[^<>\s]*>/gi, '\n')
      .replace(/(?<!\\)<\/?[a-z][^<>]*>/gi, '')
      .replace(/\[\^[^\]]*\]:?/g, '\n')
      .replace(/\\(?=[^\w\s])/g, '')
      .replace(/&(?:#x?[\da-f]+|\w+);/gi, ' ')
  );
}
