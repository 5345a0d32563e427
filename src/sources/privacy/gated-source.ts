import { Warnings } from '../../core/warnings.js';
import type { AuditListener } from '../audit.js';
import { isOpen } from '../is-open.js';
import type { RawEntry, RawMedia, Source, SourceContext, SourceItem, SourceType, Wanted } from '../port.js';
import { auditGates, keptByAllow } from './audit-gates.js';
import { heldCopiesRemover } from './held-copies.js';
import type { PrivacyRules } from './privacy.js';
import { cutGates } from './wordpress/cut.js';
import { dropShortcodes } from './wordpress/drop-shortcodes.js';
import type { Gate } from './wordpress/ranges.js';
import { gateWarnings } from './wordpress/warnings.js';

/** Texts of an entry beside its body; themes and extensions show them where the body isn't. */
const TEXTS = ['excerpt', 'description', 'seoTitle', 'title', 'focusKeyword', 'imageAlt'] as const;
const MEDIA_TEXTS = ['alt', 'title', 'caption'] as const;

/**
 * A source that gives only what the gates let through: no output, search or assistant sees a text of an export
 * before the parts for some readers have been cut from it.
 */
export class GatedSource implements Source {
  readonly #source: Source;
  readonly #rules: PrivacyRules;

  constructor(source: Source, rules: PrivacyRules) {
    this.#source = source;
    this.#rules = rules;
  }

  get type(): SourceType {
    return this.#source.type;
  }

  get path(): string {
    return this.#source.path;
  }

  get bytes(): number {
    return this.#source.bytes ?? 0;
  }

  async *read(context: SourceContext): AsyncGenerator<SourceItem> {
    const isExport = this.type === 'wxr';
    for await (const item of this.#source.read({ ...context, privacy: this.#rules })) {
      if (item.kind === 'entry') {
        if (context.audit !== undefined) this.#audit(item.entry, context.audit);
        yield this.#entryItem(item, context.warnings);
      } else if (item.kind === 'pattern') {
        const { id, body } = item.pattern;
        const { text, gates } = cutGates(body, this.#rules);
        if (context.audit !== undefined) auditGates(context.audit, this.path, gates);
        for (const warning of gateWarnings(gates, { file: this.path, label: `the reusable block ${id}` })) {
          context.warnings.add(warning);
        }
        yield { ...item, pattern: { id, body: text } };
      } else if (item.kind === 'media' && isExport) yield { ...item, media: this.#media(item.media) };
      else yield item;
    }
  }

  async *readEntries(wanted: Wanted, context: SourceContext): AsyncGenerator<RawEntry> {
    // `read` has given the warnings already.
    const silent = new Warnings();
    for await (const entry of this.#source.readEntries(wanted, { ...context, privacy: this.#rules })) {
      yield this.#entry(entry, silent);
    }
  }

  /** An entry about which something was said is read and said again by the next build. */
  #entryItem(item: Extract<SourceItem, { kind: 'entry' }>, warnings: Warnings): SourceItem {
    const before = warnings.given;
    const entry = this.#entry(item.entry, warnings);
    if (entry === item.entry) return item;
    return warnings.given === before ? { ...item, entry } : { ...item, entry, isNoted: false };
  }

  #entry(entry: RawEntry, warnings: Warnings): RawEntry {
    if (entry.format !== 'wordpress') return entry;
    const gates: Gate[] = [];
    const cut = (text: string) => {
      const result = cutGates(text, this.#rules);
      gates.push(...result.gates);
      return result.text;
    };
    const changes: Partial<Record<(typeof TEXTS)[number] | 'body', string>> = {};
    const bodyCut = cutGates(entry.body, this.#rules);
    gates.push(...bodyCut.gates);
    if (bodyCut.text !== entry.body) changes.body = bodyCut.text;
    const withoutCopies = heldCopiesRemover(entry.body, bodyCut.text);
    for (const key of TEXTS) {
      const text = entry[key];
      if (text === undefined) continue;
      const own = /[[<]/.test(text) ? dropShortcodes(cut(text)) : text;
      const open = withoutCopies(own);
      if (open !== text) changes[key] = open;
    }
    if (isOpen(entry)) {
      const place = { ...placeOf(entry.ref), label: `“${entry.title.slice(0, 80)}”` };
      for (const warning of gateWarnings(gates, place)) warnings.add(warning);
    }
    return Object.keys(changes).length === 0 ? entry : { ...entry, ...changes };
  }

  /** Tells of every gate in the texts of an entry that is public otherwise, whatever is done with it. */
  #audit(entry: RawEntry, audit: AuditListener): void {
    if (entry.format !== 'wordpress' || !isOpen(entry)) return;
    const { ref } = entry;
    for (const text of [entry.body, ...TEXTS.map((key) => entry[key] ?? '')]) {
      const { gates, enclosing } = cutGates(text, this.#rules);
      auditGates(audit, ref, gates);
      const rules = { ...this.#rules, allow: [] };
      const kept = this.#rules.allow.length === 0 ? [] : keptByAllow(gates, cutGates(text, rules).gates);
      for (const gate of kept) audit.gate({ ref, ...gate });
      const allowed = new Set(kept.map(({ name }) => name.toLowerCase()));
      for (const [name, count] of enclosing) {
        if (allowed.has(name)) continue;
        audit.gate({ ref, kind: 'shortcode', name, isHeldBack: false, decider: 'none', count });
      }
    }
  }

  #media(media: RawMedia): RawMedia {
    let result = media;
    for (const key of MEDIA_TEXTS) {
      const text = media[key];
      if (text === undefined || !/[[<]/.test(text)) continue;
      const open = dropShortcodes(cutGates(text, this.#rules).text);
      if (open !== text) result = { ...result, [key]: open };
    }
    return result;
  }
}

function placeOf(ref: string): { file: string; line?: number } {
  const [, file = ref, line] = /^(.*):(\d+)$/s.exec(ref) ?? [];
  return line === undefined ? { file } : { file, line: Number(line) };
}
