/** Kinds of faults that users have reported of tools like this one, each as a small site of siblings. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import type { BuildReport } from '../../../src/build/report.js';
import { type Item, wxr } from '../build/export.js';
import { type Files, filesIn, text, workspace } from '../build/workspace.js';
import { build } from '../cli/run-svc.js';
import { dump, post } from '../sources/ghost/read-export.js';

/** A site that has been built, looked at for one of its pages. */
interface Built {
  readonly cwd: string;
  readonly report: BuildReport;
  /** Of the twin, from the output. */
  readonly twin: string;
}

/** Something that must hold for a page. */
export type Check = (built: Built) => void;

/** A page of the site, and what must hold for it. */
export type Sibling<Input> = readonly [what: string, input: Input, ...checks: readonly Check[]];

const twinOf = ({ cwd, twin }: Built) => text(cwd, 'out', twin);
const indexOf = ({ cwd }: Built) => text(cwd, 'out/llms.txt');
const outputOf = ({ cwd }: Built) =>
  filesIn(join(cwd, 'out'))
    .filter((file) => !file.endsWith('.gz'))
    .map((file) => `${file}\n${text(cwd, 'out', file)}`)
    .join('\n');

/** The twin has a text, or matches a pattern. */
export const has = (wanted: string | RegExp): Check => checkFor(twinOf, wanted);
/** The twin has it not. */
export const lacks = (wanted: string | RegExp): Check => checkAgainst(twinOf, wanted);
/** `llms.txt` has it. */
export const listed = (wanted: string | RegExp): Check => checkFor(indexOf, wanted);
/** `llms.txt` has it not. */
export const notListed = (wanted: string | RegExp): Check => checkAgainst(indexOf, wanted);
/** Some file of the output has it. */
export const anywhere = (wanted: string | RegExp): Check => checkFor(outputOf, wanted);
/** No file of the output has it, nor any name of one. */
export const nowhere = (wanted: string | RegExp): Check => checkAgainst(outputOf, wanted);
/** A warning of the build says it. */
export const warned = (wanted: RegExp): Check =>
  checkFor(({ report }) => JSON.stringify(report.warnings), wanted);
/** There is no twin. */
export const withheld: Check = ({ cwd, twin }) => expect(existsSync(join(cwd, 'out', twin))).toBe(false);
/** Looks at another twin. */
export const at =
  (twin: string, check: Check): Check =>
  (built) =>
    check({ ...built, twin });

function checkFor(textOf: (built: Built) => string, wanted: string | RegExp): Check {
  return (built) => expect(textOf(built)).toMatch(wanted);
}

function checkAgainst(textOf: (built: Built) => string, wanted: string | RegExp): Check {
  return (built) => expect(textOf(built)).not.toMatch(wanted);
}

/** How siblings become a site. */
export interface SiteOf<Input> {
  readonly args: readonly string[];
  files(inputs: readonly Input[]): Files;
}

const BASE = ['--base-url', 'https://tern.example'];
const named = <Input>(inputs: readonly Input[], fileOf: (input: Input, name: string) => [string, string]) =>
  Object.fromEntries(inputs.map((input, number) => fileOf(input, `page-${number}`)));

const INTRO = 'Terns breed on islands in the north and spend the winter at the other end of the world.';

/** Built pages; a page is the content of `main`, or a whole document. */
export const SITE: SiteOf<string> = {
  args: ['--site', 'site', '--out', 'out', ...BASE],
  files: (inputs) => ({
    'site/index.html': document('Start', `<p>${INTRO}</p>`),
    ...named(inputs, (html, name) => [
      `site/${name}/index.html`,
      html.startsWith('<!') ? html : document(`Title of ${name}`, html),
    ]),
  }),
};

/** A page of a site with a frame. */
export function document(title: string, main: string, head = ''): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title}</title>${head}</head><body><header><nav><a href="/">Start</a></nav></header><main><h1>${title}</h1>${main}</main><footer>© Island</footer></body></html>`;
}

/** A content folder of Markdown; a page is a file, or several by name. */
export function folderOf(extension = 'md', more: Files = {}): SiteOf<string | Files> {
  return {
    args: ['--source', 'content', ...BASE],
    files: (inputs) => ({
      ...more,
      ...Object.fromEntries(
        inputs.flatMap((input, number) =>
          typeof input === 'string'
            ? [[`content/page-${number}.${extension}`, input] as const]
            : Object.entries(input).map(([path, content]) => [`content/${path}`, content] as const),
        ),
      ),
    }),
  };
}

/** A WordPress export; a page is what an item has of its own. */
export const WORDPRESS: SiteOf<Partial<Item> | string> = {
  args: ['--source', 'export.xml', ...BASE],
  files: (inputs) => ({
    'export.xml': wxr(
      inputs.map((input, number) => ({
        id: number + 1,
        slug: `page-${number}`,
        title: `Page ${number}`,
        ...(typeof input === 'string' ? { body: input } : input),
      })),
    ),
  }),
};

/** A Ghost export; a page is what a post has of its own. */
export const GHOST: SiteOf<Readonly<Record<string, unknown>>> = {
  args: ['--source', 'ghost.json', ...BASE],
  files: (inputs) => ({
    'ghost.json': dump({
      posts: inputs.map((input, number) =>
        post({ id: `post-${number}`, slug: `page-${number}`, title: `Page ${number}`, ...input }),
      ),
    }),
  }),
};

/** Builds the siblings of a kind as one site, and checks each. */
export function describeKind<Input>(
  title: string,
  site: SiteOf<Input>,
  siblings: readonly Sibling<Input>[],
): void {
  describe(title, () => {
    let built: Omit<Built, 'twin'>;

    beforeAll(async () => {
      const cwd = workspace(site.files(siblings.map(([, input]) => input)));
      built = { cwd, report: await build(site.args, { cwd }) };
    });

    it.each(siblings.map(([what, , ...checks], number) => ({ what, checks, number })))(
      '$what',
      ({ checks, number }) => {
        expect(siblings.length).toBeGreaterThanOrEqual(3);
        for (const check of checks) check({ ...built, twin: `page-${number}.md` });
      },
    );
  });
}
