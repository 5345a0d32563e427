import { defaultSettings, type Settings } from '../../../../src/config/settings.js';
import type { ReadinessFacts } from '../../../../src/quality/readiness/facts.js';

/** Facts of a site that has everything: every row passes. */
export function goodFacts(change: Partial<ReadinessFacts> = {}): ReadinessFacts {
  return {
    settings: goodSettings(),
    site: {
      public: true,
      baseUrl: 'https://orchard.example',
      home: 'https://orchard.example/',
      privacyPolicyUrl: 'https://orchard.example/privacy/',
    },
    html: 'render',
    content: {
      types: [
        { slug: 'post', label: 'Post', plural: 'Posts', entries: 12 },
        { slug: 'page', label: 'Page', plural: 'Pages', entries: 3 },
      ],
      entries: 15,
      queries: { count: 0, example: '' },
      withTopics: 4,
      hasTerms: true,
    },
    llms: { owner: 'ours', words: 640 },
    llmsFull: { owner: 'ours', text: { entries: 15, bytes: 81_000, isCut: false } },
    robots: {
      text: 'User-agent: *\nDisallow:\n\nSitemap: https://orchard.example/svc-sitemap.xml\n',
      isOwnFile: false,
    },
    sitemap: { url: 'https://orchard.example/svc-sitemap.xml', isOurs: true },
    securityTxt: { owner: 'ours', contacts: 1 },
    schema: { otherProducer: undefined, image: 'https://orchard.example/pear.png', imageExists: true },
    seoProducer: undefined,
    selfCheck: {
      checkedAt: 1_782_986_400,
      error: '',
      llms: { http: 200, ours: true, firstLine: '# Orchard' },
      head: { descriptions: 1, ogTitles: 1, others: [] },
    },
    hosts: ['nginx'],
    limits: [],
    isOutputStale: false,
    unpushed: 0,
    notices: [],
    ...change,
  };
}

/** Settings of an owner who has filled everything in. */
export function goodSettings(change: Partial<Settings> = {}): Settings {
  const defaults = defaultSettings();
  return {
    ...defaults,
    enable_security_txt: true,
    store_flagged_ips: true,
    identity: {
      ...defaults.identity,
      name: 'Orchard of Ines Halloran',
      role: 'Pomologist',
      about: 'Forty kinds of pears, and how to keep them over winter.',
      expertise: ['Pears', 'Grafting'],
      same_as: ['https://social.example/@orchard'],
    },
    ...change,
  };
}
