/** Rules of membership extensions that an export keeps as items, and the pages to which they apply. */

import { isObject, listOf, objectOf, parseJson, textOf } from '../../core/json.js';
import type { RawTermRef } from '../port.js';
import { taxonomyName } from './head.js';
import { type PhpValue, phpStrings, readPhpSerialized } from './php-serialized.js';

/** The facts of an item that a rule may ask about. */
interface RuledItem {
  readonly id: number | undefined;
  readonly type: string;
  readonly terms: readonly RawTermRef[];
  /** The address of the item. */
  readonly link: string;
  /** The courses and forums that it is a part of. */
  partOf(): readonly number[];
}

/** Finds out whether a rule covers an item. */
export type AccessRule = (item: RuledItem) => boolean;

/** What rules refer to by ids. */
export interface IdsOfExport {
  /** Taxonomy and slug of each term. */
  readonly terms: ReadonlyMap<number, Pick<RawTermRef, 'taxonomy' | 'slug'>>;
  readonly parents: ReadonlyMap<number, number>;
  /** The topics of courses of Tutor LMS. */
  readonly topics: ReadonlySet<number>;
}

/** What an export as a whole says about readers: rules of extensions, and restricted terms. */
export class AccessRules {
  readonly #rules: { readonly name: string; readonly covers: AccessRule; readonly settings: unknown }[] = [];
  /** The reason by taxonomy and slug; empty for a term that only has a parent. */
  readonly #terms = new Map<string, { readonly parent: string; readonly reason: string }>();

  constructor(
    private readonly ids: IdsOfExport = { terms: new Map(), parents: new Map(), topics: new Set() },
  ) {}

  /** @param settings from which the rule was made */
  add(name: string, covers: AccessRule, settings: unknown): void {
    this.#rules.push({ name, covers, settings });
  }

  /** @param reason empty for an open term, whose parent may be restricted */
  addTerm({ taxonomy, slug }: Pick<RawTermRef, 'taxonomy' | 'slug'>, parent: string, reason: string): void {
    this.#terms.set(`${taxonomy}/${slug}`, { parent: parent === '' ? '' : `${taxonomy}/${parent}`, reason });
  }

