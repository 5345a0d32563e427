import { posix } from 'node:path';
import type { PrivacyRules } from '../../../config/config.js';
import { link, plain } from '../../../content/body/markdown/components/write.js';
import { cutMarkdownGates } from '../../../content/privacy/markdown/cut.js';
import { objectOf } from '../../../core/json.js';
import { decodePercent } from '../../../core/percent.js';
import { replaceInProse } from '../../../core/prose.js';
import type { Warnings } from '../../../core/warnings.js';
import type { RawEntry, RawSite } from '../../port.js';
import { isMyst, stripComments } from '../comments.js';
import type { ConfigValues } from '../config-values.js';
import type { FolderFacts } from '../folder-facts.js';
import type { Layout } from '../layout.js';
import { listAddress } from '../profiles/pelican.js';
import { hasSlides, shownSlides } from '../slides.js';
import { withDefaults } from '../with-defaults.js';
import { expandDocsify, expandFumadocs } from './docsify.js';
import { expandEmbeds } from './embeds.js';
import { expandGitbook } from './gitbook.js';
import { expandHexo } from './hexo.js';
import { expandHugo } from './hugo.js';
import { Includes } from './includes.js';
import { expandTemplates, kramdownMath, strongBesideLetters } from './jekyll.js';
import { expandLogseq } from './logseq.js';
import { expandMdBook } from './mdbook.js';
import { expandMdxImports } from './mdx.js';
import { expandMintlify } from './mintlify.js';
import { expandCodeTags, expandFileTags, expandMacros, expandMkdocs } from './mkdocs.js';
import { expandMyst } from './myst/expand.js';
import { expandSnippets } from './snippets.js';
import { expandVitePress } from './vitepress.js';
import { expandVocs } from './vocs.js';
import { expandVueLoops } from './vue-loops.js';
import { expandZola } from './zola.js';

const TAG = /<DocCardList\b[^<>]*\/>/g;

/** Writes the cards of Docusaurus' `DocCardList`, the pages of a folder, as a list of links. */
function expandCardList(text: string, includes: Includes): string {
  if (includes.layout.generator !== 'docusaurus' || !text.includes('<DocCardList')) return text;
  return replaceInProse(text, new RegExp(TAG), ({ index, 0: { length } }) => {
    const items = includes.children().map(({ title, url, description }) => {
      const more = description === '' ? '' : `: ${plain(description)}`;
      return `- ${link(plain(title), url)}${more}`;
    });
    return { text: `\n\n${items.join('\n')}\n\n`, end: index + length };
  });
}

/** The folder whose files a body may include. */
export interface IncludingFolder {
  readonly layout: Layout;
  readonly site: RawSite;
  readonly warnings: Warnings;
  /** Undefined for an import, which keeps gated parts. */
  readonly privacy: PrivacyRules | undefined;
  /** The values that a page gets from its section or folder. */
  inherited?(path: string): Readonly<Record<string, unknown>>;
}

const EXPANDERS: readonly ((text: string, includes: Includes) => string)[] = [
  expandLogseq,
  expandSnippets,
  expandMdBook,
  expandEmbeds,
  // Of embedded notes.
  expandLogseq,
  expandVitePress,
  (text, { layout }) => (hasSlides(layout) ? shownSlides(text) : text),
  expandMdxImports,
  expandCardList,
];

/** The entry with the texts of the files that its body includes. */
export function withIncludes(entry: RawEntry, facts: FolderFacts, folder: IncludingFolder): RawEntry {
  if (entry.format !== 'markdown') return entry;
  const includes = new Includes(entry.key, facts, folder.layout);
  const text = EXPANDERS.reduce((whole, expand) => expand(whole, includes), withOwnValues(entry));
  const extra = withDefaults(entry.extra ?? {}, folder.inherited?.(entry.key) ?? {});
  const body = expandGenerator({ ...entry, extra }, text, folder, includes);
  includes.addWarnings(folder.warnings);
  if (body === entry.body) return entry;
  // A gate may begin in one file and end in another.
  const open = folder.privacy === undefined ? body : cutMarkdownGates(body, folder.privacy).text;
  return { ...entry, body: stripComments(open, folder.layout.generator) };
}

