import type { PrivacyRules, SourceType } from '../../config/config.js';
import { withoutClosedParts } from '../../content/privacy/html/closed-parts.js';
import { cutGates } from '../../content/privacy/wordpress/cut.js';
import { dropShortcodes } from '../../content/privacy/wordpress/drop-shortcodes.js';
import type { Gate } from '../../content/privacy/wordpress/ranges.js';
import { gateWarnings } from '../../content/privacy/wordpress/warnings.js';
import { Warnings } from '../../core/warnings.js';
import type { AuditListener } from '../audit.js';
import { isOpen } from '../is-open.js';
import type { RawEntry, Source, SourceContext, SourceItem, SourceTraits } from '../port.js';
import { dropCutNotes } from '../wxr/footnotes.js';
import { auditGates, heldCopiesRemover, keptByAllow, NAMING_TEXTS } from './held-copies.js';

/** Texts of an entry besides its body; themes and extensions show them where the body isn't. */
const TEXTS = ['excerpt', 'description', 'seoTitle', 'title', 'focusKeyword', 'imageAlt'] as const;
const MEDIA_TEXTS = ['alt', 'title', 'caption'] as const;
const TERM_TEXTS = ['name', 'description'] as const;

/**
 * A source that yields only what the gates let through: no output, search or assistant sees a text of an export
 * before the parts for some readers have been cut from it.
 */
export class GatedSource implements Source {
  constructor(
    private readonly source: Source,
    private readonly rules: PrivacyRules,
    private readonly traits: Pick<SourceTraits, 'hasShortcodes'>,
  ) {}

  get type(): SourceType {
    return this.source.type;
  }

  get path(): string {
    return this.source.path;
  }

  get linksByIds(): boolean {
    return this.source.linksByIds === true;
  }

  get builtFolder(): string | undefined {
    return this.source.builtFolder;
  }

  get bytes(): number {
    return this.source.bytes ?? 0;
  }

  fileOf(key: string): string | undefined {
    return this.source.fileOf?.(key);
  }

  async *read(context: SourceContext): AsyncGenerator<SourceItem> {
    for await (const item of this.source.read({ ...context, privacy: this.rules })) {
      if (item.kind === 'entry') {
        if (context.audit !== undefined) this.#audit(item.entry, context.audit);
        yield { kind: 'entry', entry: this.#entry(item.entry, context.warnings) };
      } else if (item.kind === 'pattern') {
        const { id, body } = item.pattern;
        const { text, gates } = cutGates(body, this.rules);
        if (context.audit !== undefined) auditGates(context.audit, this.path, gates);
        for (const warning of gateWarnings(gates, { file: this.path, label: `the reusable block ${id}` })) {
          context.warnings.add(warning);
        }
        yield { ...item, pattern: { id, body: text } };
      } else if (item.kind === 'media') yield { ...item, media: this.#open(item.media, MEDIA_TEXTS) };
      else if (item.kind === 'term') yield { ...item, term: this.#open(item.term, TERM_TEXTS) };
      else yield item;
    }
  }

  async *readEntries(wanted: ReadonlySet<string>, context: SourceContext): AsyncGenerator<RawEntry> {
    // `read` has given the warnings already.
    const silent = new Warnings();
    for await (const entry of this.source.readEntries(wanted, { ...context, privacy: this.rules })) {
      yield this.#entry(entry, silent);
    }
  }

  #entry(entry: RawEntry, warnings: Warnings): RawEntry {
    if (entry.format !== 'wordpress') return openTexts(entry, TEXTS, this.rules);
    const { entry: open, gates } = openWordPressEntry(entry, this.rules);
    if (isOpen(entry)) {
      const place = { ...placeOf(entry.ref), label: `“${entry.title.slice(0, 80)}”` };
      for (const warning of gateWarnings(gates, place)) warnings.add(warning);
    }
    return openTexts(open, TEXTS, this.rules);
  }

  /** Reports every gate in the texts of an otherwise public entry, even those that stay open. */
  #audit(entry: RawEntry, audit: AuditListener): void {
    if (entry.format !== 'wordpress' || !isOpen(entry)) return;
    const { ref } = entry;
    for (const text of [entry.body, ...TEXTS.map((key) => entry[key] ?? '')]) {
      const { gates, enclosing } = cutGates(text, this.rules);
      auditGates(audit, ref, gates);
      const rules = { ...this.rules, allow: [] };
      const kept = this.rules.allow.length === 0 ? [] : keptByAllow(gates, cutGates(text, rules).gates);
      for (const gate of kept) audit.gate({ ref, ...gate });
      const allowed = new Set(kept.map(({ name }) => name.toLowerCase()));
      for (const [name, count] of enclosing) {
        if (allowed.has(name)) continue;
        audit.gate({ ref, kind: 'shortcode', name, isHeldBack: false, decider: 'none', count });
      }
    }
  }

  /** A media item or a term without the restricted parts of its texts. */
  #open<Key extends string, Item extends { readonly [K in Key]?: string }>(
    item: Item,
    keys: readonly Key[],
  ): Item {
    let result = item;
    for (const key of keys) {
      const text = item[key];
      if (text === undefined || !/[[<{]/.test(text)) continue;
      const cut = cutGates(text, this.rules).text;
      const open = this.traits.hasShortcodes ? dropShortcodes(cut) : cut;
      if (open !== text) result = { ...result, [key]: open };
    }
    return openTexts(result, keys, this.rules);
  }
}

/** An entry, a media item or a term whose short texts have lost what their HTML keeps from some readers. */
function openTexts<Key extends string, Item extends { readonly [K in Key]?: string }>(
  item: Item,
  keys: readonly Key[],
  rules: PrivacyRules,
): Item {
  let result = item;
  for (const key of keys) {
    const text = item[key];
    const open = text?.includes('<') ? withoutClosedParts(text, rules) : text;
    if (open !== text) result = { ...result, [key]: open };
  }
  return result;
}

/** An entry of WordPress without the restricted parts of its texts, and without copies of them in summaries. */
export function openWordPressEntry(
  entry: RawEntry,
  rules: PrivacyRules,
): { readonly entry: RawEntry; readonly gates: readonly Gate[] } {
  const body = cutGates(entry.body, rules);
  const gates: Gate[] = [...body.gates];
  const cut = (text: string) => {
    const result = cutGates(text, rules);
    gates.push(...result.gates);
    return result.text;
  };
  const changes: Partial<Record<(typeof TEXTS)[number] | 'body', string>> = {};
  if (body.text !== entry.body) changes.body = dropCutNotes(entry.body, body.text);
  const withoutCopies = heldCopiesRemover(entry.body, body.text);
  for (const key of TEXTS) {
    const text = entry[key];
    if (text === undefined) continue;
    const own = /[[<{]/.test(text) ? dropShortcodes(cut(text)) : text;
    const open = withoutCopies(own, NAMING_TEXTS.has(key));
    if (open !== text) changes[key] = open;
  }
  return { entry: Object.keys(changes).length === 0 ? entry : { ...entry, ...changes }, gates };
}

function placeOf(ref: string): { file: string; line?: number } {
  const [, file = ref, line] = /^(.*):(\d+)$/s.exec(ref) ?? [];
  return line === undefined ? { file } : { file, line: Number(line) };
}
