import { closeSync, openSync, readSync } from 'node:fs';
import { attempt } from '../../core/attempt.js';
import { words } from '../../core/text.js';
import type { Warning, Warnings } from '../../core/warnings.js';
import { ByteWindow } from '../export-file.js';
import type { RawTerm, SourcePart } from '../port.js';
import {
  type AccessRule,
  AccessRules,
  contentControlRule,
  courseRule,
  forumRule,
  type IdsOfExport,
  memberPressRule,
  sureMembersRule,
  userRegistrationRule,
} from './access-rules.js';
import { detectWxr } from './detect.js';
import { ExportReader } from './export-reader.js';
import { Fields } from './fields.js';
import { noteParent, type ParentItems } from './guess-address.js';
import { readTerm } from './head.js';
import { itemLabel } from './item-label.js';

const CHUNK = 1 << 22;

/** What every export with a rule contains. */
const MARKERS = [
  'memberpressrule',
  'cc_restriction',
  'sfwd-courses',
  '_bbp_forum_id',
  'wsm_access_group',
  'urcr_access_rule',
  'topics]]></wp:post_type>',
  'topics</wp:post_type>',
].map((text) => Buffer.from(text));

const MAX_LENGTH = Math.max(...MARKERS.map(({ length }) => length));

const META = new Set(
  words(`
    _mepr_rules_type _mepr_rules_content _is_mepr_rules_content_regexp restriction_settings _ld_price_type
    _sfwd-courses suremembers_plan_include suremembers_plan_exclude suremembers_restricted_url
  `),
);

/** What is known of an export, in all of its parts, before its items are read. */
export interface Ahead {
  readonly rules: AccessRules;
  /** The parents of items, where some have no address. */
  readonly parents?: ParentItems;
  /** It has products that are groups of others. */
  readonly hasGroups?: boolean;
}

/** By the list of parts, which all of them share. */
const known = new WeakMap<readonly SourcePart[], Ahead>();

/**
 * Reads the rules of membership extensions that keep them as items of their own, wherever they are in the export, and the
 * parents of items if some have no address. Only an export that contains such items is read twice.
 * @param parts of the export; files of other kinds are passed over
 */
export function readAhead(parts: readonly SourcePart[], warnings: Warnings): Ahead {
  const before = known.get(parts);
  if (before !== undefined) return before;
  const files = parts.length === 1 ? parts : parts.filter(({ path }) => detectWxr(path) > 0);
  const found = files.map((part) => withFile(part, searchAhead));
  const [hasRules, hasGroups, lacksLinks] = (['hasRules', 'hasGroups', 'lacksLinks'] as const).map((name) =>
    found.some((one) => one?.[name]),
  );
  const ids = {
    terms: new Map<number, RawTerm>(),
    parents: new Map<number, number>(),
    topics: new Set<number>(),
  };
  const rules = new AccessRules(ids);
  const parents: ParentItems | undefined = lacksLinks ? new Map() : undefined;
  const ahead = { rules, hasGroups: hasGroups === true, ...(parents && { parents }) };
  known.set(parts, ahead);
  if (hasRules || lacksLinks)
    for (const part of files)
      withFile(part, (file) => readPart(file, part.label, { ...ahead, ids, warnings }));
  return ahead;
}

/** Damage in a part is reported when its items are read. */
function withFile<T>({ path }: SourcePart, read: (descriptor: number) => T): T | undefined {
  const descriptor = attempt(() => openSync(path, 'r'));
  if (descriptor === undefined) return undefined;
  try {
    return attempt(() => read(descriptor));
  } finally {
    closeSync(descriptor);
  }
}

type Ids = Parameters<typeof readRule>[1] & { readonly terms: Map<number, RawTerm> };

function readPart(
  descriptor: number,
  file: string,
  { rules, parents, ids, warnings }: Ahead & { readonly ids: Ids; readonly warnings: Warnings },
): void {
  const reader = new ExportReader(new ByteWindow(descriptor));
  while (reader.fill()) {
    for (let element = reader.take(); element !== undefined; element = reader.take()) {
      const { name } = element.node;
      const fields = new Fields(element, reader.bytes, reader.text);
      if (name === 'item') {
        if (parents !== undefined) noteParent(parents, fields);
        const rule = readRule(fields, ids);
        if (rule === 'unknown') warnings.add(unknownRule(fields, file));
        else if (rule !== undefined) rules.add(rule.name, rule.covers, rule.settings);
      } else if (/^wp:(?:category|tag|term)$/.test(name)) {
        const term = readTerm(fields);
        const id = fields.integer('wp:term_id');
        if (term !== undefined && id !== undefined) ids.terms.set(id, term);
      }
    }
  }
}

