import { execFileSync } from 'node:child_process';
import { readFileSync, symlinkSync } from 'node:fs';
import { join, resolve } from 'node:path';
// @ts-expect-error: it has no types.
import Validator from '@adobe/structured-data-validator';
import { describe, expect, it } from 'vitest';
import { shop } from '../../../support/build/shop.js';
import { filesIn, text, workspace, writeFiles } from '../../../support/build/workspace.js';
import { build, failBuild, runSvc } from '../../../support/cli/run-svc.js';

const SETTINGS = JSON.stringify({ post_types: ['post', 'page', 'product'] });
const config = (options: object, path = 'export.xml') =>
  JSON.stringify({
    site: { url: 'https://tea.example' },
    source: { type: path === 'export.xml' ? 'wxr' : 'files', path, options },
    html: 'render',
    out: 'out',
  });

async function built(options: object = { currency: 'EUR' }) {
  const cwd = workspace({
    'export.xml': shop(),
    'svc.settings.json': SETTINGS,
    'svc.config.json': config(options),
  });
  return { cwd, report: await build([], { cwd }) };
}

/** The node of the product in the structured data of a page. */
function productOf(cwd: string, page: string): Record<string, unknown> {
  const [, json = ''] =
    /<script type="application\/ld\+json">(.*?)<\/script>/.exec(text(cwd, 'out', page)) ?? [];
  const { '@graph': graph } = JSON.parse(json) as { '@graph': Record<string, unknown>[] };
  return graph.find((node) => node['@type'] === 'Product') ?? {};
}

describe('products of WooCommerce', async () => {
  const { cwd, report } = await built();

  it('have what their page shows in the twin', () => {
    const twin = text(cwd, 'out/product/mug.md');
    expect(twin).toContain('A mug for');
    expect(twin).toContain('Fired twice.\n\nHolds **300 ml**.');
    for (const row of [
      /Price\**\s*\| 14\.50 EUR \(regular price 18\.00 EUR\)/,
      /Availability\**\s*\| In stock/,
      /SKU\**\s*\| MUG-1/,
      /GTIN\**\s*\| 4006381333931/,
      /Brand\**\s*\| Loft Pottery/,
      /Volume\**\s*\| 300 ml[\s\S]*Glaze\**\s*\| Sea green/,
      /Categories\**\s*\| Kitchen & galley/,
      /Tags\**\s*\| Blue/,
    ]) {
      expect(twin).toMatch(row);
    }
    expect(twin).toContain('https://tea.example/wp-content/uploads/32.jpg');
  });

  it('with variations have the range of their prices and the choices', () => {
    const twin = text(cwd, 'out/product/jumper.md');
    expect(twin).toMatch(/Price\**\s*\| 45 to 60 EUR/);
    expect(twin).toMatch(/Availability\**\s*\| On backorder/);
    expect(twin).toMatch(/Size\**\s*\| S, M/);
    expect(twin).toMatch(/Knit\**\s*\| Plain, Cable/);
  });

  it('are products with offers in the structured data', () => {
    expect(productOf(cwd, 'product/mug/index.html')).toMatchObject({
      name: 'Harbour mug',
      sku: 'MUG-1',
      gtin: '4006381333931',
      brand: { '@type': 'Brand', name: 'Loft Pottery' },
      category: 'Kitchen & galley',
      image: [30, 31, 32].map((id) => `https://tea.example/wp-content/uploads/${id}.jpg`),
      offers: {
        '@type': 'Offer',
        price: '14.50',
        priceCurrency: 'EUR',
        availability: 'https://schema.org/InStock',
        priceValidUntil: '2027-01-15',
      },
    });
    expect(productOf(cwd, 'product/jumper/index.html')).toMatchObject({
      offers: { '@type': 'AggregateOffer', lowPrice: '45', highPrice: '60', priceCurrency: 'EUR' },
    });
    expect(productOf(cwd, 'catalogue/index.html')).not.toHaveProperty('offers');
  });

  it('have structured data of the types of schema.org', () => {
    const folder = workspace();
    symlinkSync(resolve('node_modules'), join(folder, 'node_modules'));
    const nodes = ['product/mug', 'product/jumper', 'catalogue'].map((page, i) => {
      const node = productOf(cwd, `${page}/index.html`);
      return `export const p${i}: Product = ${JSON.stringify(node)};`;
    });
    writeFiles(folder, { 'p.ts': `import type { Product } from 'schema-dts';\n${nodes.join('\n')}\n` });
    const flags =
      '--ignoreConfig --noEmit --strict --skipLibCheck --module nodenext --moduleResolution nodenext';
    const tsc = () =>
      execFileSync(resolve('node_modules/.bin/tsc'), [...flags.split(' '), 'p.ts'], { cwd: folder });
    expect(tsc).not.toThrow();
  });

  it('fulfil the rules of rich results for products and offers', async () => {
    const errorsOf = async (node: object) => {
      const data = {
        jsonld: { Product: [{ '@context': 'https://schema.org/', ...node }] },
        microdata: {},
        rdfa: {},
      };
      const issues: { severity: string; issueMessage: string }[] = await new Validator().validate(data);
      return issues.flatMap(({ severity, issueMessage }) => (severity === 'ERROR' ? issueMessage : []));
    };
    const mug = productOf(cwd, 'product/mug/index.html');
    expect(await errorsOf(mug)).toEqual([]);
    // The shop has no picture of it.
    expect(await errorsOf(productOf(cwd, 'product/jumper/index.html'))).toEqual([
      'Required attribute "image" is missing',
    ]);
    expect(await errorsOf({ ...mug, name: undefined, offers: { '@type': 'Offer' } })).toHaveLength(2);
  });

  it('that the shop hides, and what only buyers get, are nowhere', () => {
    expect(report.hidden).toMatchObject({ status: 1, protected: 1, noindex: 2 });
    const leaks = filesIn(join(cwd, 'out')).filter((file) =>
      /CANARY|4711/.test(readFileSync(join(cwd, 'out', file), 'latin1')),
    );
    expect(leaks).toEqual([]);
  });
});

