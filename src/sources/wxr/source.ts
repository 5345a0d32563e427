import { readSync } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { words } from '../../core/text.js';
import { type Warning, Warnings } from '../../core/warnings.js';
import {
  assertUnchanged,
  ByteWindow,
  ExportFile,
  entriesAmong,
  ItemIndex,
  type ItemPlace,
  planBatches,
  versionOf,
} from '../export-file.js';
import type { OpenOptions, RawEntry, RawTerm, Source, SourceContext, SourceItem } from '../port.js';
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
import { ElementScanner } from './element-scanner.js';
import type { EntryContext } from './entry.js';
import { ExportReader } from './export-reader.js';
import { Fields } from './fields.js';
import { noteParent, type ParentItems } from './guess-address.js';
import { readTerm } from './head.js';
import { inspectBytes } from './inspect-bytes.js';
import { readItem } from './item.js';
import { itemLabel } from './item-label.js';
import type { NameTable } from './names.js';
import { readWxrOptions, type WxrOptions } from './options.js';
import { type Ahead, ExportReading } from './read-export.js';
import type { TextReader } from './text-reader.js';

/** The results of a complete reading. */
interface ExportFacts {
  readonly index: ItemIndex;
  readonly facts: FileFacts;
  readonly ahead: Ahead;
  readonly version: string;
}

const CHUNK = 1 << 22;

/** What every export with a rule contains. */
const MARKERS = [
  'memberpressrule',
  'cc_restriction',
  'sfwd-courses',
  '_bbp_forum_id',
  'wsm_access_group',
  'topics]]></wp:post_type>',
  'topics</wp:post_type>',
].map((text) => Buffer.from(text));

const LONGEST = Math.max(...MARKERS.map(({ length }) => length));

const META = new Set(
  words(`
    _mepr_rules_type _mepr_rules_content _is_mepr_rules_content_regexp restriction_settings _ld_price_type
    _sfwd-courses suremembers_plan_include suremembers_plan_exclude suremembers_restricted_url
  `),
);

/** An export in WordPress eXtended RSS 1.0 to 1.2, streamed at any size. */
class WxrSource implements Source {
  readonly type = 'wxr';
  readonly linksByIds = true;
  readonly path: string;
  readonly bytes: number;
  #learned: ExportFacts | undefined;

  constructor(
    private readonly file: ExportFile,
    private readonly options: WxrOptions,
  ) {
    this.path = file.path;
    this.bytes = file.bytes;
  }

  async *read(context: SourceContext): AsyncGenerator<SourceItem> {
    const handle = await this.file.open();
    try {
      const version = await versionOf(handle);
      const index = new ItemIndex();
      const ahead = readAhead(handle.fd, this.path, context);
      const reading = new ExportReading(handle.fd, this.path, context, index, this.options, ahead);
      // Not `yield*`, which awaits several promises for each item.
      for (const item of reading.items()) yield item;
      const { names, text } = reading.reader;
      this.#learned = { index, facts: { names, text }, ahead, version };
    } catch (error) {
      throw await this.file.explained(error);
    } finally {
      await handle.close();
    }
  }

  async *readEntries(wanted: ReadonlySet<string>, context: SourceContext): AsyncGenerator<RawEntry> {
    if (wanted.size === 0) return;
    const learned = this.#learned;
    if (learned === undefined) {
      yield* entriesAmong(this.read(context), wanted);
      return;
    }
    const { timeZone, keep, privacy } = context;
    const own = { file: this.path, warnings: new Warnings(), options: this.options, ...learned.ahead };
    const entryContext = { ...own, timeZone, ...(keep && { keep }), ...(privacy && { privacy }) };
    const handle = await this.file.open();
    try {
      await assertUnchanged(handle, learned.version, this.path);
      yield* readItemsAt(handle, learned.index.places(wanted), learned.facts, entryContext);
    } catch (error) {
      throw await this.file.explained(error);
    } finally {
      await handle.close();
    }
  }
}

const USUAL_FIX =
  'Export again; if the same place fails, fix it in the file (a plug-in that prints its own tags into the export is the usual cause).';

/**
 * Opens an export. `readEntries` seeks to the wanted items after a complete `read`.
 * @throws SvcError `SVC_SOURCE_MISSING` if the file doesn't exist or can't be read
 * @throws SvcError `SVC_CONFIG_INVALID` for an unknown option
 * @see reference of the format: the namespace http://wordpress.org/export/1.2/
 */
export async function openExport(options: OpenOptions): Promise<Source> {
  const file = await ExportFile.find(options, USUAL_FIX);
  return new WxrSource(file, readWxrOptions(options.options));
}

/** The facts about a file from a full reading that a second one needs. */
export interface FileFacts {
  readonly names: NameTable;
  readonly text: TextReader;
}

/** Reads just the items at the given places, in the order of the file. */
export async function* readItemsAt(
  handle: FileHandle,
  places: Iterable<ItemPlace>,
  facts: FileFacts,
  context: EntryContext,
): AsyncGenerator<RawEntry> {
  const scanner = new ElementScanner(facts.names);
  // One shared buffer: an entry's texts are decoded before it is yielded, and nothing points into it afterwards.
  let bytes = Buffer.alloc(0);
  for (const batch of planBatches(places)) {
    const size = batch.end - batch.offset;
    if (bytes.length < size) bytes = Buffer.allocUnsafe(size);
    const { bytesRead } = await handle.read(bytes, 0, size, batch.offset);
    for (const place of batch.places) {
      const at = place.offset - batch.offset;
      const found = scanner.scan(bytes, at, bytesRead, batch.offset);
      if (found === undefined) return;
      const { controls, returns } = inspectBytes(bytes, at, found.end);
      const element = { ...place, node: found.node, flags: { controls: controls > 0, returns: returns > 0 } };
      const item = readItem(new Fields(element, bytes, facts.text), context);
      if (item?.kind === 'entry') yield item.entry;
    }
  }
}

/**
 * Reads the rules of membership extensions that keep them as items of their own, wherever they are in the file, and the
 * parents of items if some have no address. Only an export that contains such items is read twice.
 */
function readAhead(descriptor: number, file: string, { warnings }: Pick<SourceContext, 'warnings'>): Ahead {
  const ids = {
    terms: new Map<number, RawTerm>(),
    parents: new Map<number, number>(),
    topics: new Set<number>(),
  };
  const rules = new AccessRules(ids);
  const { hasRules, lacksLinks, hasGroups } = searchAhead(descriptor);
  if (!hasRules && !lacksLinks) return { rules, hasGroups };
  const parents: ParentItems = new Map();
  const reader = new ExportReader(new ByteWindow(descriptor));
  while (reader.fill()) {
    for (let element = reader.take(); element !== undefined; element = reader.take()) {
      const { name } = element.node;
      const fields = new Fields(element, reader.bytes, reader.text);
      if (name === 'item') {
        if (lacksLinks) noteParent(parents, fields);
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
  return { rules, parents, hasGroups };
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
  ids: IdsOfExport & { readonly parents: Map<number, number>; readonly topics: Set<number> },
): { readonly name: string; readonly covers: Rule; readonly settings: unknown } | 'unknown' | undefined {
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

/** What an export has: rules, groups of products, and items without an address. */
function searchAhead(descriptor: number): Record<'hasRules' | 'hasGroups' | 'lacksLinks', boolean> {
  const bytes = Buffer.allocUnsafe(CHUNK + LONGEST);
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
