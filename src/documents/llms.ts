import type { IndexEntry } from '../site/entry.js';
import type { ContentType } from '../site/site.js';
import { escapeHeading, linkTarget, oneLine } from './escape.js';
import {
  aboutSection,
  displayName,
  entryLine,
  introduction,
  linkLine,
  optionalSection,
  titleBlock,
  topicsSection,
  typeHeading,
} from './llms-sections.js';
import { byPublished, entriesOfType, sectionOrder, sectionTypes } from './order.js';
import type { Instance, Surface, SurfaceContext } from './surface.js';

/** Maximum number of characters in `/llms.txt`: what readers and checkers take in one piece. */
export const LLMS_LIMIT = 50_000;

const EVERYTHING: Step = { entries: Number.POSITIVE_INFINITY, topics: true, about: true };

/**
 * The steps above the limit, until the text is short enough: every type keeps its newest entries, ever
 * fewer of them; then Topics goes, then About, then the entries.
 */
const SHORTER: readonly Step[] = [
  ...[50, 25, 12, 6, 3, 1].map((entries) => ({ entries, topics: true, about: true })),
  { entries: 1, topics: false, about: true },
  { entries: 1, topics: false, about: false },
  { entries: 0, topics: false, about: false },
];

interface Step {
  /** Most entries per type. */
  readonly entries: number;
  readonly topics: boolean;
  readonly about: boolean;
}

/** Part of a type that has a file of its own. */
interface Collection {
  readonly type: ContentType;
  /** A language beyond the site's own, or empty. */
  readonly lang: string;
  readonly entries: readonly IndexEntry[];
}

interface Section {
  readonly type: ContentType;
  /** In the section's order. */
  readonly entries: readonly IndexEntry[];
}

interface Plan {
  readonly text: string;
  /** The types that are not listed whole, by language. */
  readonly collections: readonly Collection[];
}

const plans = new WeakMap<SurfaceContext, Plan>();

/** The text of `/llms.txt` and `/index.md`. */
export function buildLlms(ctx: SurfaceContext): string {
  return planLlms(ctx).text;
}

// Four rows use the plan of one context; it depends on nothing else.
function planLlms(ctx: SurfaceContext): Plan {
  const known = plans.get(ctx);
  if (known !== undefined) return known;
  const sections = listSections(ctx);
  let plan = compose(ctx, sections, EVERYTHING);
  for (const step of SHORTER) {
    if (plan.text.length <= LLMS_LIMIT) break;
    plan = compose(ctx, sections, step);
  }
  plans.set(ctx, plan);
  return plan;
}

function listSections(ctx: SurfaceContext): readonly Section[] {
  return sectionTypes(ctx).flatMap((type) => {
    const entries = entriesOfType(ctx, type.slug).filter((entry) => entry.llms);
    return entries.length === 0 ? [] : [{ type, entries }];
  });
}

function compose(ctx: SurfaceContext, sections: readonly Section[], step: Step): Plan {
  const collections: Collection[] = [];
  let text = titleBlock(ctx, displayName(ctx)) + introduction(ctx);
  if (step.about) text += aboutSection(ctx);
  for (const section of sections) {
    const { type, entries } = section;
    const whole = entries.length <= step.entries;
    const parts = whole || !isLlmsServed(ctx) ? [] : byLanguage(ctx, section);
    collections.push(...parts);
    text += typeHeading(type);
    for (const entry of whole ? entries : newest(ctx, section, step.entries)) {
      text += entryLine(ctx, entry);
      // The next step is due anyway; a large site would build megabytes for nothing.
      if (text.length > LLMS_LIMIT) return { text, collections };
    }
    for (const part of parts) text += collectionLine(ctx, part);
  }
  if (step.topics) text += topicsSection(ctx);
  return { text: text + optionalSection(ctx), collections };
}

function newest(ctx: SurfaceContext, { type }: Section, count: number): readonly IndexEntry[] {
  const found: IndexEntry[] = [];
  for (const entry of entriesOfType(ctx, type.slug, byPublished)) {
    if (found.length >= count) break;
    if (entry.llms) found.push(entry);
  }
  return found.sort(sectionOrder(type.slug));
}

