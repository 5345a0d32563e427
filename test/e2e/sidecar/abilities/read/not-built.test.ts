import { describe, expect, it } from 'vitest';
import { abilitySite } from '../../../../support/sidecar/abilities/ability-site.js';
import { LIGHTHOUSE } from '../../../../support/sidecar/abilities/read/lighthouse.js';

describe('before the first build has ended', () => {
  it('abilities that need content say that it will come', async () => {
    const site = await abilitySite({ files: LIGHTHOUSE, services: { built: () => undefined } });
    for (const [slug, input] of [
      ['check-page', { post_id: 11 }],
      ['read-content', { post_id: 11 }],
      ['suggest-internal-links', { post_id: 11 }],
      ['preview-schema', {}],
      ['preview-markdown', { post_id: 11 }],
      ['search-media', {}],
      ['read-terms', {}],
    ] as const) {
      expect(await site.run(slug, input), slug).toMatchObject({
        kind: 'failed',
        status: 503,
        code: 'svc_not_built',
      });
    }
    // These do without.
    for (const slug of ['read-content-issues', 'read-findings', 'read-request-log', 'scan-exposed-files']) {
      expect(await site.run(slug), slug).toMatchObject({ kind: 'done' });
    }
  });
});
