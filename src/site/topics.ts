import { plainText } from '../content/html/text.js';
import type { RawEntry } from '../sources/port.js';

const MAX_TOPIC = 60;

/** Years and other numbers: names of terms that aren't subjects, and never become topics. */
export const ONLY_NUMBERS = /^[\d\s.,/-]+$/;

/** The settings and plugin results that decide about topics. */
export interface TopicRules {
  readonly enabled: boolean;
  /** Whether terms become topics where the entry has no list of its own. */
  readonly derive: boolean;
  readonly max: number;
  /** Slugs that never become topics. */
  readonly exclude: readonly string[];
}

/** The topics of an entry: its own list, then the names of its categories and tags. */
export function resolveTopics(raw: RawEntry, rules: TopicRules): readonly string[] {
  if (!rules.enabled) return [];
  const own = raw.topics ?? [];
  const derived = (raw.topicsDerive ?? rules.derive) ? derivedTopics(raw, rules.exclude) : [];
  return normaliseTopics([...own, ...derived], rules.max);
}

function derivedTopics(raw: RawEntry, exclude: readonly string[]): readonly string[] {
  const named = (...taxonomies: readonly string[]) =>
    raw.terms.filter(({ taxonomy }) => taxonomies.includes(taxonomy));
  return [...named('category', 'product_cat'), ...named('tag', 'product_tag')]
    .filter((term) => !exclude.includes(term.slug) && !ONLY_NUMBERS.test(term.name))
    .map((term) => term.name);
}

/** Plain, short, each once (the first spelling wins), at most `max`. */
export function normaliseTopics(topics: readonly string[], max: number): readonly string[] {
  const seen = new Map<string, string>();
  for (const topic of topics) {
    const text = [...plainText(topic)].slice(0, MAX_TOPIC).join('').trim();
    const key = text.toLowerCase();
    if (text !== '' && !seen.has(key)) seen.set(key, text);
  }
  return [...seen.values()].slice(0, max);
}
