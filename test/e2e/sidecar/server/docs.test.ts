import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { startServe } from '../../../../src/cli/serve.js';
import { workspace } from '../../../support/build/workspace.js';
import { docExample } from '../../../support/cli/doc-example.js';
import { TEST_KEY } from '../../../support/cli/run-svc.js';
import { ask } from '../../../support/sidecar/server/http.js';
import { NOW } from '../../../support/sidecar/server/serving.js';

const PAGE = 'docs/serve.md';

/** What differs from run to run. */
function steady(text: string): string {
  return text
    .replace(/in \d+\.\d s/, 'in 0.6 s')
    .replace(/link=[\w-]+/g, 'link=Zq3…')
    .replace(/http:\/\/127\.0\.0\.1:\d+/g, 'http://127.0.0.1:8787');
}

it('docs/serve.md shows what is printed and answered', async () => {
  const folder = workspace();
  // What earlier runs have left there is no part of the example.
  for (const name of ['content', 'public', 'svc.config.json']) {
    cpSync(join('fixtures/example', name), join(folder, 'fixtures/example', name), { recursive: true });
  }
  let printed = '';
  const serving = await startServe(
    { config: 'fixtures/example/svc.config.json', port: '0' },
    {
      env: { SOURCE_DATE_EPOCH: String(NOW), SVC_SIGNING_KEY: TEST_KEY },
      cwd: folder,
      out: () => undefined,
      err: (text) => {
        printed += text;
      },
      isTty: false,
    },
  );
  try {
    const { url, report } = serving;
    const start = `$ svc serve --config fixtures/example/svc.config.json\n${printed}Serving ${report.baseUrl} at ${url} (Ctrl-C ends it)\n`;
    expect(docExample(PAGE, 'start', steady(start))).toBe(steady(start));
    const answer = await ask(url, '/about/', { headers: { Accept: 'text/markdown' } });
    const shown = ['content-type', 'vary', 'cache-control', 'etag', 'link'].map((name) =>
      name === 'link'
        ? answer.links.map((link) => `link: ${link}`).join('\n')
        : `${name}: ${answer.headers[name]}`,
    );
    const lines = answer.text.split('\n').slice(0, 9).join('\n');
    const page = `$ curl -i -H 'Accept: text/markdown' http://127.0.0.1:8787/about/\nHTTP/1.1 200 OK\n${shown.join('\n')}\n\n${lines}\n…\n`;
    expect(docExample(PAGE, 'page', page)).toBe(page);
  } finally {
    await serving.close();
  }
});
