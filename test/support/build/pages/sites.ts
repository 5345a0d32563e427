import { resolve } from 'node:path';
import { build } from '../../cli/run-svc.js';
import { needs, sharedData } from '../../needs.js';
import { filesIn, text, workspace } from '../workspace.js';

/** A site to render, and where its pictures are. */
export interface TestSite {
  readonly name: string;
  readonly source: string;
  readonly publicDir?: string;
  readonly site?: Readonly<Record<string, string>>;
}

const example = {
  name: 'Skerrywick Light',
  description: 'A small museum in a lighthouse, on an island with more seals than people.',
};

/** Sites that we wrote. */
export const OWN_SITES: readonly TestSite[] = [
  {
    name: 'the example',
    source: resolve('fixtures/example/content'),
    publicDir: resolve('fixtures/example/public'),
    site: example,
  },
  ...['workshop-part-1', 'workshop-part-2', 'extensions', 'awkward'].map((name) => ({
    name: `${name}.xml`,
    source: resolve(`fixtures/wxr/${name}.xml`),
  })),
];

/** Sites of others, which are not part of this project. */
export const REAL_SITES: readonly TestSite[] = [
  { name: 'a real WordPress export', source: '../shared/data/themeunittestdata.wordpress.xml' },
  { name: 'a real documentation', source: '../shared/data/jekyll-docs', site: { name: 'Docs' } },
];

/** All sites, each with the options of its tests: sites of others may be absent. */
export const SITES = [
  ...OWN_SITES.map((site) => ({ ...site, options: needs() })),
  ...REAL_SITES.map((site) => ({ ...site, options: needs(sharedData(site.source)) })),
];

/** Renders a site. @returns the output folder */
export async function render({ source, publicDir, site }: TestSite, profile = 'default'): Promise<string> {
  const setup = {
    site: { url: 'https://example.org', ...site },
    source: resolve(source),
    publicDir,
    html: 'render',
    profile,
  };
  const cwd = workspace({ 'svc.config.json': JSON.stringify(setup) });
  await build([], { cwd });
  return `${cwd}/out`;
}

/** Every page of a rendered site, by its file. */
export function pagesOf(out: string): ReadonlyMap<string, string> {
  return new Map(
    filesIn(out)
      .filter((file) => file.endsWith('.html'))
      .map((file) => [file, text(out, file)]),
  );
}
