import { isParsableUrl } from '../../core/parsable-url.js';
import { BUILT_IN_VERIFIERS, type Verifier } from '../built-in-verifiers.js';
import { bool, list, ofFeature, rows, textItem, textList } from '../fields.js';
import { asText, cleanLine, cleanUrl, MAX_ITEM } from '../text.js';

/** A verifiable bot that the owner added: its token is `c_…`. */
export type CustomVerifier = Verifier;

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
