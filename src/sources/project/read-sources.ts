import { Warnings } from '../../core/warnings.js';
import type { AuditListener } from '../audit.js';
import { visibleLine } from '../files/visible-text.js';
import { isOpen } from '../is-open.js';
import type { RawSite, Source, SourceContext, SourceItem } from '../port.js';
import { lowerWords } from './held-text.js';
import type { ReadFile } from './listings.js';

/** The metadata of a project's sources, without bodies. */
interface ReadSources {
  readonly files: readonly ReadFile[];
  readonly authors: readonly SourceItem[];
  readonly site: RawSite;
}

interface Reading {
  readonly context: SourceContext;
  /** Receives the files with restricted text. */
  readonly gated: Set<string>;
}

/**
 * Reads all source files of a project.
 * @param source undefined if the files can't be read
 */
export async function readSources(
  source: Source | undefined,
  { context, gated }: Reading,
): Promise<ReadSources> {
  const found: ReadFile[] = [];
  const authors: SourceItem[] = [];
  let site: RawSite = {};
  const warnings = new Warnings();
  const audit: AuditListener = {
    gate: (seen) => {
      if (seen.isHeldBack) gated.add(seen.ref);
      context.audit?.gate(seen);
    },
    leftOut: (seen) => context.audit?.leftOut(seen),
  };
  // Unchanged files must be read as well: their marks are needed.
  const { known: _, ...rest } = context;
  for await (const item of source?.read({ ...rest, warnings, audit }) ?? []) {
    if (item.kind === 'site') site = item.site;
    else if (item.kind === 'author') authors.push(item);
    else if (item.kind === 'entry') {
      const { body, seen: _seen, password: _password, ...facts } = item.entry;
      const { key: file, url, title, menuTitle = title } = facts;
      const isHidden = !isOpen(facts);
      const opening = openingOf(body);
      found.push({ file, url, titles: [title, menuTitle], isHidden, facts, ...(opening && { opening }) });
    }
  }
  for (const warning of warnings.list()) {
    // The text comes from the built page.
    if (/^(?:permalink-|generator-not-read)/.test(warning.code)) continue;
    context.warnings.add(warning);
    const { code, file } = warning;
    if (code === 'front-matter-invalid' && file !== undefined)
      found.push({ file, url: undefined, titles: [], isHidden: true });
  }
  return { files: found, authors, site };
}

/** The words that two texts begin with by chance are fewer. */
const [MIN_WORDS, MAX_WORDS] = [10, 16];
const MAX_READ = 5000;

/** The first words of a text in Markdown, as a reader sees them; none of a short one. */
function openingOf(body: string): string | undefined {
  const paragraphs = body.slice(0, MAX_READ).split(/\n[ \t]*\n/);
  const isProse = (text: string) => /^[\p{L}\p{N}*_[`("']/u.test(text) && !/^(?:import|export)\s/.test(text);
  const first = paragraphs.map((one) => one.trim()).find(isProse) ?? '';
  const words = lowerWords(visibleLine(first.replace(/\s*\n\s*/g, ' '))).slice(0, MAX_WORDS);
  return words.length < MIN_WORDS ? undefined : words.join(' ');
}
