import { readSync } from 'node:fs';
import type { Warning } from '../../core/warnings.js';
import { ByteWindow } from '../byte-window.js';
import type { RawTerm, SourceContext } from '../port.js';
import {
  AccessRules,
  contentControlRule,
  courseRule,
  forumRule,
  type IdsOfExport,
  memberPressRule,
  type Rule,
  sureMembersRule,
} from './access-rules.js';
import { ExportReader } from './export-reader.js';
import { Fields } from './fields.js';
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
].map((text) => Buffer.from(text));
const LONGEST = Math.max(...MARKERS.map(({ length }) => length));

const META = new Set([
  '_mepr_rules_type',
  '_mepr_rules_content',
  '_is_mepr_rules_content_regexp',
  'restriction_settings',
  '_ld_price_type',
  '_sfwd-courses',
  'suremembers_plan_include',
  'suremembers_plan_exclude',
  'suremembers_restricted_url',
]);

/**
 * Reads the rules of membership extensions that keep them as items of their own, wherever they are in the file. Only an
 * export that contains some is read twice.
 */
export function readAccessRules(
  descriptor: number,
  file: string,
  { warnings }: Pick<SourceContext, 'warnings'>,
): AccessRules {
  const ids = { terms: new Map<number, RawTerm>(), parents: new Map<number, number>() };
  const rules = new AccessRules(ids);
  if (!mentionsRules(descriptor)) return rules;
  const reader = new ExportReader(new ByteWindow(descriptor));
  while (reader.fill()) {
    for (let element = reader.take(); element !== undefined; element = reader.take()) {
      const { name } = element.node;
      const fields = new Fields(element, reader.bytes, reader.text);
      if (name === 'item') {
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
  return rules;
}

/** How the items of a type are read that say which others are for some readers. */
interface RuleReader {
  readonly statuses: RegExp;
  rule(id: number, meta: ReadonlyMap<string, string>, ids: IdsOfExport): Rule | 'open' | undefined;
}

const READERS: Readonly<Record<string, RuleReader>> = {
  memberpressrule: { statuses: /^publish$/, rule: (_, meta, ids) => memberPressRule(meta, ids) },
  cc_restriction: {
    statuses: /^publish$/,
    rule: (_, meta, ids) => contentControlRule(meta.get('restriction_settings') ?? '', ids),
  },
  forum: { statuses: /^(?:private|hidden)$/, rule: (id, _, ids) => forumRule(id, ids) },
  wsm_access_group: { statuses: /^publish$/, rule: (_, meta, ids) => sureMembersRule(meta, ids) },
  'sfwd-courses': { statuses: /./, rule: (id, meta) => courseRule(id, meta) },
};

/** Reads the rule in an item, and notes its parent. */
function readRule(
  fields: Fields,
  ids: IdsOfExport & { readonly parents: Map<number, number> },
): { readonly name: string; readonly covers: Rule; readonly settings: unknown } | 'unknown' | undefined {
  const id = fields.integer('wp:post_id') ?? 0;
  const parent = fields.integer('wp:post_parent');
  if (parent) ids.parents.set(id, parent);
  const type = fields.word('wp:post_type');
  const status = fields.word('wp:status');
  const read = Object.hasOwn(READERS, type) ? READERS[type] : undefined;
  if (read === undefined || !read.statuses.test(status)) return undefined;
  const lists = fields.metaLists(META);
  const meta = new Map([...lists].map(([key, values]) => [key, values.at(-1) as string]));
  const covers = read.rule(id, meta, ids);
  if (covers === 'open') return undefined;
  return covers === undefined ? 'unknown' : { name: `${type} ${id}`, covers, settings: [...meta] };
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

function mentionsRules(descriptor: number): boolean {
  const bytes = Buffer.allocUnsafe(CHUNK + LONGEST);
  for (let at = 0; ; at += CHUNK) {
    const part = bytes.subarray(0, readSync(descriptor, bytes, 0, bytes.length, at));
    if (MARKERS.some((marker) => part.includes(marker))) return true;
    if (part.length < bytes.length) return false;
  }
}
