import type { PrivacyRules } from '../../../config/config.js';
import { judgeGate, judgeName, nameParts, nameSoundsLikeAccess } from '../privacy.js';
import { gatingShortcodeAttribute, namesReaders } from './attributes.js';
import { isKnownShortcode, isPrinted } from './known.js';
import type { Gate } from './ranges.js';
import { findTags, type Tag, verbatimSpans } from './tags.js';

/** The ranges that the shortcodes of a text hold back, and the shortcodes whose audience is unknown. */
export interface ShortcodeGates {
  readonly gates: readonly Gate[];
  /** The names of all other enclosing shortcodes, in lower case. */
  readonly enclosing: ReadonlyMap<string, number>;
}

/** Why a name gates: known or denied for sure, or by its sound. */
type Sound = 'sure' | 'denied' | 'heard' | undefined;

const NONE: ShortcodeGates = { gates: [], enclosing: new Map() };

/**
 * Pairs the shortcode tags of a text by name, wherever they are: also across blocks and inside code, since the
 * platform runs them there too. Escaped ones (`[[name]…[/name]]`) are text.
 */
export function shortcodeGates(text: string, rules: PrivacyRules): ShortcodeGates {
  if (!text.includes('[')) return NONE;
  const tags = findTags(text);
  return tags.length === 0 ? NONE : new Pairing(text, tags, rules).result();
}

class Pairing {
  readonly #text: string;
  readonly #rules: PrivacyRules;
  readonly #spans: readonly (readonly [number, number])[];
  readonly #open = new Map<string, Tag[]>();
  readonly #gates: Gate[] = [];
  readonly #enclosing = new Map<string, number>();
  readonly #sounds = new Map<string, Sound>();

  constructor(text: string, tags: readonly Tag[], rules: PrivacyRules) {
    this.#text = text;
    this.#rules = rules;
    this.#spans = verbatimSpans(text);
    for (const tag of tags) this.#take(tag);
    this.#takeUnclosed();
  }

  result(): ShortcodeGates {
    return { gates: this.#gates, enclosing: this.#enclosing };
  }

  #take(tag: Tag): void {
    if (tag.isSelfClosing) return;
    const stack = this.#open.get(tag.name);
    if (!tag.isClosing) {
      if (stack === undefined) this.#open.set(tag.name, [tag]);
      else stack.push(tag);
      return;
    }
    const opener = stack?.pop();
    if (opener !== undefined) this.#pair(opener, tag);
  }

  #pair(opener: Tag, closer: Tag): void {
    if (this.#text[opener.from - 1] === '[' && this.#text[closer.to] === ']') return;
    const sound = this.#soundOf(opener);
    const base = { from: opener.from, to: closer.to, kind: 'shortcode' as const, name: opener.written };
    const span = this.#spanOf(opener.from);
    const isSample = span !== undefined && span === this.#spanOf(closer.from);
    if (sound === 'denied') this.#gates.push({ ...base, isDenied: true });
    else if (sound === 'sure' || (sound === 'heard' && !isSample)) this.#gates.push(base);
    else if (!isSample) this.#pairByAttributes(opener, base);
  }

  #pairByAttributes(opener: Tag, base: Gate): void {
    const isAllowed = judgeName(opener.written, this.#rules)?.kind === 'allow';
    const rules = isAllowed ? { ...this.#rules, allow: ['*'] } : this.#rules;
    const attributes = readAttributes(opener.attributes);
    const reader = Object.entries(attributes).find(
      ([key, value]) => judgeName(key, rules)?.kind !== 'allow' && namesReaders(key, value),
    );
    const found = gatingShortcodeAttribute(attributes, rules) ?? (reader && { path: reader[0] });
    if (found === undefined) this.#enclosing.set(opener.name, (this.#enclosing.get(opener.name) ?? 0) + 1);
    else {
      this.#gates.push({
        ...base,
        attribute: found.path,
        ...(found.pattern === undefined ? {} : { isDenied: true }),
      });
    }
  }

  /** An unclosed gate holds back all that follows; words in brackets and tags that print something don't. */
  #takeUnclosed(): void {
    const left = [...this.#open.values()].flat().sort((a, b) => a.from - b.from);
    const first = left.find((tag) => this.#looksLikeGate(tag, this.#soundOf(tag)));
    if (first === undefined) return;
    const { from, written: name } = first;
    this.#gates.push({ from, to: this.#text.length, kind: 'shortcode', name, isUnclosed: true });
  }

  #looksLikeGate({ written, from, to, attributes }: Tag, sound: Sound): boolean {
    if (sound === undefined || this.#spanOf(from) !== undefined) return false;
    if (this.#text[from - 1] === '[' && this.#text[to] === ']') return false;
    const parts = nameParts(written);
    if (isPrinted(parts) || /\bform_id\s*=/.test(attributes)) return false;
    // Most shortcodes of an extension that is recognised by its prefix print something, as do those with weak words.
    if (sound !== 'denied' && !nameSoundsLikeAccess(written)) return false;
    if (parts.length > 1 || /=\s*\S/.test(attributes)) return true;
    return attributes === '' && this.#standsAlone(from, to);
  }

  #standsAlone(from: number, to: number): boolean {
    const before = this.#text.slice(Math.max(0, from - 40), from);
    const after = this.#text.slice(to, to + 40);
    return /(?:^|\n|>)[ \t]*$/.test(before) && /^[ \t]*(?:\r?\n|<|$)/.test(after);
  }

  #soundOf({ name, written }: Tag): Sound {
    if (this.#sounds.has(name)) return this.#sounds.get(name);
    const verdict = judgeGate(written, this.#rules);
    const heard = verdict?.kind === 'access' ? 'heard' : undefined;
    const sound =
      verdict?.kind === 'deny'
        ? 'denied'
        : verdict?.kind === 'allow'
          ? undefined
          : isKnownShortcode(name)
            ? 'sure'
            : heard;
    this.#sounds.set(name, sound);
    return sound;
  }

  #spanOf(at: number): readonly [number, number] | undefined {
    let [low, high] = [0, this.#spans.length - 1];
    while (low <= high) {
      const middle = (low + high) >> 1;
      const span = this.#spans[middle] as readonly [number, number];
      if (at < span[0]) high = middle - 1;
      else if (at >= span[1]) low = middle + 1;
      else return span;
    }
    return undefined;
  }
}

const ATTRIBUTE = /([\w-]+)\s*=\s*(?:"([^"]*)"|'([^']*)'|[“”″]([^“”″]*)[“”″]|([^\s'"]+))|([^\s"']+)/g;

/** The attributes of a tag by name; unnamed ones under numbers. */
export function readAttributes(text: string): Readonly<Record<string, string>> {
  const attributes: Record<string, string> = Object.create(null);
  let position = 0;
  for (const [, name, double, single, curly, bare, loose] of text.matchAll(ATTRIBUTE)) {
    if (name !== undefined) attributes[name] = double ?? single ?? curly ?? bare ?? '';
    else attributes[String(position++)] = loose ?? '';
  }
  return attributes;
}
