/** Every ability that reads, through the REST API of a running sidecar, on both databases. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readAbilities } from '../../../../../src/sidecar/abilities/table.js';
import { LIGHTHOUSE } from '../../../../support/sidecar/abilities/read/lighthouse.js';
import { AdminClient, type Credentials } from '../../../../support/sidecar/server/admin/client.js';
import { serveSite, type TestSite } from '../../../../support/sidecar/server/serving.js';
import { postgres, sqlite } from '../../../../support/storage/databases.js';

/** Inputs as a query writes them. */
const QUERIES: Readonly<Record<string, readonly string[]>> = {
  'read-content-issues': ['', 'input[filter]=clear', 'input[per]=2&input[page]=2&input[issue]=words'],
  'read-terms': ['', 'input[post_type]=page&input[search]=a'],
  'read-request-log': [
    '',
    'input[verdict][]=0&input[verdict][]=refused&input[agent]=GPTBot&input[per_page]=3',
    `input=${encodeURIComponent('{"verdict":[0,"refused"],"endpoint":["llms.txt"]}')}`,
  ],
  'read-ai-traffic': ['', 'input[from]=2026-06-01&input[path]=posts'],
  'read-edge-traffic': ['', 'input[days]=30'],
  'read-search-visibility': ['', 'input[days]=90'],
  'read-google-index': ['', 'input[url]=/posts/fog/&input[problemsState]=crawled'],
  'read-search-performance': ['', 'input[source]=bing'],
  'read-search-opportunities': ['', 'input[source]=google'],
  'identify-bot': ['input[ip]=192.0.2.7'],
  'check-page': ['input[post_id]=11', 'input[post_id]=14'],
  'read-content': ['input[post_id]=11', 'input[post_id]=16'],
  'preview-schema': ['', 'input[post_id]=12'],
  'preview-markdown': ['input[post_id]=12'],
  'suggest-internal-links': ['input[post_id]=11'],
  'search-media': ['', 'input[undescribed]=true&input[mime]='],
};

describe.each([sqlite(), postgres()])('read abilities over REST on $name', (database) => {
  let site: TestSite;
  let client: AdminClient;
  let keeper: Credentials;
  let visitor: Credentials;

  beforeAll(async () => {
    await database.start();
    const address = await database.address();
    const config = { database: address, dnsServers: ['127.0.0.1:9'] };
    site = await serveSite({ files: { ...LIGHTHOUSE, 'public/note.txt': 'Mind the steps.\n' }, config });
    client = new AdminClient(site);
    keeper = await client.as('keeper', 'administrator', address);
    visitor = await client.as('visitor', 'subscriber', address);
    await site.ask('/llms.txt', { headers: { 'User-Agent': 'GPTBot/1.2' } });
  }, 120_000);

  afterAll(async () => {
    await site.serving.close();
    await database.stop();
  }, 60_000);

  const run = (slug: string, query: string, who: Credentials = keeper) =>
    client.call(
      'GET',
      `/../../wp-abilities/v1/abilities/svc/${slug}/run${query === '' ? '' : `?${query}`}`,
      who,
    );

  it.each(readAbilities.map(({ slug }) => slug))(
    '[5.1-run-route] %s answers',
    { timeout: 60_000 },
    async (slug) => {
      for (const query of QUERIES[slug] ?? ['']) {
        const reply = await run(slug, query);
        expect(reply.status, `${query} ${JSON.stringify(reply.body)} ${site.log.join('\n')}`).toBe(200);
      }
    },
  );

  it('read content of the running site', async () => {
    const content = await run('read-content', 'input[post_id]=14');
    expect(content.body).toMatchObject({ status: 'draft', content: '\nThe sea came up the stairs.\n' });
    const findings = await run('read-findings', '');
    expect(findings.body).toMatchObject({ failed: [] });
    const audience = await run('read-audience', '');
    expect(audience.body).toMatchObject({ machines: { enabled: true } });
  });

  it('refuse nobody’s requests and those of others', async () => {
    for (const { slug } of readAbilities) {
      const query = QUERIES[slug]?.[0] ?? '';
      expect((await run(slug, query, {})).code, slug).toBe('rest_ability_cannot_execute');
      expect((await run(slug, query, visitor)).status, slug).toBe(403);
    }
  });
});
