import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it } from 'vitest';
import { type PreviewJob, previewEntry } from '../../../../src/build/content/preview-entry.js';
import { packContext } from '../../../../src/build/workers/shared-context.js';
import { JobThread } from '../../../../src/core/threads.js';
import { CONTEXT } from '../../../support/build/convert-context.js';

it('shows of an entry in a thread what it shows on the thread of the sidecar', async () => {
  const status = { status: 'draft', protected: false, noindex: false } as const;
  const body =
    '# Tides\n\n<table><tr><td>High</td></tr></table>\n\nSee [ropes](/ropes/) & `knots`.\n\n'.repeat(500);
  const raw = { ref: 'tides.md', key: 'tides.md', type: 'post', ...status, title: 'Tides', slug: 'tides' };
  const texts = { authorKeys: [], terms: [], excerpt: 'High and low.', body, format: 'markdown' } as const;
  const target = { id: 7, type: 'post', title: 'Tides', path: '/tides/', twin: 'tides.md', lang: 'en' };
  const job: PreviewJob = { raw: { ...raw, ...texts }, target, source: 0, page: undefined };
  const thread = new JobThread(pathToFileURL(join(process.cwd(), 'dist/cli/preview-worker.js')), 30_000);
  const shared = packContext(CONTEXT);
  const direct = await previewEntry(job, CONTEXT);
  expect(await thread.run('previewPacked', { job, shared })).toEqual(direct);
  expect(direct.twin).toContain('See [ropes](https://mill.example/ropes/)');
  expect(direct.tree.children.length).toBeGreaterThan(1000);
});
