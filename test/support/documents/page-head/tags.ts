import type { Augmentation } from '../../../../src/documents/page-head/augment-html.js';
import type { HeadTag } from '../../../../src/documents/page-head/head.js';

export const LLMS = 'https://tea.example/llms.txt';

/** A head of every kind of tag. */
export const TAGS: readonly HeadTag[] = [
  {
    tag: 'meta',
    attribute: 'name',
    key: 'description',
    content: 'Leaves & "water" <in> Zürich',
    yields: 'replaces',
  },
  { tag: 'link', rel: 'canonical', href: 'https://tea.example/oolong/', yields: 'same' },
  {
    tag: 'json-ld',
    graph: {
      '@context': 'https://schema.org',
      '@graph': [
        { '@type': 'WebSite', name: 'Té </script> Notes' },
        { '@type': 'Person', name: 'Mia' },
        { '@type': 'BlogPosting', headline: 'Oolong' },
        { '@type': 'BreadcrumbList' },
      ],
    },
  },
  { tag: 'link', rel: 'describedby', href: LLMS, type: 'text/plain', yields: 'same' },
  {
    tag: 'link',
    rel: 'alternate',
    href: 'https://tea.example/oolong.md',
    type: 'text/markdown',
    yields: 'same',
  },
  { tag: 'meta', attribute: 'property', key: 'og:title', content: 'Oolong', yields: 'open-graph' },
  { tag: 'meta', attribute: 'name', key: 'twitter:card', content: 'summary', yields: 'same' },
];

export const WANTED: Augmentation = { tags: TAGS, llmsUrl: LLMS };
