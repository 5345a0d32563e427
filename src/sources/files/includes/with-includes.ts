import type { PrivacyRules } from '../../../config/config.js';
import { cutMarkdownGates } from '../../../content/privacy/markdown/cut.js';
import type { Warnings } from '../../../core/warnings.js';
import type { RawEntry } from '../../port.js';
import { stripMarkupComments } from '../comments.js';
import type { FolderFacts } from '../folder-facts.js';
import type { Layout } from '../layout.js';
import { expandEmbeds } from './embeds.js';
import { Includes } from './includes.js';
import { expandMdBook } from './mdbook.js';
import { expandSnippets } from './snippets.js';

interface FolderOfIncludes {
  readonly layout: Layout;
  readonly warnings: Warnings;
  readonly privacy: PrivacyRules | undefined;
}

/** The entry with the texts of the files that its body includes. */
export function withIncludes(entry: RawEntry, facts: FolderFacts, folder: FolderOfIncludes): RawEntry {
  if (entry.format !== 'markdown') return entry;
  const includes = new Includes(entry.key, facts, folder.layout);
  const body = expandEmbeds(expandMdBook(expandSnippets(entry.body, includes), includes), includes);
  includes.tell(folder.warnings);
  if (body === entry.body) return entry;
  // A gate may begin in one file and end in another.
  const open = folder.privacy === undefined ? body : cutMarkdownGates(body, folder.privacy).text;
  return { ...entry, body: stripMarkupComments(open) };
}
