/** An assistant that sends readers. */
export interface ReferralSource {
  /** Shown and stored; at most 40 characters. */
  readonly label: string;
  /** Lower case, without `www.`; subdomains belong to them. */
  readonly hosts: readonly string[];
  /** Bare values of `utm_source`, lower case; hosts match too. */
  readonly tokens: readonly string[];
}

/** Most characters of a label. */
const MAX_LABEL = 40;

/**
 * The known assistants by the address of their pages. Hosts that also serve ordinary search are left out
 * on purpose.
 */
export const REFERRAL_SOURCES: readonly ReferralSource[] = [
  source('ChatGPT', 'chatgpt.com chat.openai.com', 'chatgpt openai'),
  source('Perplexity', 'perplexity.ai', 'perplexity'),
  source('Gemini', 'gemini.google.com bard.google.com', 'gemini'),
  source('Copilot', 'copilot.microsoft.com', 'copilot'),
  source('Claude', 'claude.ai claude.com', 'claude'),
  source('Grok', 'grok.com', 'grok'),
  source('DeepSeek', 'deepseek.com', 'deepseek'),
  source('Meta AI', 'meta.ai'),
  source('Mistral', 'chat.mistral.ai'),
  source('DuckDuckGo AI', 'duck.ai'),
  source('Phind', 'phind.com'),
  source('You.com', 'you.com'),
  source('Poe', 'poe.com'),
];

/** The catalogue in the form of `svc_ai_referral_sources`. */
export function sourcesAsJson(): readonly Readonly<Record<string, unknown>>[] {
  return REFERRAL_SOURCES.map((one) => ({ ...one }));
}

/** Reads the plugins' result for the catalogue; a row without a label or without anything to match is dropped. */
export function sourcesFromJson(
  rows: readonly Readonly<Record<string, unknown>>[],
): readonly ReferralSource[] {
  return rows.flatMap((row) => {
    const label = typeof row['label'] === 'string' ? row['label'].trim().slice(0, MAX_LABEL) : '';
    const hosts = texts(row['hosts']).map(plainHost);
    const tokens = texts(row['tokens']);
    return label === '' || hosts.length + tokens.length === 0 ? [] : [{ label, hosts, tokens }];
  });
}

/** A host in the form of the catalogue. */
export function plainHost(host: string): string {
  return host
    .toLowerCase()
    .replace(/^www\./, '')
    .replace(/\.$/, '');
}

function source(label: string, hosts: string, tokens = ''): ReferralSource {
  return { label, hosts: hosts.split(' '), tokens: tokens === '' ? [] : tokens.split(' ') };
}

function texts(value: unknown): readonly string[] {
  if (!Array.isArray(value)) return [];
  return value.flatMap((one: unknown) =>
    typeof one === 'string' && one.trim() !== '' ? [one.trim().toLowerCase()] : [],
  );
}