/** A page of MDX with the values that it shows of its front matter: `{frontMatter.version}`, `{frontmatter.title}`. */
function withOwnValues({ key, body, title, excerpt, extra }: RawEntry): string {
  const name = key.endsWith('.mdx') ? /\{[^{}]{0,200}\b(front[mM]atter)\./.exec(body)?.[1] : undefined;
  if (name === undefined) return body;
  return `export const ${name} = ${JSON.stringify({ ...extra, title, description: excerpt })};\n\n${body}`;
}

/** Expands what the generator's own templates would show. */
function expandGenerator(entry: RawEntry, text: string, folder: IncludingFolder, includes: Includes): string {
  const { layout, site } = folder;
  if (layout.generator === 'hugo') return expandHugo(entry, text, site, includes);
  // Pages of VuePress may be in a folder without its configuration.
  if (/^(?:vitepress|vuepress|plain)$/.test(layout.generator)) return expandVueLoops(text, entry);
  if (isMyst(layout.generator)) return expandMyst(entry, text, includes, folder);
  if (layout.generator === 'pelican') return withPaths(strongBesideLetters(text), entry.key, layout);
  if (layout.generator === 'gitbook') return expandGitbook(entry, text, includes);
  if (layout.generator === 'hexo') return expandHexo(text, includes);
  if (layout.generator === 'zola') return expandZola(entry, text, includes);
  if (layout.generator === 'docsify') return expandDocsify(text, includes);
  if (layout.generator === 'fumadocs') return expandFumadocs(text, includes);
  if (layout.generator === 'vocs') return expandVocs(text, includes);
  if (layout.generator === 'mintlify') return expandMintlify(text, includes);
  if (layout.generator === 'mkdocs')
    return expandSmartSymbols(
      expandMkdocs(
        expandMacros(expandCodeTags(expandFileTags(strongBesideLetters(text), includes), includes), includes),
      ),
      layout.config?.values,
    );
  if (layout.generator === 'eleventy') return expandTemplates(entry, text, includes);
  return layout.generator === 'jekyll'
    ? expandTemplates(entry, kramdownMath(strongBesideLetters(text)), includes)
    : text;
}

const PELICAN_PATH =
  /(?<=\]\(<?|^ {0,3}\[[^\]\n]+\]:[ \t]*<?|(?:href|src)=["'])[{|](filename|static|attach|tag|category|author|index)[}|](\/?)([^\s)>"'#]*)/gm;

/** Paths of files in Pelican (`{filename}/a.md`, `{static}images/a.png`), seen from the page, and lists (`{tag}tea`). */
function withPaths(text: string, page: string, { bases, config }: Layout): string {
  const top = posix.relative(posix.dirname(page), bases[0]?.folder ?? '') || '.';
  return replaceInProse(text, new RegExp(PELICAN_PATH), (match) => {
    const { index, 0: found, 1: kind = '', 2: slash, 3: path = '' } = match;
    const isFile = /^(?:filename|static|attach)$/.test(kind);
    const list = () => listAddress(kind, decodePercent(path), config?.values ?? {});
    return {
      text: !isFile ? list() : slash === '' ? path : posix.join(top, path),
      end: index + found.length,
    };
  });
}

/**
 * The signs that the extension `pymdownx.smartsymbols` of MkDocs writes in place of letters: `(c)` becomes `©`.
 * Ordinal numbers keep their letters. By the option that switches them.
 * @see https://facelessuser.github.io/pymdown-extensions/extensions/smartsymbols/
 */
const SYMBOLS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  trademark: { '(tm)': '™' },
  copyright: { '(c)': '©' },
  registered: { '(r)': '®' },
  care_of: { 'c/o': '℅' },
  plusminus: { '+/-': '±' },
  not_equal: { '=/=': '≠' },
  arrows: { '<-->': '↔', '-->': '→', '<--': '←' },
  fractions: Object.fromEntries(
    [...'¼½¾⅓⅔⅕⅖⅗⅘⅙⅚⅛⅜⅝⅞'].map((sign) => [sign.normalize('NFKD').replace('⁄', '/'), sign]),
  ),
};

/** Parts that aren't text match first: comments, tags, link targets, addresses. */
const SYMBOL =
  /<!--(?:(?!-->|<!--)[\s\S])*-->|<\/?[a-z][^<>]*>|\]\((?:[^()\s]|\([^()\s]*\))*|https?:\/\/\S+|^ {0,3}\[[^\]\n]+\]:[^\n]*|\((?:tm|c|r)\)|\bc\/o\b|\+\/-|=\/=|<-->|(?<!-)-->|<--(?!-)|(?<!\d)[1-7]\/[2-68](?!\d)/gim;

/** Writes the signs, where the configuration has the extension. */
export function expandSmartSymbols(text: string, values: ConfigValues | undefined): string {
  const extensions = [values?.['markdown_extensions']].flat();
  const own = extensions.find((one) => one === NAME || Object.hasOwn(objectOf(one), NAME));
  if (own === undefined) return text;
  const settings = objectOf(objectOf(own)[NAME]);
  const groups = Object.entries(SYMBOLS).filter(([group]) => settings[group] !== false);
  const signs = new Map(groups.flatMap(([, group]) => Object.entries(group)));
  return replaceInProse(text, new RegExp(SYMBOL), ({ 0: found, index }) => ({
    text: signs.get(found) ?? found,
    end: index + found.length,
  }));
}

const NAME = 'pymdownx.smartsymbols';
