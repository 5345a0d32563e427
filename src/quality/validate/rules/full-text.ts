import { llmsFullItem } from '../../../documents/llms-full.js';
import { addressLine } from '../../../documents/markdown-twin.js';
import type { Rule } from '../rule.js';

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
    yield {
      code: 'twin-differs',
      file: document.file,
      message: `The text of the twin differs from the page's text in ${FILE}.`,
      fix: 'Build again, and let nothing change the files after the build.',
    };
  },
};