/** How the items of a type are read that say which others are for some readers. */
interface RuleReader {
  readonly statuses: RegExp;
  /** The rule is in the body of the item, not in its post meta. */
  readonly isInBody?: true;
  rule(
    id: number,
    meta: ReadonlyMap<string, string>,
    ids: IdsOfExport,
    body: string,
  ): AccessRule | 'open' | undefined;
}

const READERS: Readonly<Record<string, RuleReader>> = {
  memberpressrule: { statuses: /^publish$/, rule: (_, meta, ids) => memberPressRule(meta, ids) },
  cc_restriction: {
    statuses: /^publish$/,
    rule: (_, meta, ids) => contentControlRule(meta.get('restriction_settings') ?? '', ids),
  },
  forum: { statuses: /^(?:private|hidden)$/, rule: (id, _, ids) => forumRule(id, ids) },
  wsm_access_group: { statuses: /^publish$/, rule: (_, meta, ids) => sureMembersRule(meta, ids) },
  urcr_access_rule: {
    statuses: /^publish$/,
    isInBody: true,
    rule: (_id, _meta, ids, body) => userRegistrationRule(body, ids),
  },
  'sfwd-courses': { statuses: /./, rule: (id, meta) => courseRule(id, meta) },
};

/** Reads the rule in an item, and notes its parent. */
function readRule(
  fields: Fields,
  ids: IdsOfExport & { readonly parents: Map<number, number>; readonly topics: Set<number> },
):
  | { readonly name: string; readonly covers: AccessRule; readonly settings: unknown }
  | 'unknown'
  | undefined {
  const id = fields.integer('wp:post_id') ?? 0;
  const parent = fields.integer('wp:post_parent');
  if (parent) ids.parents.set(id, parent);
  const type = fields.word('wp:post_type');
  if (type === 'topics') ids.topics.add(id);
  const status = fields.word('wp:status');
  const read = Object.hasOwn(READERS, type) ? READERS[type] : undefined;
  if (read === undefined || !read.statuses.test(status)) return undefined;
  const lists = fields.metaLists(META);
  const meta = new Map([...lists].map(([key, values]) => [key, values.at(-1) as string]));
  const body = read.isInBody ? fields.raw('content:encoded') : '';
  const covers = read.rule(id, meta, ids, body);
  if (covers === 'open') return undefined;
  return covers === undefined ? 'unknown' : { name: `${type} ${id}`, covers, settings: [...meta, body] };
}

function unknownRule(fields: Fields, file: string): Warning {
  return {
    code: 'wxr-access-rule',
    file,
    line: fields.element.line,
    message: `The ${itemLabel(fields)} is an access rule of an unknown kind; the pages that it covers aren't held back.`,
    fix: 'Set a password or a noindex mark on those pages and export again.',
    skipped: true,
  };
}

/** What an export has: rules, groups of products, and items without an address. */
function searchAhead(descriptor: number): Record<'hasRules' | 'hasGroups' | 'lacksLinks', boolean> {
  const bytes = Buffer.allocUnsafe(CHUNK + MAX_LENGTH);
  let [hasRules, hasGroups] = [false, false];
  let missing = 0;
  for (let at = 0; ; at += CHUNK) {
    const part = bytes.subarray(0, readSync(descriptor, bytes, 0, bytes.length, at));
    hasRules ||= MARKERS.some((marker) => part.includes(marker));
    hasGroups ||= part.includes('nicename="grouped"');
    const own = part.subarray(0, CHUNK);
    missing += countOf(own, '<item>') - countOf(own, '<link>http');
    // With all items' links, that of the channel is one more.
    if (part.length < bytes.length) return { hasRules, hasGroups, lacksLinks: missing >= 0 };
  }
}

function countOf(bytes: Buffer, text: string): number {
  let count = 0;
  for (let at = bytes.indexOf(text); at >= 0; at = bytes.indexOf(text, at + text.length)) count += 1;
  return count;
}
