import type { PrivacyRules } from '../../config/config.js';
import { cutMarkdownGates } from '../../content/privacy/markdown/cut.js';
import { enclosingTags } from '../../content/privacy/markdown/enclosing.js';
import type { Gate } from '../../content/privacy/wordpress/ranges.js';
import { gateWarnings } from '../../content/privacy/wordpress/warnings.js';
import { isOpen } from '../is-open.js';
import { auditGates, heldCopiesRemover, keptByAllow, NAMING_TEXTS } from '../privacy/held-copies.js';
import { type EntryContext, type FileEntry, readEntry } from './entry.js';
import type { FrontMatter } from './front-matter.js';
import type { FilePlace } from './layout.js';

const TEXTS = [
  'excerpt',
  'description',
  'seoTitle',
  'title',
  'menuTitle',
  'focusKeyword',
  'imageAlt',
] as const;

/** An entry and the parts that were cut from it. */
interface OpenEntry extends FileEntry {
  readonly gates: readonly Gate[];
}

/**
 * Builds the entry of one file from its place, front matter and body, without the parts that are for some readers
 * where the context requires it. Unused front-matter keys are kept in `extra`.
 */
export function buildEntry(place: FilePlace, matter: FrontMatter, context: EntryContext): FileEntry {
  if (context.cutsGates !== true) return readEntry(place, matter, context);
  const file = openEntry(place, matter, context, context.privacy);
  if (isOpen(file.entry)) {
    const label = `“${file.entry.title.slice(0, 80)}”`;
    for (const warning of gateWarnings(file.gates, { file: place.path, label }))
      context.warnings.add(warning);
    auditEntry(place, matter, context, file.gates);
  }
  return file;
}

const ONLY_TAG = /^\s*(?:\{%[^%]*%\}|\{\{[^{}]*\}\}|<[^<>]*>|@\w+)\s*$/;

function openEntry(
  place: FilePlace,
  matter: FrontMatter,
  context: EntryContext,
  rules: PrivacyRules,
): OpenEntry {
  const body = cutMarkdownGates(matter.body, rules);
  const file = readEntry(place, { ...matter, body: body.text }, context);
  if (file.entry.format === 'wordpress') {
    // The gates of WordPress are cut in the same way as those of its exports.
    const whole = body.gates.length === 0 ? file : readEntry(place, matter, context);
    return { ...whole, gates: [] };
  }
  const gates: Gate[] = [...body.gates];
  const withoutCopies = heldCopiesRemover(matter.body, body.text);
  const open = (text: string, isTitle: boolean) => {
    // A page about a tag has its name as a title.
    if (isTitle && ONLY_TAG.test(text)) return text;
    const cut = cutMarkdownGates(text, rules);
    gates.push(...cut.gates);
    return withoutCopies(cut.text, isTitle);
  };
  const texts = TEXTS.flatMap((key) => {
    const text = file.entry[key];
    return text === undefined ? [] : [[key, open(text, NAMING_TEXTS.has(key))] as const];
  });
  return { ...file, entry: { ...file.entry, ...Object.fromEntries(texts) }, gates };
}

/** Reports every gate in the texts of an entry that is public otherwise to the audit. */
function auditEntry(
  place: FilePlace,
  matter: FrontMatter,
  context: EntryContext,
  held: readonly Gate[],
): void {
  const { audit, privacy } = context;
  if (audit === undefined) return;
  auditGates(audit, place.path, held);
  const allowed = auditAllowed(place, matter, context, held);
  for (const { name, kind, count } of enclosingTags(cutMarkdownGates(matter.body, privacy).text)) {
    if (!allowed.has(name))
      audit.gate({ ref: place.path, kind, name, isHeldBack: false, decider: 'none', count });
  }
}

/** @returns the names that only `privacy.allow` keeps open */
function auditAllowed(
  place: FilePlace,
  matter: FrontMatter,
  { audit, privacy }: EntryContext,
  held: readonly Gate[],
): ReadonlySet<string> {
  if (privacy.allow.length === 0) return new Set();
  const without = cutMarkdownGates(matter.body, { ...privacy, allow: [] }).gates;
  const kept = keptByAllow(held, without);
  for (const gate of kept) audit?.gate({ ref: place.path, ...gate });
  return new Set(kept.map(({ name }) => name));
}
