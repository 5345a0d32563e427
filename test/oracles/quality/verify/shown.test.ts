import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Files } from '../../../support/build/workspace.js';
import { Deployment, headerOf, type Tamper, withText } from '../../../support/quality/verify/site.js';

/** Parts that a site shows to members alone, as its twins have them by mistake. */
const LEAKS: Readonly<Record<string, string>> = {
  paragraph: 'The harbour master keeps a second key under the blue lamp.',
  list: '- Members enter by the north gate after nine.\n- Everybody else by the south gate.',
  table: '| Item | Price for members |\n|---|---|\n| A coil of rope | eleven crowns and a half |',
  heading: '## The prices for members of the guild this year\n\nAsk at the desk.',
  quote: '> Only the crew may read this line of the log.',
  code: '```\nunlock --with "the third tide of the month"\n```',
  link: 'The [list of all the wrecks](https://x.example/wrecks) lies in the [chest of drawers](https://x.example/chest).',
  emphasis: 'The crew *never* says **where the anchor** of the old ferry lies.',
  long: `${'The crew counts the ropes of the quay and writes them down. '.repeat(3)}Twelve of them are sold in secret.`,
  japanese: 'この行は会員だけが読めます。鍵は青いランプの下です。',
};

function site(url: string): Files {
  const pages = Object.entries(LEAKS).map(([name, leak], at) => [
    `content/${name}.md`,
    `---\ntitle: About the ${name}\nid: ${at + 1}\ntype: page\ndescription: What there is to say of the ${name}\n---\n\nEverybody may read about the ${name} here.\n\n${leak}\n`,
  ]);
  return {
    'svc.config.json': JSON.stringify({ site: { url, name: 'Guild' }, source: 'content', html: 'render' }),
    ...Object.fromEntries(pages),
  };
}

/** Takes the part for members out of one page, as a membership plugin does. */
function gated(name: string): Tamper {
  return (request, answer) => {
    const isPage = request.url === `/${name}/` && headerOf(answer, 'content-type').startsWith('text/html');
    if (!isPage) return answer;
    return withText(answer, (html) =>
      html.replace(/(<div class="body">\s*<p>[\s\S]*?<\/p>)[\s\S]*?(?=<\/main>)/, '$1<p>Join us.</p></div>'),
    );
  };
}

let deployment: Deployment;
beforeAll(async () => {
  deployment = await Deployment.start(site);
});
afterAll(() => deployment?.close());

const shownOf = ({ checks }: Awaited<ReturnType<Deployment['verify']>>) =>
  checks.find(({ id }) => id === 'shown');

describe('svc verify compares every twin with its page', () => {
  it('and has nothing to say of a site whose pages show everything', async () => {
    const report = shownOf(await deployment.verify());
    expect(report).toMatchObject({ status: 'pass', detail: '10 twins compared with the page', findings: [] });
  });

  it.each(Object.keys(LEAKS))('and finds what the page about the %s hides from visitors', async (name) => {
    const report = await deployment.verifyWith(gated(name));
    const check = shownOf(report);
    expect(check?.status).toBe('fail');
    expect(check?.findings.map(({ code, urls }) => [code, ...urls])).toContainEqual([
      'text-not-shown',
      `${deployment.url}/${name}.md`,
    ]);
    expect(check?.findings.flatMap(({ urls }) => urls).every((url) => url.endsWith(`/${name}.md`))).toBe(
      true,
    );
    expect(report.ok).toBe(false);
  });

  it('but not a page that scripts fill', async () => {
    const shell =
      '<!doctype html><html><title>x</title><div id="app"></div><script src="/app.js"></script></html>';
    const report = shownOf(
      await deployment.verifyWith((request, answer) =>
        request.url === '/list/' && headerOf(answer, 'content-type').startsWith('text/html')
          ? withText(answer, () => shell)
          : answer,
      ),
    );
    expect(report?.findings.map(({ code }) => code)).toEqual(['page-filled-by-script']);
  });
});

/** Real content, with all that people write: players, tables, code, task lists, footnotes. */
const REAL = [
  '../shared/data/themeunittestdata.wordpress.xml',
  '../shared/data/jekyll-docs',
  '../shared/data/sites/mkdocs-material/source',
];

describe('svc verify has nothing to say of a real site that we render', () => {
  it.skipIf(!existsSync(REAL[0] ?? '')).each(REAL)('%s', async (source) => {
    const real = await Deployment.start((url) => ({
      'svc.config.json': JSON.stringify({
        site: { url, name: 'Guild' },
        source: resolve(source),
        html: 'render',
      }),
    }));
    try {
      expect(shownOf(await real.verify())).toMatchObject({ status: 'pass', findings: [] });
    } finally {
      await real.close();
    }
  });
});