// One file for the site's own language, one for each further language that has entries.
function byLanguage(ctx: SurfaceContext, { type, entries }: Section): readonly Collection[] {
  if (ctx.languages.length === 0) return [{ type, lang: '', entries }];
  return ['', ...ctx.languages].flatMap((lang) => {
    const part = entries.filter((entry) => (ctx.languages.includes(entry.lang) ? entry.lang : '') === lang);
    return part.length === 0 ? [] : [{ type, lang, entries: part }];
  });
}

function collectionPath({ type, lang }: Collection): string {
  return `${lang === '' ? '' : `/${lang}`}/${encodeURIComponent(type.collection)}/llms.txt`;
}

function collectionName({ type, lang }: Collection): string {
  return lang === '' ? type.plural : `${type.plural} (${lang})`;
}

function collectionLine(ctx: SurfaceContext, part: Collection): string {
  const { length } = part.entries;
  return linkLine(
    `All of ${collectionName(part)}`,
    ctx.site.baseUrl + collectionPath(part),
    length === 1 ? '1 entry' : `${length} entries`,
  );
}

function isLlmsServed(ctx: SurfaceContext): boolean {
  return ctx.settings.enable_llms_txt && !ctx.ceded('llms_txt');
}

function* renderCollection(ctx: SurfaceContext, part: Collection): Iterable<string> {
  const name = `${displayName(ctx)}: ${oneLine(collectionName(part))}`;
  const index = `\nOne section of this site. Its index is [/llms.txt](${linkTarget(ctx.urlOf('llms'))}).\n`;
  const heading = `\n## ${escapeHeading(oneLine(collectionName(part)))}\n\n`;
  yield titleBlock(ctx, name) + index + heading;
  for (const entry of part.entries) yield entryLine(ctx, entry);
}

/** `/llms.txt`: the index for language models. */
export const llms: Surface = {
  id: 'llms',
  path: '/llms.txt',
  activity: 'llms.txt',
  contentType: 'text/plain',
  headers: 'agentText',
  summary: 'Index of the site for language models: who is behind it, its pages by type, further documents.',
  condition: '`enable_llms_txt`',
  document: 'llms',
  cede: 'llms_txt',
  links: 'pages',
  purge: true,
  inHead: true,
  live: { key: 'llms', rank: 2, label: 'llms.txt', cors: true },
  when: isLlmsServed,
  render: buildLlms,
};

/** `/{collection}/llms.txt`: the whole of a section that `/llms.txt` had to shorten. */
export const llmsCollection: Surface<Collection> = {
  id: 'llms-collection',
  path: '/{collection}/llms.txt',
  activity: 'llms.txt',
  contentType: 'text/plain',
  headers: 'agentText',
  summary:
    'Every entry of one content type, where `/llms.txt` has room for the newest only; ' +
    'further languages have theirs at `/{lang}/{collection}/llms.txt`.',
  condition: '`enable_llms_txt`, and the whole index would exceed 50,000 characters',
  cede: 'llms_txt',
  links: 'pages',
  files: '/(?:[^/]+/)?[^/]+/llms\\.txt',
  when: (ctx) => isLlmsServed(ctx) && planLlms(ctx).collections.length > 0,
  *instances(ctx): Iterable<Instance<Collection>> {
    for (const part of planLlms(ctx).collections) {
      const path = collectionPath(part);
      yield { path, file: decodeURIComponent(path.slice(1)), params: part };
    }
  },
  patterns: (ctx) =>
    ['{collection}', ...(ctx.languages.length === 0 ? [] : ['{lang}/{collection}'])].map((folder) => ({
      pattern: `/${folder}/llms.txt`,
      file: `${folder}/llms.txt`,
    })),
  render: renderCollection,
};

/** `/index.md` and `/.md`: the Markdown of the front page, which is the text of `/llms.txt`. */
export const indexMarkdown: Surface = {
  id: 'index-markdown',
  path: '/index.md',
  aliases: ['/.md'],
  activity: 'markdown',
  contentType: 'text/markdown',
  headers: 'markdown',
  summary: 'Markdown of the front page: the same text as `/llms.txt`, also while that is off.',
  condition: '`enable_markdown`',
  cede: 'markdown',
  when: (ctx) => ctx.settings.enable_markdown && !ctx.ceded('markdown'),
  render: buildLlms,
};
