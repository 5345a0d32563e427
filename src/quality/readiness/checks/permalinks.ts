import { counted } from '../../../core/text.js';
import { pass, type ReadinessCheck, toAddress, warn } from '../check.js';

/** Addresses are paths, so that `.md` can be appended. */
export const permalinksCheck: ReadinessCheck = {
  id: 'permalinks',
  rung: 'findable',
  label: 'Readable links',
  evaluate({ content, site }) {
    const { queries, entries } = content;
    if (entries === 0) {
      return warn(
        'No page is public yet, so there are no addresses to check.',
        'Publish a page of a selected type.',
      );
    }
    if (queries.count === 0) return pass(`The addresses of ${counted(entries, 'page')} are made of words.`);
    const example = site.baseUrl + queries.example;
    return warn(
      `${counted(queries.count, 'page')} of ${entries} have an address with a query, such as ${example}, and no Markdown twin.`,
      'Switch your CMS to permalinks made of words, then export and build again.',
      toAddress(example, 'See the page'),
    );
  },
};
