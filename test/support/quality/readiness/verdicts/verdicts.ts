import type { Verdict } from '../../../../../src/quality/readiness/verdicts/store.js';

/** A verdict of a page where all is well, with what a test wants to be different. */
export function verdict(id: number, parts: Partial<Verdict> = {}): Verdict {
  return {
    id,
    type: 'post',
    title: `Page ${id}`,
    url: `https://site.example/${id}/`,
    modified: 1000 + id,
    flags: [],
    points: 100,
    focus: '',
    coverage: '',
    stake: 0,
    gradeable: true,
    ruleset: 'rules',
    contentHash: `hash-${id}`,
    gradedAt: 5000,
    images: [],
    ...parts,
  };
}

/** Types as a site counts them. */
export function types(counts: Readonly<Record<string, number>>) {
  const names: Readonly<Record<string, readonly [string, string]>> = {
    post: ['Post', 'Posts'],
    page: ['Page', 'Pages'],
  };
  return Object.entries(counts).map(([slug, count]) => {
    const [label, plural] = names[slug] ?? [slug, `${slug}s`];
    return { slug, label, plural, count };
  });
}
