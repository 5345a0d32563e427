import { execFile } from 'node:child_process';
import { cpSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { workspace } from '../../build/workspace.js';
import { file, type Need } from '../../needs.js';

/** A real generator, its site in `fixtures/generators/`, and where the pages of its texts come to lie. */
export interface Generator {
  readonly name: string;
  /** Folder whose `node_modules` has it. */
  readonly home: string;
  /** Its program inside `node_modules`. */
  readonly program: string;
  readonly args: readonly string[];
  /** Folder of the built pages inside the site. */
  readonly built: string;
  /** Address of the site that the build is for. */
  readonly base: string;
  /** Words of its navigation, side bars and footers. */
  readonly furniture: RegExp;
  /** Twin by text; both inside of their folders. */
  readonly texts: Readonly<Record<string, string>>;
}

/** Generators too large for every checkout: `npm run test:all` installs them. */
const OWN_HOME = 'test/generators';

/** What layouts of our own say outside of the text. */
const MARKED = /NAVWORD/i;

export const generators: readonly Generator[] = [
  {
    name: 'eleventy',
    home: '.',
    program: '@11ty/eleventy/cmd.cjs',
    args: ['--quiet'],
    built: '_site',
    base: 'https://heron.example',
    furniture: MARKED,
    texts: {
      'log/dawn.md': 'log/dawn.md',
      'log/ladder.md': 'log/ladder.md',
      'log/fog.md': 'log/fog.md',
    },
  },
  {
    name: 'hexo',
    home: OWN_HOME,
    program: 'hexo/bin/hexo',
    args: ['generate', '--silent'],
    built: 'public',
    base: 'https://lantern.example',
    // Its theme is that of the package, whose words nobody can choose.
    furniture: /Newer|Older|Tag Cloud|Recent Posts|Powered by/,
    texts: {
      'source/_posts/the-crooked-lamp.md': '2025/01/03/the-crooked-lamp.md',
      'source/_posts/the-pump.md': '2025/02/03/the-pump.md',
      'source/_posts/forty-doors.md': '2025/03/03/forty-doors.md',
      'source/about/index.md': 'about.md',
    },
  },
  {
    name: 'vitepress',
    home: OWN_HOME,
    program: 'vitepress/bin/vitepress.js',
    args: ['build', 'docs'],
    built: 'docs/.vitepress/dist',
    base: 'https://kiln.example',
    furniture: MARKED,
    texts: {
      'docs/guide/firing.md': 'guide/firing.html.md',
      'docs/guide/glazes.md': 'guide/glazes.html.md',
    },
  },
];

/** What a test needs that runs the generator. */
export function installed({ home, program }: Generator): Need {
  return file(join(home, 'node_modules', program), 'npm run test:all installs it');
}

/**
 * Builds the generator's site in a folder of its own.
 * @returns folder of the site, with the built pages in `generator.built`
 */
export async function generate({ name, home, program, args }: Generator): Promise<string> {
  const site = workspace();
  cpSync(resolve('fixtures/generators', name), site, { recursive: true });
  const modules = resolve(home, 'node_modules');
  symlinkSync(modules, join(site, 'node_modules'));
  const manifest = resolve(home, 'package.json');
  if (home === OWN_HOME) cpSync(manifest, join(site, 'package.json'));
  else writeFileSync(join(site, 'package.json'), '{"type": "module"}\n');
  await promisify(execFile)(process.execPath, [join(modules, program), ...args], {
    cwd: site,
    env: { ...process.env, NODE_ENV: 'production', SOURCE_DATE_EPOCH: '1780000000' },
  });
  return site;
}
