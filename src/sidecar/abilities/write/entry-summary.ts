import { plainText } from '../../../content/html/text.js';
import type { DocumentContext } from '../../../documents/document-row.js';
import { tallyOf } from '../../../quality/readiness/pages/grade.js';
import { resolveTopics } from '../../../site/topics.js';
import type { EntryStatus, RawEntry } from '../../../sources/port.js';
import type { AbilityCall } from '../ability.js';
import { builtContent, entryNotFound } from '../content.js';
import { readFresh } from '../read/check-page.js';
import { integerOf, listOf, oneOf, orNull, outputOf, recordOf, rowOf, textOf } from '../schema.js';

/** Schema of what abilities answer that write an entry. */
export const summaryOutput = outputOf({
  id: integerOf('For every ability that takes post_id.'),
  type: textOf(),
  status: textOf(),
  title: textOf(),
  url: textOf('Its current or future address; empty if it has none.'),
  editUrl: textOf(),
  description: textOf(),
  readability: recordOf({
    pass: integerOf(),
    warn: integerOf(),
    fail: integerOf(),
    attention: listOf(
      rowOf({ id: textOf(), status: oneOf(['warn', 'fail']), label: textOf(), detail: textOf() }),
      'The content checks that the page fails as it is now.',
    ),
  }),
  topics: listOf(textOf()),
  focus: textOf('Searches that the page should answer.'),
  seoTitle: textOf('Empty if something else manages titles.'),
  categories: listOf(textOf()),
  tags: listOf(textOf()),
  featuredImage: orNull(recordOf({ id: integerOf("0 if it isn't in the media library."), url: textOf() })),
  notice: textOf("Why the site doesn't show it yet; empty if it does."),
});

/**
 * What an entry is after it has been written, read afresh.
 * @param more.written what the file says, for an entry that no build has seen: one that takes long, or that has failed
 * @param more.notice why the site doesn't show it yet
 * @throws AbilityError `svc_not_found` when it is gone again
 */
export async function entrySummary(
  id: number,
  call: AbilityCall,
  { written, notice = '' }: { readonly written?: RawEntry; readonly notice?: string },
): Promise<object> {
  const { services, now } = call;
  const documents = await services.site.documents();
  const content = builtContent(call);
  const entry = content.store.find(id);
  const rendered = await content.previews.render(id, documents);
  const raw = rendered?.raw ?? written;
  if (raw === undefined) return entryNotFound(id);
  const grade = await readFresh(content, id, { documents, hooks: services.hooks, now });
  const rows = grade?.rows ?? [];
  const named = (taxonomy: string) =>
    raw.terms.filter((term) => term.taxonomy === taxonomy).map(({ name }) => name);
  const image = rendered?.entry.image;
  const url = entry?.url ?? '';
  return {
    id,
    type: raw.type,
    status: statusOf(raw, now),
    title: plainText(raw.title),
    url,
    // Files are edited where they are: what can be led to is the page itself.
    editUrl: url,
    description: raw.description ?? '',
    readability: {
      ...tallyOf(rows),
      attention: rows.flatMap(({ id: check, status, label, detail }) =>
        status === 'pass' ? [] : [{ id: check, status, label, detail }],
      ),
    },
    topics: resolveTopics(raw, topicRules(documents.ctx)),
    focus: raw.focusKeyword ?? '',
    seoTitle: ownsTitles(documents.ctx) ? (raw.seoTitle ?? '') : '',
    categories: named('category'),
    tags: named('tag'),
    featuredImage:
      image === undefined ? null : { id: typeof raw.image === 'number' ? raw.image : 0, url: image.url },
    notice,
  };
}

/** Whether titles in lists of results are ours to set. */
export function ownsTitles({ settings, seoOwner }: Pick<DocumentContext, 'settings' | 'seoOwner'>): boolean {
  return settings.enable_seo_titles && !seoOwner;
}

/** As the file says it, whatever the last build has seen. */
function statusOf({ status, published }: RawEntry, now: number): EntryStatus {
  return status === 'publish' && published !== undefined && published > now ? 'future' : status;
}

function topicRules({ settings, topicExclude }: DocumentContext) {
  return {
    enabled: settings.enable_topics,
    derive: settings.topics_derive_default,
    max: settings.topics_max,
    exclude: topicExclude ?? [],
  };
}
