import { gunzipSync, gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { openSubject } from '../../src/validate/open-subject.js';
import { notices } from '../../src/validate/rules/notices.js';
import { validateFolder } from '../../src/validate/validate.js';
import { workspace } from '../pipeline/workspace.js';
import { builtSite, SiteCopy, TEA_HOUSE } from './site.js';

describe('stored notices', () => {
  it('are findings, and an error fails', async () => {
    const subject = openSubject({
      out: workspace(),
      now: 0,
      record: undefined,
      notices: [
        {
          level: 'error',
          code: 'resource_id',
          message: 'The id "A B" is none.',
          fix: 'Rename it.',
          origin: 'config',
        },
        { level: 'warning', code: 'resource_duplicate', message: 'Twice.', origin: './p.mjs' },
        { level: 'error', hook: 'svc_mcp', message: 'boom', origin: './p.mjs' },
      ],
    });
    const report = await validateFolder(subject, { strict: false, rules: [notices] });
    expect(report).toMatchObject({ ok: false, errors: 2, warnings: 1 });
    expect(report.findings).toMatchObject([
      { rule: 'notices', level: 'error', code: 'hook-failed', message: './p.mjs in svc_mcp: boom' },
      { rule: 'notices', level: 'warning', code: 'resource-duplicate' },
      {
        rule: 'notices',
        level: 'error',
        code: 'resource-id',
        message: 'config: The id "A B" is none.',
        fix: 'Rename it.',
      },
    ]);
  });

  it('are read from the manifest', async () => {
    const site = new SiteCopy(await builtSite(TEA_HOUSE));
    site.editBytes('svc-manifest.json.gz', (bytes) => {
      const manifest = JSON.parse(gunzipSync(bytes).toString('utf8')) as object;
      const failed = {
        level: 'error',
        code: 'hook_failed',
        message: 'boom',
        fix: 'Mend it.',
        origin: './p.mjs',
      };
      return gzipSync(JSON.stringify({ ...manifest, notices: [failed] }));
    });
    const report = await site.validate();
    expect(report.findings).toMatchObject([{ rule: 'notices', level: 'error', message: './p.mjs: boom' }]);
    expect(report.ok).toBe(false);
  });
});
