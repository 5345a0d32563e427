import { isParsableUrl } from '../../core/parsable-url.js';
import { BUILT_IN_VERIFIERS, type Verifier } from '../built-in-verifiers.js';
import { addressText, bool, list, map, ofFeature, oneOf, rows, textItem, textList } from '../fields.js';
import { asText, cleanLine, cleanUrl, MAX_ITEM } from '../text.js';

/** A verifiable bot that the owner added: its token is `c_…`. */
type CustomVerifier = Verifier;

/** Which clients to refuse, and how claims are verified. */
export const enforcement = {
  ...ofFeature('blocking', {
    block_agents: bool(false, 'Refuse blocked clients with 403. Off disables all blocking.'),
    block_spoofed: bool(true, 'Also refuse clients that are proven impostors; needs `block_agents`.'),
    blocked_agents: list(
      {
        kind: 'list of texts',
        rule: 'at least 3 characters each; substring, glob or regular expression',
        item: (input) => textItem(input, (text) => atLeast(3, cleanLine(text, MAX_ITEM))),
      },
      'Clients to refuse.',
    ),
    allowed_agents: textList('Clients that are never refused; plain substrings.'),
  }),
  ...ofFeature('verification', {
    verify_bots: bool(false, 'Verify the claimed identity of bots, by DNS, published ranges and signatures.'),
    identify_bots: bool(false, 'Name the network of every recorded visit by reverse DNS.'),
    store_flagged_ips: bool(false, 'Keep the addresses of flagged clients; switching it off deletes them.'),
    verifier_disabled: list(
      {
        kind: 'list of tokens',
        rule: `of ${BUILT_IN_VERIFIERS.map((verifier) => `\`${verifier.token}\``).join(', ')}`,
        item: (input) => textItem(input, builtInToken),
      },
      "Built-in bots that aren't verified.",
    ),
    verifier_custom: rows<CustomVerifier>(
      {
        rule: 'at most 20 of `{token, label, ua, domains, url}`; label at most 40, `ua` 3–64 characters and not in use, a domain or an https `url`',
        max: 20,
        readRow: readVerifier,
      },
      'More bots to verify.',
    ),
  }),
};

function atLeast(min: number, text: string): string {
  return text.length < min ? '' : text;
}

function builtInToken(text: string): string {
  return BUILT_IN_VERIFIERS.some((verifier) => verifier.token === text) ? text : '';
}

function readVerifier(
  row: Readonly<Record<string, unknown>>,
  taken: readonly CustomVerifier[],
): CustomVerifier | undefined {
  const label = cleanLine(asText(row['label']) ?? '', 40);
  const ua = cleanLine(asText(row['ua']) ?? '', 1000).toLowerCase();
  if (label === '' || ua.length < 3 || ua.length > 64 || needleInUse(ua, taken)) return undefined;
  const domains = readDomains(row['domains']);
  const url = httpsOnly(cleanUrl(asText(row['url']) ?? ''));
  if (domains.length === 0 && url === '') return undefined;
  const token = readToken(asText(row['token']) ?? '', label);
  return taken.some((other) => other.token === token) ? undefined : { token, label, ua, domains, url };
}

/** Needles of disabled built-in bots count too: enabling one again must not create a twin. */
function needleInUse(ua: string, taken: readonly CustomVerifier[]): boolean {
  return BUILT_IN_VERIFIERS.some((other) => other.ua === ua) || taken.some((other) => other.ua === ua);
}

function readToken(token: string, label: string): string {
  if (/^c_[a-z0-9_-]{1,40}$/.test(token)) return token;
  const slug = label
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 40);
  return `c_${slug || 'bot'}`;
}

function httpsOnly(url: string): string {
  return /^https:/i.test(url) ? url : '';
}

function readDomains(input: unknown): readonly string[] {
  return list({ max: 10, item: (item) => textItem(item, domainSuffix) }, '').read(input, [], { types: [] });
}

/** `https://crawl.example.com/x` and `crawl.example.com` become `.crawl.example.com`; a dot is required. */
function domainSuffix(text: string): string {
  const written = text
    .toLowerCase()
    .replace(/^[a-z][a-z0-9+]*:\/\//, '')
    .replace(/^[*.]+/, '')
    .slice(0, 260);
  const authority = `https://${written.split(/[/?#]/, 1)[0]}`;
  const host = isParsableUrl(authority) ? new URL(authority).hostname.replace(/\.$/, '') : '';
  const named = /^[a-z0-9_-]+(\.[a-z0-9_-]+)*\.[a-z][a-z0-9-]*$/.test(host);
  return named && host.length <= 253 ? `.${host}` : '';
}

/** What AI systems may do with the content. */
export const aiUsage = {
  ...ofFeature('content signal', {
    content_signal: map(
      {
        search: bool(true, 'Search engines may index.'),
        ai_input: bool(true, 'Assistants may use the content to answer.'),
        ai_train: bool(false, 'Models may be trained on it; off reserves training.'),
      },
      'The `Content-Signal` line of `robots.txt`.',
    ),
  }),
  ...ofFeature('training blocklist', {
    blocked_trainers: textList(
      'Training crawlers disallowed in `robots.txt`, independent of `content_signal`; empty for none.',
      [
        'Amazonbot',
        'Applebot-Extended',
        'Bytespider',
        'CCBot',
        'ClaudeBot',
        'GPTBot',
        'Google-Extended',
        'meta-externalagent',
      ],
    ),
  }),
  ...ofFeature('content signal', {
    named_crawlers: textList(
      'Crawlers that get their own group in `robots.txt`, with the content signal and the rules for ' +
        'all crawlers; crawlers that already have a group keep it.',
      [],
    ),
  }),
  ...ofFeature('AI-usage headers', {
    enable_ai_header: bool(true, 'Send `tdm-reservation: 1` with pages while training is reserved.'),
  }),
  ...ofFeature('tdmrep.json', {
    enable_tdmrep: bool(true, 'Serve `/.well-known/tdmrep.json` while training is reserved.'),
  }),
  ...ofFeature('AI-usage headers', {
    ai_noai_header: bool(false, 'Also send `X-Robots-Tag: noai, noimageai`.'),
    tdm_policy_url: addressText('Address of the licence terms, sent as `tdm-policy`.'),
  }),
};

/** The log of visits by agents, and of readers that assistants send. */
export const activity = {
  ...ofFeature('visit log', {
    enable_activity: bool(
      true,
      'Record agent visits and count AI referrals; off stops recording and deletes nothing.',
    ),
    activity_retention_days: oneOf([7, 14, 30, 60, 90, 180, 365], 30, 'Days that visits are kept.'),
    activity_auto_prune: bool(true, 'Delete visits by age; the limit of their number always applies.'),
    activity_max_rows: oneOf(
      [10000, 25000, 50000, 100000, 250000],
      50000,
      'Maximum number of stored visits.',
    ),
  }),
  ...ofFeature('AI referrals', {
    enable_referral_beacon: bool(
      false,
      'Count AI referrals in the browser, for sites whose pages come from a cache (CDN mode).',
    ),
    log_unknown_referrers: bool(false, "Also count referrers that aren't recognised."),
  }),
};

/** The built-in MCP server and the rights of assistants. */
export const mcp = {
  ...ofFeature('MCP server', {
    enable_mcp_server: bool(false, 'Run the built-in MCP server with its authorization server.'),
    enable_agent_writes: bool(false, 'Let assistants write; has no effect while the MCP server is off.'),
    agent_writes_publish: bool(
      false,
      'Let assistants publish and take back, not only draft; has no effect while agent writes are off.',
    ),
  }),
  ...ofFeature('agent access log', {
    agent_access_events: bool(true, 'Record sign-ins and calls by machine clients, without addresses.'),
  }),
};
