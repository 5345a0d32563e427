/** The ability that checks a page on its current content. */

import type { SiteContent } from '../../../build/content/port.js';
import type { Hooks } from '../../../config/hooks/hooks.js';
import type { LiveDocuments } from '../../../documents/live-content.js';
import {
  filterCheckRules,
  type Grade,
  type GradedPage,
  gradePage,
  tallyOf,
} from '../../../quality/readiness/pages/grade.js';
import { type Ability, AbilityError } from '../ability.js';
import { builtContent, entryNotFound, postId } from '../content.js';
import { inputOf, integerOf, listOf, oneOf, orNull, outputOf, recordOf, rowOf, textOf } from '../schema.js';

/** Runs the checks of one page on its current content. */
export const checkPage: Ability = {
  slug: 'check-page',
  label: 'Check one page',
  description:
    'Reads one page from its source as it is now, draft or published, and returns every content check with ' +
    'its result: length, opening summary, specifics, sources, headings, long paragraphs, readability, links, ' +
    'image descriptions, media, age. Use it before an edit to see what to improve, and afterwards to see ' +
    "whether it helped. It doesn't return the text (see read-content), doesn't request the page on the web, " +
    'and stores nothing.',
  tier: 'read',
  permission: 'edit',
  input: inputOf({ post_id: integerOf('Id of the page, from find-content.') }, ['post_id']),
  output: outputOf({
    summary: recordOf(
      { pass: integerOf(), warn: integerOf(), fail: integerOf() },
      'Number of checks by status.',
    ),
    checks: listOf(
      rowOf({
        id: textOf(),
        label: textOf(),
        status: oneOf(['pass', 'warn', 'fail']),
        detail: textOf('The result of the check.'),
      }),
    ),
  }),
  async run(input, call) {
    const { services, now } = call;
    const id = postId(input);
    const documents = await services.site.documents();
    const grade = await readFresh(builtContent(call), id, { documents, hooks: services.hooks, now });
    if (grade === undefined) return entryNotFound(id);
    const checks = grade.rows.map(({ id, label, status, detail }) => ({ id, label, status, detail }));
    return { summary: tallyOf(checks), checks };
  },
};

/** What a fresh reading works with. */
interface FreshContext {
  readonly documents: LiveDocuments;
  readonly hooks: Pick<Hooks, 'apply'>;
  /** Unix seconds. */
  readonly now: number;
}

/**
 * Reads an entry of any status from its source and judges it as the next build would. Nothing is stored.
 * @returns undefined for an unknown id, and for an entry that is gone by now
 */
export async function readFresh(
  { store, previews, typesWithImages }: Pick<SiteContent, 'store' | 'previews' | 'typesWithImages'>,
  id: number,
  { documents, hooks, now }: FreshContext,
): Promise<Grade | undefined> {
  const entry = store.find(id);
  if (entry === undefined) return undefined;
  // The name of the set of rules is kept with verdicts alone.
  const rules = await filterCheckRules(hooks, documents.ctx.settings, '');
  const read = await previews.readForChecks(id, rules.reading, documents);
  if (read === undefined) return undefined;
  const { raw, checkup } = read;
  const { type, title, url, published, modified, isListed } = entry;
  const page: GradedPage = {
    id,
    type,
    title,
    url,
    // One without a date in its source counts from the build that first saw it, which says nothing of its age.
    modified: isListed && published === undefined ? undefined : modified,
    hash: '',
    categories: raw.terms.flatMap(({ taxonomy, slug }) => (taxonomy === 'category' ? slug : [])),
    expectsImage: typesWithImages.has(type),
  };
  return gradePage(page, checkup, { rules, hooks, now });
}

/** Maximum length of a text in one answer, about 10,000 tokens: an MCP client gets it twice, as text and as data. */
const MAX_PART = 30_000;
/** Length of the text before what was looked for, and of the end in which a part may end at a line. */
const MARGIN = 2000;
const MAX_HEADINGS = 150;

/** Inputs that select a part of a text. */
export const partInput = {
  offset: integerOf('Position of the part, from "next" or "outline"; 0 for the beginning.', { default: 0 }),
  find: textOf('Return the part around the next occurrence of this text after the offset.', { default: '' }),
};

/** Outputs that say which part of a text an answer contains. */
export const partOutput = {
  offset: integerOf('Position of the part.'),
  next: integerOf('Position of the next part; 0 if there is none.'),
  outline: listOf(
    rowOf({ heading: textOf(), offset: integerOf() }),
    'Headings of a text that is longer than one part, with their positions.',
  ),
};