  /** All that decides, as text. */
  get key(): string {
    const terms = [...this.#terms, ...this.ids.topics];
    if (this.#rules.length === 0) return JSON.stringify(terms);
    const rules = this.#rules.map(({ name, settings }) => [name, settings]);
    return JSON.stringify([rules, terms, [...this.ids.terms], [...this.ids.parents]]);
  }

  /** True for a topic of a course, whose children are lessons. */
  isTopic(id: number | undefined): boolean {
    return id !== undefined && this.ids.topics.has(id);
  }

  /** Why an item isn't for every reader, as a clause; undefined where no rule covers it. */
  reason(item: RuledItem): string | undefined {
    const rule = this.#rules.find(({ covers }) => covers(item));
    if (rule !== undefined) return `the access rule ${rule.name} covers it`;
    for (const { taxonomy, slug } of item.terms) {
      const reason = this.#termReason(`${taxonomy}/${slug}`);
      if (reason !== undefined) return reason;
    }
    return undefined;
  }

  #termReason(key: string): string | undefined {
    const seen = new Set<string>();
    for (let at = key; at !== '' && !seen.has(at); at = this.#terms.get(at)?.parent ?? '') {
      seen.add(at);
      const reason = this.#terms.get(at)?.reason;
      if (reason) return reason;
    }
    return undefined;
  }
}

/** A rule of MemberPress. Returns undefined for a kind of rule that isn't known. */
export function memberPressRule(meta: ReadonlyMap<string, string>, ids: IdsOfExport): AccessRule | undefined {
  const type = meta.get('_mepr_rules_type') ?? 'all';
  const content = (meta.get('_mepr_rules_content') ?? '').trim();
  const numbers = numbersIn(content);
  if (type === 'custom') return addressRule(content, isOn(meta.get('_is_mepr_rules_content_regexp')));
  if (type === 'all') return ({ id }) => !isOneOf(numbers, id);
  const [, allTaxonomy] = /^all_tax_(.+)$/.exec(type) ?? [];
  const [, typedTaxonomy, typedType] = /^tax_(.+?)\|\|cpt_(.+)$/.exec(type) ?? [];
  const taxonomy = { category: 'category', tag: 'post_tag' }[type] ?? allTaxonomy ?? typedTaxonomy;
  if (taxonomy !== undefined) {
    const hasTerm = termRule(taxonomy, [content], ids);
    return (item) => (typedType === undefined || item.type === typedType) && hasTerm(item);
  }
  const [, kind, named = ''] = /^(all|single|parent)_(.+)$/.exec(type) ?? [];
  if (kind === 'single') return (item) => item.type === named && isOneOf(numbers, item.id);
  if (kind === 'parent') return (item) => item.type === named && hasAncestor(item.id, numbers, ids.parents);
  if (kind === 'all')
    return (item) => [item.type, `${item.type}s`].includes(named) && !isOneOf(numbers, item.id);
  return undefined;
}

/**
 * A restriction of Content Control. Where conditions are combined, each of them counts, since too much held back is
 * the smaller fault.
 * @returns undefined for a kind of condition that isn't known; `open` where visitors without an account may read
 */
export function contentControlRule(settings: string, ids: IdsOfExport): AccessRule | 'open' | undefined {
  const value = readPhpSerialized(settings);
  if (!isRecord(value)) return undefined;
  if (value['userStatus'] === 'logged_out') return 'open';
  const found: AccessRule[] = [];
  const collect = (items: PhpValue | undefined, depth: number): boolean =>
    !isRecord(items) ||
    Object.values(items).every((item) => {
      if (!isRecord(item) || depth > 8) return false;
      const inner = item['query'] ?? item['conditions'];
      if (item['type'] === 'group')
        return collect(isRecord(inner) ? inner['items'] : item['items'], depth + 1);
      const rule = item['notOperand'] === true ? undefined : conditionRule(item, ids);
      if (rule !== undefined) found.push(rule);
      return rule !== undefined;
    });
  const conditions = value['conditions'];
  const isKnown = isRecord(conditions) && collect(conditions['items'], 0);
  if (!isKnown) return undefined;
  return (item) => found.length === 0 || found.some((covers) => covers(item));
}

/** A forum of bbPress that not everyone may read, with its topics, replies and forums. */
export function forumRule(id: number, { parents }: IdsOfExport): AccessRule {
  return (item) => [item.id, ...item.partOf()].some((one) => one === id || hasAncestor(one, [id], parents));
}

/** A course of LearnDash. Returns `open` if its lessons are for all, which is the default. */
export function courseRule(id: number, meta: ReadonlyMap<string, string>): AccessRule | 'open' {
  const [, written] = /course_price_type";s:\d+:"(\w+)"/.exec(meta.get('_sfwd-courses') ?? '') ?? [];
  const type = meta.get('_ld_price_type') ?? written ?? 'open';
  return type === 'open' ? 'open' : (item) => item.partOf().includes(id);
}

/** A membership of SureMembers: the places that it includes, except those that it excludes. */
export function sureMembersRule(meta: ReadonlyMap<string, string>, ids: IdsOfExport): AccessRule {
  const placesIn = (key: string) => phpStrings(meta.get(key) ?? '').map((place) => placeRule(place, ids));
  const addresses = phpStrings(meta.get('suremembers_restricted_url') ?? '')
    .flatMap((text) => text.split(/[\n,]/))
    .map((line) => line.trim().replace(/^https?:\/\/[^/]+/i, ''))
    .filter((line) => line.startsWith('/') && line !== '/');
  const included = [
    ...placesIn('suremembers_plan_include'),
    ...addresses.map((line) => addressRule(line, true)),
  ];
  const excluded = placesIn('suremembers_plan_exclude');
  return (item) => included.some((covers) => covers(item)) && !excluded.some((covers) => covers(item));
}

/** The rule of a place of SureMembers: `basic-global`, `page|all`, `post-7-|`, `postchild-7-|`, `tax-3-single-category`. */
function placeRule(place: string, ids: IdsOfExport): AccessRule {
  if (/^basic-(?:global|singulars)$/.test(place)) return () => true;
  const [, kind, number, taxonomy = ''] =
    /^(post|postchild|tax)-(\d+)-(?:\|?|single-(.+))$/.exec(place) ?? [];
  if (kind === 'post') return ({ id }) => id === Number(number);
  if (kind === 'postchild') return ({ id }) => hasAncestor(id, [Number(number)], ids.parents);
  if (kind === 'tax' && number !== undefined) return termRule(taxonomy, [number], ids);
  const [, all] = /^([\w-]+)\|all$/.exec(place) ?? [];
  return ({ type }) => type === all;
}

/**
 * A content rule of User Registration, which is JSON in the body of its item.
 * @returns `open` where it's off or visitors without an account may read
 */
export function userRegistrationRule(body: string, ids: IdsOfExport): AccessRule | 'open' | undefined {
  const { enabled, logic_map: logic, target_contents: targets, actions } = objectOf(parseJson(body));
  if (!isObject(logic) || !Array.isArray(targets)) return undefined;
  const excludes = objectOf(listOf(actions)[0])['access_control'] === 'restrict';
  if (enabled !== true || guestsMeet(logic, excludes) !== excludes) return 'open';
  const rules = targets.map((target): AccessRule => {
    const { type, taxonomy, value } = objectOf(target);
    const values = listOf(value).map(String);
    if (type === 'whole_site') return () => true;
    if (type === 'post_types') return (item) => values.includes(item.type);
    if (type === 'taxonomy') return termRule(textOf(taxonomy), values, ids);
    return ({ id }) => /^wp_(?:posts|pages)$/.test(textOf(type)) && values.includes(String(id));
  });
  return (item) => rules.some((covers) => covers(item));
}

/** What only an account has. */
const OF_ACCOUNT =
  /^(?:roles?|capabilit(?:y|ies)|memberships?|user_registered_date|access_period|post_count|payment_status|email_domain|registration_source|ur_form_field)$/;

/** @param unknown the verdict on conditions that aren't known, by which the item is held back */
function guestsMeet(node: unknown, unknown: boolean, depth = 0): boolean {
  const { type, value, conditions, logic_gate: gate } = objectOf(node);
  if (type === 'user_state') return value !== 'logged-in';
  if (type !== 'group') return !OF_ACCOUNT.test(textOf(type)) && unknown;
  if (depth > 8) return unknown;
  const inner = gate === 'NOT' ? !unknown : unknown;
  const met = listOf(conditions).map((condition) => guestsMeet(condition, inner, depth + 1));
  if (gate === 'AND') return met.every(Boolean);
  return gate === 'NOT' ? !met.some(Boolean) : met.some(Boolean);
}

function conditionRule(
  { name, options }: Readonly<Record<string, PhpValue>>,
  ids: IdsOfExport,
): AccessRule | undefined {
  const numbers = numbersIn(JSON.stringify(options ?? ''));
  const text = textOf(name);
  if (text === 'entire_site') return () => true;
  const [, type = '', taxonomy = ''] = /^content_is_(.+?)_with_(?!id$)(.+)$/.exec(text) ?? [];
  if (type !== '') {
    const hasTerm = termRule(taxonomy, numbers.map(String), ids);
    return (item) => item.type === type && hasTerm(item);
  }
  if (/^content_is_(?:selected_.+|.+_with_id)$/.test(text)) return ({ id }) => isOneOf(numbers, id);
  if (/^content_is_(?:child|ancestor)_of_/.test(text))
    return ({ id }) => hasAncestor(id, numbers, ids.parents);
  const [, all = ''] = /^content_is_([a-z0-9-]+)$/.exec(text) ?? [];
  return all === '' ? undefined : (item) => item.type === all;
}

/** Terms by id, slug or name. */
function termRule(taxonomy: string, named: readonly string[], ids: IdsOfExport): AccessRule {
  const own = taxonomyName(taxonomy);
  const isNamed = (term: RawTermRef) =>
    named.some((text) => [term.slug, term.name].includes(ids.terms.get(Number(text))?.slug ?? text));
  return ({ terms }) => terms.some((term) => term.taxonomy === own && isNamed(term));
}

/** Patterns of sites aren't run: the text before the first special character decides. */
function addressRule(content: string, isPattern: boolean): AccessRule {
  const start = (isPattern ? (/^\^?([^\\^$.|?*+()[\]{}]*)/.exec(content)?.[1] ?? '') : content).toLowerCase();
  return ({ link }) => {
    const path = link.replace(/^https?:\/\/[^/]+/i, '').toLowerCase() || '/';
    return isPattern ? path.includes(start) : path.startsWith(start);
  };
}

function hasAncestor(
  id: number | undefined,
  wanted: readonly number[],
  parents: ReadonlyMap<number, number>,
): boolean {
  const seen = new Set<number>();
  let at = id === undefined ? undefined : parents.get(id);
  while (at !== undefined && !seen.has(at)) {
    if (wanted.includes(at)) return true;
    seen.add(at);
    at = parents.get(at);
  }
  return false;
}

const isOn = (text = '') => text === '1' || text === 'true';
const isOneOf = (numbers: readonly number[], id: number | undefined) =>
  id !== undefined && numbers.includes(id);
const numbersIn = (text: string): number[] =>
  [...text.matchAll(/\d{1,15}/g)].map(([digits]) => Number(digits));

function isRecord(value: PhpValue | undefined): value is { readonly [key: string]: PhpValue } {
  return typeof value === 'object' && value !== null;
}
