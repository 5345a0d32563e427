import { llmsFullItem } from '../../../documents/llms-full.js';
import { addressLine } from '../../../documents/markdown-twin.js';
import type { RawFinding, Rule } from '../rule.js';

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

type Fault = Omit<RawFinding, 'file'>;

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
