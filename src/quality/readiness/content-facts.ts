import { perObject } from '../../core/remembered.js';
import type { DocumentContext } from '../../documents/document-row.js';
import { buildLlms } from '../../documents/llms.js';
import { llmsFullSize, planLlmsFull } from '../../documents/llms-full.js';
import { entriesOfType } from '../../documents/order.js';
import type { ContentFacts, FullTextFacts } from './facts.js';
import type { CountedType } from './pages/scope.js';

/** The facts of a context that take time in proportion to its pages: computed once, however many reports use them. */
interface CountedContent {
  readonly content: Omit<ContentFacts, 'withTopics'>;
  /** Words of the index for language models. */
  readonly words: number;
  /** Undefined while the full-text file is not ours. */
  readonly fullText: FullTextFacts | undefined;
}

/** Counts the public content; the same context is counted once. */
export const countContent = perObject(
  (ctx: DocumentContext): CountedContent => ({
    content: contentOf(ctx),
    words: wordCount(buildLlms(ctx)),
    fullText: ctx.served('llms-full') ? fullTextOf(ctx) : undefined,
  }),
);

function contentOf(ctx: DocumentContext): CountedContent['content'] {
  let queries = 0;
  let example = '';
  for (const { path } of ctx.entries) {
    if (!path.includes('?')) continue;
    if (queries === 0) example = path;
    queries += 1;
  }
  const exclude = ctx.topicExclude ?? ['uncategorized'];
  return {
    types: ctx.types.map(({ slug, label, plural }) => ({
      slug,
      label,
      plural,
      entries: entriesOfType(ctx, slug).length,
    })),
    entries: ctx.entries.length,
    queries: { count: queries, example },
    hasTerms: ctx.terms.some(
      ({ taxonomy, slug }) => (taxonomy === 'category' || taxonomy === 'tag') && !exclude.includes(slug),
    ),
  };
}

function fullTextOf(ctx: DocumentContext): FullTextFacts {
  const plan = planLlmsFull(ctx, (entry) => llmsFullSize(ctx.twinText(entry)));
  return { entries: plan.entries.length, bytes: plan.bytes, isCut: plan.truncated };
}

/** A word is a run of letters, apostrophes and hyphens; link addresses and tags don't count. */
export function wordCount(markdown: string): number {
  const text = markdown.replace(/\]\([^)]*\)/g, ']').replace(/<[^>]*>/g, ' ');
  return (text.match(/[\p{L}\p{M}'’-]+/gu) ?? []).filter((run) => /\p{L}/u.test(run)).length;
}

/** The types that agents may see, each with the number of its public pages. */
export function countedTypes(ctx: DocumentContext): readonly CountedType[] {
  const counts = new Map(countContent(ctx).content.types.map(({ slug, entries }) => [slug, entries]));
  return ctx.types.map(({ slug, label, plural }) => ({ slug, label, plural, count: counts.get(slug) ?? 0 }));
}
