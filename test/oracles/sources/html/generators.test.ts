import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import remarkGfm from 'remark-gfm';
import remarkParse from 'remark-parse';
import remarkRehype from 'remark-rehype';
import { unified } from 'unified';
import { beforeAll, describe, expect, it } from 'vitest';
import type { BuildReport } from '../../../../src/build/report.js';
import { measure } from '../../../../src/content/fidelity/measure.js';
import { visibleText } from '../../../../src/content/html/text.js';
import { filesIn } from '../../../support/build/workspace.js';
import { build } from '../../../support/cli/run-svc.js';
import { needs } from '../../../support/needs.js';
import { generate, generators, installed } from '../../../support/sources/html/generators.js';

const markdown = unified().use(remarkParse).use(remarkGfm).use(remarkRehype);

/** The words that a reader of the text sees, by another way than the one that is tested. */
function wordsOf(path: string): string {
  const text = readFileSync(path, 'utf8')
    .replace(/^---\n[\s\S]*?\n---\n/, '')
    // Marks of the generator: kinds of boxes, names of headings, lines of code to show, the end of a teaser.
    .replace(/^:::.*$|<!-- more -->| \{#\w+\}$|(?<=^```\w+)\{.*\}$/gm, '');
  return visibleText(markdown.runSync(markdown.parse(text)), { alts: false });
}

describe.each(generators)('pages of $name', (generator) => {
  const { built, base, texts, furniture } = generator;

  describe('built here', needs(installed(generator)), () => {
    let site = '';
    let report: BuildReport;
    beforeAll(async () => {
      site = await generate(generator);
      report = await build(['--source', built, '--base-url', base, '--out', 'out'], { cwd: site });
    }, 120_000);

    it('are known as such', () => {
      expect(report.sources.map(({ type }) => type)).toEqual(['html']);
      expect(report.warnings.filter(({ skipped }) => skipped)).toEqual([]);
    });

    it('become exactly the twins of their texts', () => {
      const twins = filesIn(join(site, 'out')).filter(
        (file) => file.endsWith('.md') && !/^(?:sitemap|auth)\.md$/.test(file),
      );
      // The front page is at two names.
      expect(twins.sort()).toEqual([...Object.values(texts), '.md', 'index.md'].sort());
    });

    it.each(Object.entries(texts))('%s keeps at least 98 %% of its words', (source, twin) => {
      const seen = { pieces: [['page', wordsOf(join(site, source))]] as const, also: [] };
      const { counts } = measure(seen, readFileSync(join(site, 'out', twin), 'utf8'));
      expect(counts.words).toBeGreaterThan(0);
      expect(counts.lost / counts.words).toBeLessThanOrEqual(0.02);
    });

    it('leave no word of navigation, footers and banners in any file', () => {
      const textsIn = (folder: string, names: RegExp) =>
        filesIn(folder)
          .filter((file) => names.test(file))
          .map((file) => [file, readFileSync(join(folder, file), 'utf8')] as const);
      const pages = textsIn(join(site, built), /\.html$/);
      expect(pages.filter(([, text]) => furniture.test(text)).length).toBeGreaterThan(3);
      const files = textsIn(join(site, 'out'), /(?<!\.gz)$/);
      expect(files.filter(([, text]) => furniture.test(text))).toEqual([]);
      expect(files.length).toBeGreaterThan(5);
    });

    it('have titles, dates and addresses', () => {
      for (const twin of Object.values(texts)) {
        const text = readFileSync(join(site, 'out', twin), 'utf8');
        expect(text).toMatch(/^---\ntitle: ".+"\n/);
        expect(text).toContain(`canonical_url: "${base}/`);
        if (generator.name !== 'vitepress') expect(text).toMatch(/last_updated: "?2025-/);
      }
    });
  });
});