interface Part {
  readonly start: number;
  readonly end: number;
  readonly fields: {
    readonly offset: number;
    readonly next: number;
    readonly outline: readonly { readonly heading: string; readonly offset: number }[];
  };
}

/**
 * Selects a part of a text, so that no answer is too long for a language model.
 * @throws AbilityError `svc_no_match` if the text doesn't contain what is looked for
 */
export function partOf(text: string, input: Readonly<Record<string, unknown>>): Part {
  const from = Math.min(text.length, Math.max(0, input['offset'] as number));
  const start = wholeCharacter(text, startOf(text, from, input['find'] as string));
  const end = endOf(text, start);
  const next = end < text.length ? end : 0;
  const outline = text.length > MAX_PART ? headingsOf(text) : [];
  return { start, end, fields: { offset: start, next, outline } };
}

function startOf(text: string, from: number, find: string): number {
  if (find === '') return from;
  const found = text.indexOf(find, from);
  if (found === -1) {
    const message = `The text doesn't occur${from > 0 ? ' after the offset' : ''}. It is compared as it is stored, case included.`;
    throw new AbilityError(404, 'svc_no_match', message);
  }
  return found + find.length - from <= MAX_PART ? from : Math.max(from, found - MARGIN);
}

function endOf(text: string, start: number): number {
  const end = start + MAX_PART;
  if (end >= text.length) return text.length;
  const line = text.lastIndexOf('\n', end - 1) + 1;
  return line > end - MARGIN ? line : wholeCharacter(text, end);
}

/** Moves a position out of the middle of a character. */
function wholeCharacter(text: string, at: number): number {
  return /[\uDC00-\uDFFF]/.test(text.charAt(at)) && at > 0 ? at - 1 : at;
}

function headingsOf(text: string) {
  const headings = text.matchAll(/^#{1,6}[ \t][^\n]{0,200}|<h[1-6][\s>][^\n]{0,200}/gim);
  return [...headings].slice(0, MAX_HEADINGS).map(({ 0: line, index }) => ({
    heading: line
      .replace(/^#+|<[^>]*>?/g, '')
      .trim()
      .slice(0, 100),
    offset: index,
  }));
}

/** The Markdown twin of a page. */
export const previewMarkdown: Ability = {
  slug: 'preview-markdown',
  label: 'Markdown of a page',
  description:
    'Returns the Markdown text that assistants get for a published page. Use it to read a page as an ' +
    'assistant gets it, or to see the effect of a change. The text is empty for pages that are unpublished or ' +
    "password-protected, since nothing is served for them; read drafts with read-content. Don't use it as " +
    'the basis of an edit: it is generated from the source and differs from it. Of a long page you get one part: ask ' +
    'for others by offset, or with "find".',
  tier: 'read',
  input: inputOf({ post_id: integerOf('Id of the page, from find-content.'), ...partInput }, ['post_id']),
  output: outputOf({ markdown: textOf('Empty if nothing is served.'), ...partOutput }),
  async run(input, call) {
    const id = postId(input);
    if (id < 1) return entryNotFound(id);
    const preview = await builtContent(call).previews.markdown(id, await call.services.site.documents());
    if (preview === undefined) return entryNotFound(id);
    const { start, end, fields } = partOf(preview.markdown, input);
    return { markdown: preview.markdown.slice(start, end), ...fields };
  },
};

/** The structured data of a page or of the site. */
export const previewSchema: Ability = {
  slug: 'preview-schema',
  label: 'Structured data of a page',
  description:
    'Returns the schema.org graph (JSON-LD) that a page has, or will have once it is published; without ' +
    'post_id, the graph of the person or organisation behind the site. Use it to see the authors, dates, ' +
    'images and topics that search engines and assistants get. It is returned even if structured data is ' +
    "switched off, and contains nothing from password-protected pages. It doesn't request or judge the page " +
    'on the web.',
  tier: 'read',
  input: inputOf({ post_id: integerOf('Id of a page; 0 for the site itself.', { default: 0 }) }),
  output: outputOf({
    graph: orNull(rowOf({}, 'JSON-LD document with @context and @graph; null if there is none.')),
    json: textOf('The same as text; empty if there is none.'),
  }),
  async run(input, call) {
    const id = postId(input);
    const preview = await builtContent(call).previews.schema(id, await call.services.site.documents());
    if (preview === undefined) return entryNotFound(id);
    return { graph: preview.graph, json: preview.json };
  },
};
