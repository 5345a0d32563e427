import { isParsableUrl } from '../../../core/parsable-url.js';
import { decodeToNfc } from '../../../core/percent.js';
import { twinPath } from '../../../documents/addresses.js';
import { FrontMatterError, readFrontMatter } from '../../../sources/files/front-matter.js';
import { pathBelow } from '../resolve-url.js';
import type { RawFinding, Rule } from '../rule.js';
import type { Subject } from '../subject.js';

/** Twins can be parsed, and name their page. */
export const markdownTwin: Rule = {
  id: 'markdown',
  level: 'error',
  title:
    'The front matter of every Markdown twin can be parsed, and its `canonical_url` is that of the page or of its source',
  anywhere: true,
  *checkDocument(document, subject) {
    if (!document.isWholeTwin) return;
    const { file } = document;
    for (const fault of faultsOf(document.text(), file, subject)) yield { ...fault, file };
  },
};

type Fault = Omit<RawFinding, 'file'>;

function* faultsOf(text: string, file: string, subject: Subject): Iterable<Fault> {
  let matter: ReturnType<typeof readFrontMatter>;
  try {
    matter = readFrontMatter(text);
  } catch (error) {
    const line = error instanceof FrontMatterError ? error.line : 1;
    yield { code: 'front-matter', line, message: "The front matter can't be parsed." };
    return;
  }
  if (matter.present) yield* faultsOfFrontMatter(matter.data, file, subject);
  else if (subject.settings?.frontMatter === true) {
    yield { code: 'front-matter-missing', line: 1, message: 'Expected front matter, found none.' };
  }
  if (!/^# \S/m.test(matter.body))
    yield { code: 'twin-title', message: 'Expected a title ("# …"), found none.' };
}

function* faultsOfFrontMatter(
  data: Readonly<Record<string, unknown>>,
  file: string,
  { deployment, record }: Subject,
): Iterable<Fault> {
  const { title, canonical_url: canonical, last_updated: updated } = data;
  if (typeof title !== 'string' || title === '') {
    yield {
      code: 'front-matter-title',
      line: 1,
      message: 'Expected a title in the front matter, found none.',
    };
  }
  if (updated !== undefined && !(typeof updated === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(updated))) {
    yield { code: 'front-matter-date', line: 1, message: 'Expected last_updated as "YYYY-MM-DD".' };
  }
  const elsewhere = record?.canonicals?.[file];
  if (elsewhere !== undefined && canonical === elsewhere) return;
  const url = typeof canonical === 'string' ? canonical : '';
  const path = isParsableUrl(url) ? pathBelow(url, deployment.baseUrl) : undefined;
  if (path !== undefined && decodeToNfc(twinPath({ path })) === `/${file}`) return;
  // A live site doesn't show which pages name another site as their source.
  if (record === undefined && path === undefined && isParsableUrl(url)) return;
  const message = `Expected canonical_url to be the page of this twin, found ${JSON.stringify(canonical) ?? 'none'}.`;
  yield { code: 'canonical-url', line: 1, message, fix: 'Build again.' };
}
