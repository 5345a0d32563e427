import type { PrivacyRules } from '../../../config/config.js';
import { addTo } from '../../../core/multimap.js';
import { classifyGate, isForGuests } from '../gate-names.js';
import { classifyName, kebabName, nameParts, nameSoundsLikeAccess } from '../privacy.js';
import { READER_GROUPS, SOLE_GATES } from '../words.js';
import { isPlainBox, namesTimeOrPlace } from './audience.js';
import { opensToGuests } from './guest-shortcodes.js';
import { isKnownShortcode, isPrinted } from './known.js';
import { type Edge, edgeOf, type Gate } from './ranges.js';
import { gatingShortcodeAttribute, namesRank, namesReaders } from './shortcode-attributes.js';
import { findTags, readAttributes, type Tag, verbatimSpans } from './tags.js';

/** The ranges that the shortcodes of a text hold back, and the shortcodes whose audience is unknown. */
interface ShortcodeGates {
  readonly gates: readonly Gate[];
  /** The names of all other enclosing shortcodes, in lower case. */
  readonly enclosing: ReadonlyMap<string, number>;
}

/** Why a name gates: known or denied for sure, or by the words in it. */
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

/** Whether the name or an attribute of a tag could mark an edge; most tags need no closer look. */
const EDGE_HINT = /end|begin|start|open|clos|stop|fin|anfang|debut|inici|inizi|fim|einde/i;

/** Open tags by name or key, the latest last. */
type OpenTags = Map<string, Tag[]>;

class Pairing {
  readonly #spans: readonly (readonly [number, number])[];
  readonly #open: OpenTags = new Map();
  /** The open tags again, by the key that both edges of a range share. */
  readonly #byKey: OpenTags = new Map();
  /** Tags that enclose text only where nothing else fits a closing tag: self-closing and loose ones. */
  readonly #spare: OpenTags = new Map();
  readonly #paired = new Set<Tag>();
  readonly #lastCloser = new Map<string, Tag>();
  readonly #gates: Gate[] = [];
  readonly #lastGate = new Map<string, Gate>();
  readonly #enclosing = new Map<string, number>();
  readonly #sounds = new Map<string, Sound>();

  constructor(
    private readonly text: string,
    tags: readonly Tag[],
    private readonly rules: PrivacyRules,
  ) {
    this.#spans = verbatimSpans(text);
    for (const tag of tags) this.#take(tag);
    this.#takeUnclosed();
  }

