import { describe, expect, it } from 'vitest';
import { formatReport } from '../../../../src/cli/format-report.js';
import { coloursOf } from '../../../../src/cli/print.js';
import { measure } from '../../../../src/content/fidelity/measure.js';
import { readSeenPage, seenBeside } from '../../../../src/content/fidelity/read-page.js';
import { SiteMeter, twinFrame } from '../../../../src/content/fidelity/site-meter.js';
import { seenOf } from '../../../../src/content/fidelity/source-text.js';
import type { VisiblePage } from '../../../../src/content/fidelity/visible-page.js';
import { parseDocument } from '../../../../src/content/html/parse.js';

const LOST = 'heron otter kingfisher';
const noPattern = { pattern: () => undefined };

function page(html: string): VisiblePage {
  const document = parseDocument(
    `<!doctype html><title>River</title><body><main><p>Kept text.</p>${html}</main>`,
  );
  return seenBeside(readSeenPage(document), ['River. Kept text.']);
}

function source(body: string, format: 'markdown' | 'wordpress' | 'html', ref = 'river.md'): VisiblePage {
  return seenOf({ body: `Kept text.\n\n${body}`, format, ref, title: 'River' }, noPattern, []);
}

const markdown = (body: string) => source(body, 'markdown');
const mdx = (body: string) => source(body, 'markdown', 'river.mdx');
const wordpress = (body: string) => source(body, 'wordpress');
const html = (body: string) => source(body, 'html');

/** What stands in a page or source and not in its twin, and what the report calls it. */
const PLANTED: readonly (readonly [name: string, read: (body: string) => VisiblePage, planted: string])[] = [
  ['p', page, `<p>${LOST}</p>`],
  ['dd', page, `<dl><dt>Kept</dt><dd>${LOST}</dd></dl>`],
  ['h1', page, `<h1>${LOST}</h1>`],
  ['pre', page, `<pre><code>${LOST}</code></pre>`],
  ['summary', page, `<details><summary>${LOST}</summary></details>`],
  ['details', page, `<details><summary>Kept</summary>${LOST}</details>`],
  ['figcaption', page, `<figure><img src="a.png"><figcaption>${LOST}</figcaption></figure>`],
  ['caption', page, `<table><caption>${LOST}</caption><tr><td>Kept</td></tr></table>`],
  ['tr', page, `<table><tr><td>heron</td><td>otter</td><td>kingfisher</td></tr></table>`],
  ['aside', page, `<aside>${LOST}</aside>`],
  ['div.related', page, `<div class="related">${LOST}</div>`],
  ['section.comments', page, `<section class="comments">${LOST}</section>`],
  ['my-card', page, `<my-card>${LOST}</my-card>`],
  ['blockquote', page, `<blockquote>${LOST}</blockquote>`],
  ['li', page, `<ul><li>${LOST}</li></ul>`],
  ['footer', page, `<article><footer>${LOST}</footer></article>`],
  ['object', page, '<object data="/plans/river.pdf"></object>'],
  ['iframe', page, '<iframe src="https://maps.example/river-map"></iframe>'],
  ['video', page, '<video><source src="otter.mp4"></video>'],
  ['paragraph', markdown, LOST],
  ['list item', markdown, `- Kept\n- ${LOST}`],
  ['table', markdown, `| ${LOST} |\n| --- |`],
  ['code block', markdown, `\`\`\`\n${LOST}\n\`\`\``],
  ['title of code', markdown, `\`\`\`js title="${LOST}"\nkept\n\`\`\``],
  ['{{< note >}}', markdown, `{{< note title="${LOST}" >}}`],
  ['{{< readfile >}}', markdown, '{{< readfile file="otters.md" >}}'],
  ['{% include %}', markdown, '{% include otters.html %}'],
  ['{{ site.data.otter }}', markdown, 'There are {{ site.data.otter }}.'],
  [':::tip', markdown, `:::tip ${LOST}\nKept\n:::`],
  ['!!! note', markdown, `!!! note "${LOST}"\n    Kept`],
  ['=== tab', markdown, `=== "${LOST}"\n    Kept`],
  ['<<<', markdown, '<<< @/snippets/otter.js'],
  ['![[', markdown, '![[otter-notes]]'],
  ['<Badge>', markdown, `<Badge text="${LOST}" />`],
  ['<MyCard>', mdx, `<MyCard title="${LOST}" href="/a" />`],
  ['<Testimonials>', mdx, '<Testimonials />'],
  ['{expression}', mdx, `{'${LOST}'}`],
  ['{props.count}', mdx, '{props.count}'],
  ['[box]', wordpress, `[box heading="${LOST}"]`],
  ['[gallery]', wordpress, '[gallery ids="1,2"]'],
  ['wp:acme/card', wordpress, `<!-- wp:acme/card {"heading":"${LOST}"} /-->`],
  ['wp:block', wordpress, `<!-- wp:block {"ref":7,"content":{"Lead":{"content":"${LOST}"}}} /-->`],
  ['li', html, `<ul><li>${LOST}</li></ul>`],
];

const report = {
  ok: true,
  dryRun: false,
  baseUrl: 'https://river.example',
  out: '/site/out',
  sources: [],
  entries: { page: 1 },
  hidden: {},
  skipped: 0,
  twins: 1,
  converted: 1,
  ...{ published: [], withdrawn: [], added: [], changed: [], removed: [], unchanged: 0 },
  ...{ warnings: [], notices: [], limits: [], timings: {} },
} as const;

/** The report of a site of one page, of which the twin has the first line alone. */
function reportOf(seen: VisiblePage) {
  const { counts, findings } = measure(seen, '# River\n\nKept text.\n');
  const meter = new SiteMeter();
  meter.add({ id: 1, url: 'https://river.example/a/', counts, findings });
  const fidelity = meter.result(twinFrame([], () => ''));
  const colours = coloursOf({ isTty: false, env: {} });
  return { counts, fidelity, text: formatReport({ ...report, fidelity }, { cwd: '/site', colours }) };
}

const hasText = (planted: string) => planted.includes('heron');

describe('a planted loss is in the report', () => {
  it.each(PLANTED)('%s', (name, read, planted) => {
    const { counts, fidelity, text } = reportOf(read(planted));
    expect(fidelity.vanished).toContainEqual({ name, count: 1 });
    expect(text).toContain(`${name} (1)`);
    expect(text.includes('heron otter kingfisher')).toBe(hasText(planted));
    expect(counts.lost >= 3).toBe(hasText(planted));
  });

  it.each(PLANTED)('%s, with the number of all of them', (name, read, planted) => {
    const between = read === page ? '<hr>' : '\n\n';
    const { fidelity, text } = reportOf(read([planted, planted, planted].join(between)));
    expect(fidelity.vanished).toContainEqual({ name, count: 3 });
    expect(text).toContain(`${name} (3)`);
  });

  it.each(PLANTED.filter(([, , planted]) => hasText(planted)))(
    '%s is none where the twin has the text',
    (name, read, planted) => {
      const { findings } = measure(read(planted), `# River\n\nKept text.\n\n${LOST}\n`);
      expect(findings?.vanished.map((one) => one.name) ?? []).not.toContain(name);
      expect(findings?.addedWords ?? []).toEqual([]);
    },
  );

  it('are more than thirty', () => {
    expect(PLANTED.length).toBeGreaterThan(30);
  });
});
