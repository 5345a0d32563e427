import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { storedNotices } from '../../../../src/build/report.js';
import { notices } from '../../../../src/quality/validate/rules/manifest.js';
import { openSubject, validateFolder } from '../../../../src/quality/validate/validate.js';
import { type Files, text, workspace, writeFiles } from '../../../support/build/workspace.js';
import { build, runSvc } from '../../../support/cli/run-svc.js';
import { builtSite, TEA_HOUSE, validateIn } from '../../../support/quality/validate/site.js';

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

  it('are kept beside the output until a build has none', async () => {
    const files: Files = {
      ...TEA_HOUSE,
      'house-rules.mjs': [
        'export function register(svc) {',
        "  svc.resource({ id: 'A B_', title: 'Nameless', type: 'content' });",
        "  svc.filter('svc_mcp', () => { throw new Error('the kettle is empty'); });",
        '}',
        '',
      ].join('\n'),
    };
    const cwd = await builtSite(files);
    expect(text(cwd, 'out/.well-known/discovery.json')).not.toContain('kettle is empty');
    const { ok, errors, findings } = await validateIn(cwd);
    expect({ ok, errors }).toEqual({ ok: false, errors: 2 });
    expect(findings.map(({ rule, code }) => [rule, code])).toEqual([
      ['notices', 'hook-failed'],
      ['notices', 'resource-id'],
    ]);
    expect(findings[0]?.message).toBe('house-rules.mjs failed in svc_mcp: threw Error: the kettle is empty');
    expect((await runSvc(['validate'], { cwd })).code).toBe(1);
    // A module of that name stays loaded: another one takes its place.
    const config = String(TEA_HOUSE['svc.config.json']).replace('./house-rules.mjs', './no-rules.mjs');
    writeFiles(cwd, { 'no-rules.mjs': 'export function register() {}\n', 'svc.config.json': config });
    await build([], { cwd });
    expect(existsSync(join(cwd, '.svc', 'notices.json'))).toBe(false);
    expect(await validateIn(cwd)).toMatchObject({ ok: true, findings: [] });
  });

  it('of another folder are not told', async () => {
    const cwd = await builtSite(TEA_HOUSE);
    writeFiles(cwd, { '.svc/notices.json': '[{"level":"error","message":"boom"}]' });
    expect((await validateIn(cwd)).ok).toBe(false);
    const elsewhere = workspace({ '.svc/notices.json': '[{"level":"error","message":"boom"}]' });
    expect((await validateIn(elsewhere, [join(cwd, 'out')])).ok).toBe(true);
  });

  it('that cannot be read are as good as none', () => {
    for (const stored of ['', '{', '{}', 'null', '[null, 1, {"level": "loud", "message": "x"}]']) {
      expect(storedNotices(join(workspace({ 'notices.json': stored })))).toEqual([]);
    }
  });
});