it('without a currency state prices and no offers, and a warning names the option', async () => {
  const { cwd, report } = await built({});
  expect(text(cwd, 'out/product/mug.md')).toMatch(/Price\**\s*\| 14\.50 \(regular price 18\.00\)/);
  expect(productOf(cwd, 'product/mug/index.html')).not.toHaveProperty('offers');
  const warning = report.warnings.find(({ code }) => code === 'wxr-currency');
  expect(warning?.fix).toContain('"currency"');
});

it('a currency that is none, and an unknown option, are errors with their names', async () => {
  const failure = (options: object) =>
    failBuild([], { cwd: workspace({ 'export.xml': shop(), 'svc.config.json': config(options) }) });
  expect((await failure({ currency: 'Euro' })).error).toMatchObject({ field: 'source.currency' });
  expect((await failure({ curency: 'EUR' })).error['fix']).toContain('Did you mean "currency"?');
});

it('products of a type that is not chosen are named with the setting', async () => {
  const cwd = workspace({ 'export.xml': shop(), 'svc.config.json': config({}) });
  const { warnings } = await build([], { cwd });
  expect(warnings.find(({ code }) => code === 'products-left-out')?.fix).toContain('"product"');
});

it('an imported folder gives the same twins and structured data', async () => {
  const { cwd } = await built();
  const imported = await runSvc(['import', 'export.xml', '--to', 'content'], { cwd });
  expect(imported.code, imported.stderr).toBe(0);
  const other = workspace({
    'svc.settings.json': SETTINGS,
    'svc.config.json': config({}, join(cwd, 'content')),
  });
  await build([], { cwd: other });
  expect(productOf(other, 'product/jumper/index.html')['additionalProperty']).toHaveLength(2);
  expect(text(other, 'out/product/jumper.md')).toContain('45 to 60');
});
