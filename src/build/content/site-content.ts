import type { Registration } from '../../config/hooks/registrations.js';
import { contentStore, type FoundContent } from './content-store.js';
import type { SchemaAnswers, SiteContent } from './port.js';
import { contentPreviews, type KeptContext, type PreviewOptions } from './previews.js';

/** The inputs of the private side of a build. */
export interface SiteContentOptions extends Omit<FoundContent, 'authors' | 'media' | 'sourceBases'> {
  readonly media: FoundContent['media'];
  readonly convert: Omit<KeptContext, 'media'>;
  readonly answers: SchemaAnswers;
  readonly isOwnHtml: boolean;
  readonly writtenPage: PreviewOptions['writtenPage'];
  readonly typesWithImages: ReadonlySet<string>;
  readonly readinessChecks: readonly Registration[];
}

/** The content of a finished build, for users who may see drafts: kept separate from everything public. */
export function siteContent(options: SiteContentOptions): SiteContent {
  const { convert, media, answers, isOwnHtml, writtenPage, typesWithImages, readinessChecks } = options;
  const { sourceBases, authors } = convert;
  const store = contentStore({ ...options, sourceBases, authors, media });
  const previews = contentPreviews({
    store,
    convert: { ...convert, media },
    mediaOfHidden: media.forEditors(),
    answers,
    isOwnHtml,
    writtenPage,
  });
  return { store, previews, schema: answers, typesWithImages, readinessChecks };
}
