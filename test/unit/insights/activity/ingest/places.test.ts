import { expect, it } from 'vitest';
import { placeFinder } from '../../../../../src/insights/activity/ingest/log-importer.js';

const find = placeFinder({
  endpoints: (path) => (path === '/llms.txt' ? 'llms.txt' : undefined),
  host: 'harbour.example',
  basePath: '',
  restPrefix: 'api',
});

it.each(['/llms.txt', '//llms.txt', 'https://harbour.example//llms.txt?x=//'])(
  '%s is the document',
  (target) => {
    expect(find(target)).toEqual({ kind: 'document', endpoint: 'llms.txt' });
  },
);
