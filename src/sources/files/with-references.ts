import type { PrivacyRules } from '../../config/config.js';
import { isInAddress } from '../../content/body/markdown/address-context.js';
import { replaceInProse } from '../../core/prose.js';
import { UNRESOLVED } from '../../core/unresolved.js';
import type { Warnings } from '../../core/warnings.js';
import type { RawEntry, RawSite } from '../port.js';
import { withEmoji } from './emoji.js';
import type { FileEntry } from './entry.js';
import { firstHeading } from './first-heading.js';
import type { FolderFacts } from './folder-facts.js';
import { withIncludes } from './includes/with-includes.js';
import type { Layout } from './layout.js';
import type { Library } from './library.js';
import { referenceContext, resolveImage, resolveReferences } from './references.js';
import { resolveWikilinks } from './wikilinks.js';

/** The folder that an entry belongs to. */
export interface FolderOfEntry extends Pick<Library, 'mediaAt'> {
  readonly layout: Layout;
  readonly site: RawSite;
  readonly warnings: Warnings;
  /** Undefined for an import, which keeps gated parts. */
  readonly privacy: PrivacyRules | undefined;
}

/** The entry with the references in its body and its image resolved, and the files that it includes. */
export function withReferences(file: FileEntry, facts: FolderFacts, folder: FolderOfEntry): RawEntry {
  const { layout, site, mediaAt } = folder;
  const read = file.entry;
  // Imported HTML is as its site showed it: it has no templates, and its addresses are those of the site.
  if (layout.library !== undefined && read.format !== 'markdown') return read;
  const raw = layout.library === undefined ? titled(file, withIncludes(read, facts, folder), layout) : read;
  const references = referenceContext(facts, site, layout);
  const image = typeof raw.image === 'string' ? resolveImage(raw.image, raw, references) : raw.image;
  const known = typeof image === 'string' ? (mediaAt(image) ?? image) : image;
  const entry = known === undefined ? raw : { ...raw, image: known };
  const linked = resolveWikilinks(entry, layout, references);
  const literal = layout.rules.hasLiteralBraces === true ? withLiteralBraces(linked) : linked;
  const body = resolveReferences({ ...entry, body: literal }, references);
  if (body === entry.body) return entry;
  // Only the Markdown renderer can dissolve a link; it leaves the HTML of HTML files alone.
  const format = body.includes(UNRESOLVED) ? 'markdown' : entry.format;
  return { ...entry, body, format };
}

/** A page whose first heading stands in a file that it includes has that heading as its title. */
function titled({ entry, isUntitled }: FileEntry, whole: RawEntry, layout: Layout): RawEntry {
  if (whole.body === entry.body) return whole;
  const body = withEmoji(whole.body, layout);
  // A note of a vault is called like its file.
  const heading = isUntitled && layout.rules.wikilinks === undefined ? firstHeading(body, false) : undefined;
  return heading === undefined ? { ...whole, body } : { ...whole, title: heading.title, body: heading.rest };
}

const OUTPUT = /\{\{(?=\s*[\w.$"'][^{}\n]*\}\})/g;

/** `{{ name }}` as text, which no later step takes for a template; not in indented code, addresses and formulas. */
function withLiteralBraces(text: string): string {
  return replaceInProse(text, new RegExp(OUTPUT), ({ index }, _, before) =>
    isInAddress(before) || /(?:^|\n)(?: {4}|\t)[^\n]*$|[\w^}$\\]$/.test(before)
      ? undefined
      : { text: '&#123;{', end: index + 2 },
  );
}
