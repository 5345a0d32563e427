import { textOf } from '../../../core/json.js';
import { isParsableUrl } from '../../../core/parsable-url.js';
import { decodeToNfc } from '../../../core/percent.js';
import { twinPath } from '../../../documents/addresses.js';
import { llmsFullItem } from '../../../documents/llms-full.js';
import { addressLine } from '../../../documents/markdown-twin.js';
import { FrontMatterError, readFrontMatter } from '../../../sources/files/front-matter.js';
import { pathBelow } from '../resolve-url.js';
import type { Fault, Rule, Subject } from '../rule.js';

/** The longest text that readers take in one piece. */
const LIMIT = 50_000;

/**
 * The index for language models has the form that its readers parse: one title, at most one quote, then sections with
 * lists of links.
 * @see https://llmstxt.org
 */
export const llmsTxt: Rule = {
  id: 'llms-txt',
  level: 'error',
  title: '`llms.txt` has the structure of llmstxt.org: a title, a quote, sections with links',
  anywhere: true,
  *checkDocument(document) {
    const { id } = document.row;
    if (!document.isWhole || !(id === 'llms' || id === 'llms-collection')) return;
    const { file } = document;
    const lines = document.text().split('\n');
    const text = document.text();
    if (id === 'llms' && text.length > LIMIT) {
      const message = `The text has ${text.length} characters; readers take ${LIMIT}.`;
      yield { level: 'warning', code: 'llms-long', file, message };
    }
    for (const fault of [...faultsOfHead(lines), ...faultsOfSections(lines)]) yield { ...fault, file };
  },
};

function* faultsOfHead(lines: readonly string[]): Iterable<Fault> {
  if (!/^# \S/.test(lines[0] ?? '')) {
    yield { code: 'llms-title', line: 1, message: 'Expected a title ("# Name") in the first line.' };
  }
  for (const [index, line] of lines.entries()) {
    if (index > 0 && /^# /.test(line)) {
      yield { code: 'llms-title', line: index + 1, message: 'This is a second title; only one is allowed.' };
    }
    if (/^#{3,} /.test(line)) {
      yield {
        code: 'llms-heading',
        line: index + 1,
        message: 'Only "# " and "## " headings are allowed here.',
      };
    }
  }
  const section = lines.findIndex((line) => /^## /.test(line));
  const quote = lines.findIndex((line) => line.startsWith('>'));
  if (quote > 0 && section !== -1 && quote > section) {
    yield {
      code: 'llms-quote',
      line: quote + 1,
      message: 'The summary ("> …") belongs before the first section.',
    };
  }
}

function* faultsOfSections(lines: readonly string[]): Iterable<Fault> {
  const first = lines.findIndex((line) => /^## /.test(line));
  if (first === -1) return;
  for (const [index, line] of lines.entries()) {
    if (index < first) continue;
    // A list of plain words isn't a list of files.
    if (
      /^[-*] \[/.test(line) &&
      !/^[-*] \[(?:[^\]\\]|\\.)+\]\(https?:\/\/[^\s()]+\)(?:: \S.*)?$/.test(line)
    ) {
      const message = 'Expected "- [name](absolute address): note".';
      yield { code: 'llms-link', line: index + 1, message };
    }
    if (/^## *$/.test(line))
      yield { code: 'llms-heading', line: index + 1, message: 'The heading is empty.' };
  }
}

const FILE = 'llms-full.txt';

/** The edition with whole pages repeats the twins. */
export const fullText: Rule = {
  id: 'full-text',
  level: 'error',
  title: 'Each page in `llms-full.txt` is the text of its twin, whole',
  *checkDocument(document, { folder }) {
    if (!document.isWholeTwin) return;
    const full = folder.document(FILE);
    if (full?.source !== 'generated' || !full.isWhole) return;
    const address = addressLine(document.text());
    // Some pages are left out, by number or by size.
    if (address === undefined || !full.text().includes(`${address}\n`)) return;
    if (full.text().includes(llmsFullItem(document.text()))) return;
    const message = `The text of the twin differs from the page's text in ${FILE}.`;
    const fix = 'Build again, and let nothing change the files after the build.';
    yield { code: 'twin-differs', file: document.file, message, fix };
  },
};

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
  const url = textOf(canonical);
  const path = isParsableUrl(url) ? pathBelow(url, deployment.baseUrl) : undefined;
  if (path !== undefined && decodeToNfc(twinPath({ path })) === `/${file}`) return;
  // A live site doesn't show which pages name another site as their source.
  if (record === undefined && path === undefined && isParsableUrl(url)) return;
  const message = `Expected canonical_url to be the page of this twin, found ${JSON.stringify(canonical) ?? 'none'}.`;
  yield { code: 'canonical-url', line: 1, message, fix: 'Build again.' };
}
