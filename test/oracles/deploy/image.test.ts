// The stages of the Dockerfile as steps, without Docker: a folder stands for each image.
import { chmodSync, chownSync, existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { workspace, writeFiles } from '../../support/build/workspace.js';
import { healthCommand, instructionsOf } from '../../support/deploy/dockerfile.js';
import { type Image, runStage, stagesOf, startIn, USER } from '../../support/deploy/image.js';
import { freePort } from '../../support/free-port.js';
import { NEWER_NODE, needs } from '../../support/needs.js';

const text = readFileSync('Dockerfile', 'utf8');
const SITE = {
  'content/kiln.md': '---\ntitle: Kiln\n---\n\nThe kiln is warm, and the cups are still inside of it.\n',
  'svc.config.json': '{"site":{"url":"https://kiln.example","name":"Kiln"},"source":"content"}',
};

describe('the image', needs(NEWER_NODE), () => {
  const images: Record<string, Image> = {};

  beforeAll(() => {
    for (const [name, instructions] of stagesOf(text)) {
      const root = workspace();
      chmodSync(root, 0o755);
      images[name] = runStage(instructions, root, images);
    }
  });

  /** A site is mounted at its current folder, and belongs to the user of the container. */
  function mounted(): Image {
    const image = images[''] as Image;
    const site = join(image.root, image.workdir);
    writeFiles(site, SITE);
    if (process.geteuid?.() === 0)
      for (const path of ['', 'content', ...Object.keys(SITE)]) chownSync(join(site, path), USER, USER);
    return image;
  }

  it('holds the program and what it needs, without sources and compilers', () => {
    const app = join(images['']?.root ?? '', 'app');
    expect(readdirSync(app).sort()).toEqual(
      ['LICENSE', 'bin', 'dist', 'node_modules', 'package.json', 'schemas', 'templates'].sort(),
    );
    const installed = (name: string) => existsSync(join(app, 'node_modules', name));
    const names = ['express', 'pg', 'sharp', 'ai', 'better-sqlite3', 'typescript', 'vitest'];
    expect(names.filter(installed)).toEqual(['express', 'pg', 'sharp', 'ai']);
  });

  it('names its version', async () => {
    const image = mounted();
    const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
    expect(await startIn(image, [...image.entrypoint, '--version']).done).toEqual({
      code: 0,
      text: `${version}\n`,
    });
  });

  it('builds the site that is mounted', async () => {
    const image = mounted();
    const { code, text: printed } = await startIn(image, [...image.entrypoint, 'build']).done;
    expect(code, printed).toBe(0);
    expect(readFileSync(join(image.root, image.workdir, 'out/kiln.md'), 'utf8')).toContain(
      'The kiln is warm',
    );
  });

  it('serves it, and its health check passes as soon as it does', async () => {
    const image = mounted();
    const SVC_PORT = String(await freePort());
    const check = () => startIn(image, healthCommand(instructionsOf(text)), { SVC_PORT }).done;
    expect((await check()).code).toBe(1);
    const server = startIn(image, [...image.entrypoint, ...image.cmd], { SVC_PORT });
    try {
      await expect.poll(check, { timeout: 60_000 }).toEqual({ code: 0, text: '' });
      const answer = () => fetch(`http://127.0.0.1:${SVC_PORT}/kiln.md`).then((one) => one.text());
      await expect.poll(answer, { timeout: 60_000 }).toContain('The kiln is warm');
    } finally {
      server.kill();
    }
    expect((await server.done).code).toBe(0);
  });
});
