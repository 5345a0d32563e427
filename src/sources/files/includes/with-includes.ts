import type { PrivacyRules } from '../../../config/config.js';
import { cutMarkdownGates } from '../../../content/privacy/markdown/cut.js';
import type { Warnings } from '../../../core/warnings.js';
import type { RawEntry, RawSite } from '../../port.js';
import { isMyst, stripComments } from '../comments.js';
import type { FolderFacts } from '../folder-facts.js';
import type { Layout } from '../layout.js';
import { expandCardList } from './card-list.js';
import { expandDocsify } from './docsify.js';
import { expandEmbeds } from './embeds.js';
import { expandHugo } from './hugo.js';
import { Includes } from './includes.js';
import { expandTemplates } from './jekyll.js';
import { expandMdBook } from './mdbook.js';
import { expandMdxImports } from './mdx.js';
import { expandMkdocs } from './mkdocs.js';
import { expandMyst } from './myst/expand.js';
import { expandSmartSymbols } from './smart-symbols.js';
import { expandSnippets } from './snippets.js';
import { expandVitePress } from './vitepress.js';
import { expandVueLoops } from './vue-loops.js';

interface FolderOfIncludes {
  readonly layout: Layout;
  readonly site: RawSite;
  readonly warnings: Warnings;
  readonly privacy: PrivacyRules | undefined;
}

const EXPANDERS = [
  expandSnippets,
  expandMdBook,
  expandEmbeds,
  expandVitePress,
  expandMdxImports,
  expandCardList,
];

/** The entry with the texts of the files that its body includes. */
export function withIncludes(entry: RawEntry, facts: FolderFacts, folder: FolderOfIncludes): RawEntry {
  if (entry.format !== 'markdown') return entry;
  const includes = new Includes(entry.key, facts, folder.layout);
  const text = EXPANDERS.reduce((whole, expand) => expand(whole, includes), entry.body);
  const body = expandGenerator(entry, text, folder, includes);
  includes.tell(folder.warnings);
  if (body === entry.body) return entry;
  // A gate may begin in one file and end in another.
  const open = folder.privacy === undefined ? body : cutMarkdownGates(body, folder.privacy).text;
  return { ...entry, body: stripComments(open, folder.layout.generator) };
}

/** Expands what the generator's own templates would show. */
function expandGenerator(
  entry: RawEntry,
  text: string,
  folder: FolderOfIncludes,
  includes: Includes,
): string {
  const { layout, site } = folder;
  if (layout.generator === 'hugo') return expandHugo(entry, text, site, includes);
  // A folder of VuePress is read as a plain one.
  if (layout.generator === 'vitepress' || layout.generator === 'plain') return expandVueLoops(text, entry);
  if (isMyst(layout.generator)) return expandMyst(entry, text, includes, folder);
  if (layout.generator === 'docsify') return expandDocsify(text, includes);
  if (layout.generator === 'mkdocs') return expandSmartSymbols(expandMkdocs(text), layout.config?.values);
  return layout.generator === 'jekyll' || layout.generator === 'eleventy'
    ? expandTemplates(entry, text, includes)
    : text;
}
