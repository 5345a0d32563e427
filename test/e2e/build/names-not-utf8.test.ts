import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { text, workspace } from '../../support/build/workspace.js';
import { runSvc } from '../../support/cli/run-svc.js';

/** A path whose last name is in Latin-1, as on old servers. */
function latin(folder: string, name: string): Buffer {
  return Buffer.concat([Buffer.from(`${folder}/`), Buffer.from(name, 'latin1')]);
}

it.each(['augment', 'render'])(
  'leaves out what has a name in Latin-1, and says so: html: %s',
  async (html) => {
    const page =
      '<!doctype html><html><head><title>Quay</title></head><body><main><h1>Quay</h1><p>Where the boats lie.</p></main></body></html>';
    const cwd = workspace({
      'built/quay.html': page,
      'public/tide.txt': 'High at noon.\n',
      'svc.config.json': JSON.stringify({
        site: { url: 'https://harbour.example' },
        source: { type: 'html', path: 'built' },
        siteDir: 'built',
        publicDir: 'public',
        html,
      }),
    });
    const folder = latin(join(cwd, 'built'), 'jet\xe9e');
    mkdirSync(folder);
    writeFileSync(Buffer.concat([folder, Buffer.from('/index.html')]), page);
    writeFileSync(latin(join(cwd, 'built'), 'caf\xe9.html'), page);
    writeFileSync(latin(join(cwd, 'public'), 'carte-mar\xe9e.txt'), 'Map\n');
    const { stderr: err } = await runSvc(['build'], { cwd });
    expect(text(join(cwd, 'out/quay.html'))).toContain('Where the boats lie');
    expect(err).toMatch(/jet\uFFFDe: The name isn't UTF-8; it was left out/);
    expect(err).toMatch(/caf\uFFFD\.html: The name isn't UTF-8/);
    if (html === 'render') expect(err).toMatch(/carte-mar\uFFFDe\.txt: The name isn't UTF-8/);
    // The second run starts with the list of all files that it may read.
    expect((await runSvc(['build'], { cwd })).stderr).toContain('0 added, 0 changed');
  },
);
