import { writeFiles } from '../../../build/workspace.js';
import { BASE, digestOf, type SiteCopy } from '../site.js';
import { CARD, DISCOVERY, type Json, KEYS, MCP, type Mutation, SKILL, SKILLS } from './mutation.js';

/** What readers trust: nothing private, signatures, digests, issuers. */
export const trustMutations: readonly Mutation[] = [
  // Nothing private.
  {
    rule: 'M13',
    code: 'secret',
    what: 'a token',
    break: (s) => s.editJson(MCP, (m) => Object.assign(m, { description: 'use svcoa_Zm9vYmFyYmF6' })),
  },
  {
    rule: 'M13',
    code: 'secret',
    what: 'a private key',
    break: (s) => s.edit('auth.md', (text) => `${text}\n-----BEGIN PRIVATE KEY-----\n`),
  },
  {
    rule: 'M13',
    code: 'secret',
    what: 'a path of a machine',
    pointer: '/site/description',
    break: (s) =>
      s.editJson(DISCOVERY, (d) => Object.assign(d.site, { description: 'Built in /home/mia/site' })),
  },
  {
    rule: 'M13',
    code: 'secret',
    what: 'an internal host',
    break: (s) =>
      s.editJson(DISCOVERY, (d) =>
        Object.assign(d.resources[0].endpoints[0], { url: 'http://10.0.0.7:8080/api' }),
      ),
  },
  {
    rule: 'M13',
    code: 'secret',
    what: 'a nonce',
    break: (s) => s.editJson(DISCOVERY, (d) => Object.assign(d.trust, { nonce: 'a1b2c3' })),
  },
  {
    rule: 'M13',
    code: 'secret',
    what: 'an address with a password',
    break: (s) =>
      s.editJson(CARD, (c) => Object.assign(c, { documentationUrl: 'https://mia:kettle@tea.example/' })),
  },
  {
    rule: 'M13',
    code: 'private-key',
    what: 'the private part of the key',
    break: (s) =>
      s.editJson(KEYS, (k) => Object.assign(k.keys[0], { d: 'nWGxne_9WmC6hEr0kuwsxERJxWl7MmkZcDusAxyuf2A' })),
  },
  {
    rule: 'M14',
    code: 'suppressed-resource',
    what: 'a suppressed resource',
    break: (s) => s.editJson(DISCOVERY, (d) => d.resources.push({ ...shop(d), id: 'night-club' })),
  },
  // Trust and signatures.
  { rule: 'trust', code: 'trust-signed', what: 'signed without keys', break: (s) => s.remove(KEYS) },
  {
    rule: 'trust',
    code: 'trust-keys',
    what: 'no address of the keys',
    break: (s) => s.editJson(DISCOVERY, (d) => delete d.trust.jwks_uri),
  },
  {
    rule: 'signatures',
    code: 'signed-size',
    what: 'one more byte',
    file: MCP,
    break: (s) => s.edit(MCP, (text) => `${text}\n`),
  },
  {
    rule: 'signatures',
    code: 'signed-size',
    what: 'a file of another size',
    file: CARD,
    break: (s) => s.edit(CARD, (text) => `${text} `),
  },
  {
    rule: 'signatures',
    code: 'signature-digest-mismatch',
    what: 'a byte turned over',
    file: DISCOVERY,
    break: (s) => s.edit(DISCOVERY, (text) => text.replace('Leaves', 'Loaves')),
  },
  {
    rule: 'signatures',
    code: 'signature-bad-signature',
    what: 'the digest adapted too',
    file: MCP,
    break: forge,
  },
  {
    rule: 'signatures',
    code: 'signature-expired',
    what: 'a deployment that grew old',
    now: 1_782_986_400 + 91 * 86_400,
    break: () => {},
  },
  {
    rule: 'signatures',
    code: 'signature-unknown-key',
    what: 'another key published',
    break: (s) => s.editJson(KEYS, (k) => Object.assign(k.keys[0], { kid: 'x'.repeat(43) })),
  },
  {
    rule: 'signatures',
    code: 'signature-unsigned',
    what: 'no signature in the headers',
    break: (s) =>
      s.editHeaders(
        (h) => delete h.signed[0].headers.Signature && delete h.signed[0].headers['Signature-Input'],
      ),
  },
  {
    rule: 'signatures',
    code: 'unsigned',
    what: 'nothing signed',
    break: (s) => s.editHeaders((h) => Object.assign(h, { signed: [] })),
  },
  {
    rule: 'signatures',
    code: 'signed-missing',
    what: 'a signed document left out',
    file: MCP,
    break: (s) => s.remove(MCP),
  },
  {
    rule: 'S1',
    code: 'link-header',
    what: 'no link to the master index',
    break: (s) => s.editHeaders((h) => Object.assign(h.pages, { links: [] })),
  },
  {
    rule: 'S1',
    code: 'link-header',
    what: 'a link to nowhere',
    break: (s) => s.editHeaders((h) => h.pages.links.push(`<${BASE}/nowhere.json>; rel="describedby"`)),
  },
  {
    rule: 'headers',
    code: 'headers-base',
    what: 'headers of another site',
    break: (s) => s.editHeaders((h) => Object.assign(h, { baseUrl: 'https://else.example' })),
  },
  {
    rule: 'headers',
    code: 'headers-file',
    what: 'headers of a file that is not there',
    break: (s) => s.editHeaders((h) => h.rules.push({ path: '/old.md', file: 'old.md' })),
  },
  {
    rule: 'headers',
    code: 'headers-base',
    what: 'headers that are no JSON',
    break: (s) => writeFiles(s.cwd, { 'deploy/headers.json': '{' }),
  },
  // Skills and sign-in.
  {
    rule: 'skills',
    code: 'skill-digest',
    what: 'a skill changed after the build',
    file: SKILLS,
    break: (s) => s.edit(SKILL, (text) => text.replaceAll('\n', '\r\n')),
  },
  {
    rule: 'skills',
    code: 'skill-name',
    what: 'a skill under another name',
    file: SKILL,
    break: (s) => {
      s.edit(SKILL, (text) => text.replace('name: find-tea', 'name: find-coffee'));
      s.editBytes(SKILLS, (bytes) => {
        const index = JSON.parse(bytes.toString('utf8')) as { skills: { digest: string }[] };
        Object.assign(index.skills[0] ?? {}, { digest: digestOf(Buffer.from(skillText(s))) });
        return Buffer.from(JSON.stringify(index));
      });
    },
  },
  {
    rule: 'links',
    code: 'link-lost',
    what: 'a skill that is not there',
    file: SKILLS,
    break: (s) => s.remove(SKILL),
  },
  {
    rule: 'oauth',
    code: 'oauth-issuer',
    what: 'another issuer',
    break: (s) =>
      s.editJson('.well-known/oauth-authorization-server/svc/mcp', (m) =>
        Object.assign(m, { issuer: `${BASE}/svc` }),
      ),
  },
  {
    rule: 'oauth',
    code: 'oauth-server-lost',
    what: 'a server without metadata',
    break: (s) =>
      s.editJson('.well-known/oauth-protected-resource/svc/mcp', (m) =>
        Object.assign(m, { authorization_servers: [`${BASE}/svc/else`] }),
      ),
  },
  {
    rule: 'schema',
    code: 'schema',
    what: 'metadata without an endpoint for tokens',
    file: '.well-known/oauth-authorization-server/svc/mcp',
    break: (s) =>
      s.editJson('.well-known/oauth-authorization-server/svc/mcp', (m) => delete m.token_endpoint),
  },
];

function shop(discovery: Json): Json {
  return discovery.resources.find((one: { id: string }) => one.id === 'tea-shop');
}

function forge(site: SiteCopy): void {
  site.edit(MCP, (text) => text.replace('"status"', '"Status"'));
  const bytes = Buffer.from(site.read(MCP));
  const digest = `sha-256=:${Buffer.from(digestOf(bytes).slice(7), 'hex').toString('base64')}:`;
  site.editHeaders((headers) => {
    const rule = headers.signed.find(({ file }: { file: string }) => file === MCP);
    rule.headers['Content-Digest'] = digest;
  });
}

function skillText(site: SiteCopy): string {
  return site.read(SKILL);
}