  result(): ShortcodeGates {
    return { gates: this.#gates, enclosing: this.#enclosing };
  }

  #take(tag: Tag): void {
    // `<![endif]` belongs to a conditional comment.
    const edge = /<!(?:--)?$/.test(this.text.slice(Math.max(0, tag.from - 4), tag.from))
      ? undefined
      : edgeOfTag(tag);
    const key = edge?.key ?? kebabName(tag.name);
    if (tag.isClosing) this.#lastCloser.set(tag.name, tag);
    if (tag.isClosing || edge?.isEnd) {
      const opener =
        (tag.isClosing && this.#latest(this.#open, tag.name)) ||
        this.#latest(this.#byKey, key) ||
        this.#latest(this.#spare, edge?.isEnd ? key : tag.name);
      if (opener) {
        this.#paired.add(opener);
        this.#pair(opener, tag);
      } else if (tag.isClosing) this.#extend(tag);
      if (opener || tag.isClosing) return;
    }
    if (tag.isLoose || (tag.isSelfClosing && edge?.isEnd !== false)) {
      addTo(this.#spare, tag.name, tag);
      return;
    }
    addTo(this.#open, tag.name, tag);
    addTo(this.#byKey, key, tag);
    if (/^if(?!rame)/.test(tag.name) && key !== 'if') addTo(this.#byKey, 'if', tag);
  }

  #latest(tags: OpenTags, key: string): Tag | undefined {
    const stack = tags.get(key);
    let tag = stack?.pop();
    while (tag !== undefined && this.#paired.has(tag)) tag = stack?.pop();
    return tag;
  }

  /** A closing tag too many: the gate of its name reaches as far. */
  #extend(closer: Tag): void {
    const gate = this.#lastGate.get(closer.name);
    if (gate !== undefined) this.#gates.push({ ...gate, to: closer.to });
  }

  #hold(gate: Gate): void {
    this.#gates.push(gate);
    this.#lastGate.set(gate.name.toLowerCase(), gate);
  }

  #pair(opener: Tag, closer: Tag): void {
    if (this.text[opener.from - 1] === '[' && this.text[closer.to] === ']') return;
    const sound = this.#soundOf(opener);
    const base = { from: opener.from, to: closer.to, kind: 'shortcode' as const, name: opener.written };
    const span = this.#spanOf(opener.from);
    const isSample = span !== undefined && span === this.#spanOf(closer.from);
    if (sound === 'denied') this.#hold({ ...base, isDenied: true });
    else if (this.#isForGuests(opener) || introducesItself(opener)) this.#countEnclosing(opener);
    else if (sound === 'sure' || ((sound === 'heard' || isGroupById(opener) || isPlace(opener)) && !isSample))
      this.#hold(base);
    else if (!isSample) this.#pairByAttributes(opener, base);
  }

  /** Returns true if the name or an attribute shows the text to readers who aren't signed in: `[non_member group="a"]`. */
  #isForGuests({ written, attributes }: Tag): boolean {
    if (isForGuests(written) && !/\b(?:from|to|until|start|end)\s*=/.test(attributes)) return true;
    return attributes.trim() !== '' && opensToGuests(written, readAttributes(attributes));
  }

  #countEnclosing({ name }: Tag): void {
    this.#enclosing.set(name, (this.#enclosing.get(name) ?? 0) + 1);
  }

  #pairByAttributes(opener: Tag, base: Gate): void {
    const isAllowed = classifyName(opener.written, this.rules)?.kind === 'allow';
    const allow = isAllowed ? ['*'] : isClosedPanel(opener) ? [...this.rules.allow, 'hidden'] : undefined;
    const rules = allow ? { ...this.rules, allow } : this.rules;
    const attributes = readAttributes(opener.attributes);
    const reader = Object.entries(attributes).find(
      ([key, value]) =>
        classifyName(key, rules)?.kind !== 'allow' &&
        (namesReaders(key, value) ||
          (isPlainBox(opener.written) && (namesTimeOrPlace(key, value) || namesRank(key, value)))),
    );
    const found = gatingShortcodeAttribute(attributes, rules) ?? (reader && { path: reader[0] });
    if (found === undefined) this.#countEnclosing(opener);
    else {
      this.#hold({
        ...base,
        attribute: found.path,
        ...(found.pattern === undefined ? {} : { isDenied: true }),
      });
    }
  }

  /** An unclosed gate holds back all that follows; words in brackets and tags that print something don't. */
  #takeUnclosed(): void {
    const left = [...this.#open.values()].flat().filter((tag) => !this.#paired.has(tag));
    left.sort((a, b) => a.from - b.from);
    for (const tag of left) {
      const closer = this.#lastCloser.get(tag.name);
      // The platform would take the first of several opening tags.
      if (closer !== undefined && closer.from > tag.from) this.#pair(tag, closer);
    }
    const first = left.find((tag) => this.#looksLikeGate(tag, this.#soundOf(tag)));
    if (first === undefined || !/[\p{L}\p{N}]/u.test(this.text.slice(first.to))) return;
    const { from, written: name } = first;
    this.#gates.push({ from, to: this.text.length, kind: 'shortcode', name, isUnclosed: true });
  }

  #looksLikeGate({ name, written, from, to, attributes }: Tag, sound: Sound): boolean {
    if (sound === undefined || this.#spanOf(from) !== undefined) return false;
    if (this.text[from - 1] === '[' && this.text[to] === ']') return false;
    const parts = nameParts(written);
    if (isPrinted(parts) || PRINTS.test(attributes) || isTeamMember({ name, attributes })) return false;
    // Most shortcodes of an extension that is recognised by its prefix print something, as do those with weak words.
    if (sound !== 'denied' && !nameSoundsLikeAccess(written)) return false;
    if (parts.length > 1 || /=\s*\S/.test(attributes) || this.#lastCloser.has(name)) return true;
    return attributes === '' && this.#beginsBlock(from, to);
  }

  /** Returns true for a tag alone in its line, or right before the text that it begins. */
  #beginsBlock(from: number, to: number): boolean {
    const before = this.text.slice(Math.max(0, from - 40), from);
    const after = this.text.slice(to, to + 40);
    return /(?:^|\n|>)[ \t]*$/.test(before) && /^(?:[ \t]*(?:\r?\n|<|$)|[\p{L}\p{N}])/u.test(after);
  }

  #soundOf(tag: Tag): Sound {
    const key = edgeOfTag(tag)?.key ?? '';
    const id = `${tag.fullName.toLowerCase()} ${key}`;
    if (this.#sounds.has(id)) return this.#sounds.get(id);
    const sound = this.#classify([tag.written, tag.fullName, key].filter((name) => name !== ''));
    this.#sounds.set(id, sound);
    return sound;
  }

  #classify(names: readonly string[]): Sound {
    const kinds = names.map((name) => classifyGate(name, this.rules)?.kind);
    if (kinds.includes('deny')) return 'denied';
    if (kinds.includes('allow')) return undefined;
    if (names.some(isForGuests)) return undefined;
    if (names.some(isKnownShortcode)) return 'sure';
    const isGate = kinds.includes('access') || names.some(isSoleGate);
    return isGate ? 'heard' : undefined;
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

/**
 * Parameters of a shortcode that prints a form, a list of entries or records, or a field as `[su_user field="name"]`
 * does: without a condition.
 */
const PRINTS =
  /\b(?:form_id|heading|items|columns|posts_per_page|orderby|autoplay)\s*=|=\s*["']%5B%7B|^(?!.*\b(?:value|compare|operator|is|not)\s*=).*\bfield\s*=/s;

/** The name of a column of a price list, without a word for restricted access. */
const PRICED = /^(?!.*(?:access|hid|lock|member|only|paid|priv|protect|restrict)).*(?:^|_)(?:plan|tier)$/;

/** Returns true for a person of a group, or a column of a price list: `[staff name="Ada"]`, `[plan price="9"]`. */
function introducesItself({ name, attributes }: Tag): boolean {
  if (isTeamMember({ name, attributes })) return true;
  const isDescribed = /\b(?:name|title|photo|image|img|picture|position|job|email|phone)\s*=/i.test(
    attributes,
  );
  return (
    (READER_GROUPS.has(name) && isDescribed) ||
    (/^(?:member|sponsor|patron|donor)$/.test(name) && /\bname\s*=/i.test(attributes)) ||
    (/^(?:plan|tier)$/.test(name) && /\b(?:title|per|period|button\w*)\s*=/i.test(attributes)) ||
    (PRICED.test(name) && /\b(?:price|cost|currency)\s*=/i.test(attributes))
  );
}

/** Returns true for a person with a job or a picture: `[team_member name="Ada" job="Skipper"]`. */
function isTeamMember({ name, attributes }: Pick<Tag, 'name' | 'attributes'>): boolean {
  const hasName = /(?:^|\s)name\s*=/i.test(attributes);
  return (
    hasName &&
    /(?:^|[-_])members?$/.test(name) &&
    /\b(?:job|position|designation|occupation|image|photo|avatar|picture)\s*=/i.test(attributes)
  );
}

/** Returns true for a group of readers, such as `[group id="5"]`; groups of pictures or columns have no number. */
function isGroupById({ name, attributes }: Tag): boolean {
  return (
    /(?:^|[-_])(?:bp)?group$/.test(name) && /(?:^|\s)(?:id|groups?)\s*=\s*["']?\d+["']?\s*$/.test(attributes)
  );
}

/** Returns true for readers in a country, such as `[country code="DE"]`. */
function isPlace({ name, attributes }: Tag): boolean {
  return (
    /^(?:countr(?:y|ies)|continents?|region)$/.test(name) &&
    /^\s*(?:(?:codes?|iso|is|in|not|include|exclude)\s*=|["']?[A-Za-z]{2}["']?(?:[\s,]|$))/.test(attributes)
  );
}

/** Names of parts that a click opens; a hidden tab isn't shown at all. */
const OPENS_BY_CLICK = /(?:^|[-_])(?:collapse|accordion|toggle|expand|spoiler|faq|answer)(?:[-_]|$)/i;

/** Returns true for text that a click opens: `[collapse hidden="true"]`. */
function isClosedPanel({ written, attributes }: Tag): boolean {
  return OPENS_BY_CLICK.test(written) && /(?:^|\s)hidden=["']?(?:true|yes|1)\b/i.test(attributes);
}

/** `until`, `dev_note`, `staff`, `over18`. */
function isSoleGate(name: string): boolean {
  const whole = name.toLowerCase();
  return (
    SOLE_GATES.has(whole.replace(/[-_]/g, '')) ||
    READER_GROUPS.has(whole) ||
    /^(?:over|age)[-_]?\d\d$/.test(whole)
  );
}

function edgeOfTag({ written, attributes }: Tag): Edge | undefined {
  return EDGE_HINT.test(written) || EDGE_HINT.test(attributes)
    ? edgeOf(written, readAttributes(attributes))
    : undefined;
}
