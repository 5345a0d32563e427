import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openSubject } from '../../src/validate/open-subject.js';
import { notices } from '../../src/validate/rules/notices.js';
import { validateFolder } from '../../src/validate/validate.js';
import { builtSite, TEA_HOUSE, validateIn } from './site.js';

describe('stored notices', () => {
  it('are findings, and an error fails', async () => {
    const subject = openSubject({
      out: process.cwd(),
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
    const report = await validateFolder(
      { ...subject, folder: subject.folder },
      { strict: false, rules: [notices] },
    );
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

  it('come with the manifest of a build whose plugin fails', async () => {
    const config = JSON.parse(String(TEA_HOUSE['svc.config.json'])) as object;
    const cwd = await builtSite({
      ...TEA_HOUSE,
      'svc.config.json': JSON.stringify({ ...config, plugins: ['./broken.mjs'] }),
      'broken.mjs':
        "export function register(svc) { svc.filter('svc_mcp', () => { throw new Error('boom'); }); }\n",
    });
    const report = await validateIn(cwd, [], {});
    expect(report.out).toBe(join(cwd, 'out'));
    expect(report.findings).toMatchObject([{ rule: 'notices', level: 'error' }]);
    expect(report.ok).toBe(false);
  });
});
