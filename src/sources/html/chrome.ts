/**
 * What generators and their themes add to the text of a page. The file is a table with one row for each part, and is as
 * long as that table.
 */

import type { Element, Root } from 'hast';
import { classesOf } from '../../content/html/element.js';
import { addTo } from '../../core/multimap.js';
import { textOf } from './tree.js';

/** A part that a generator or its theme adds to the text of a page for the page's own use. */
interface Chrome {
  readonly generator: string;
  /** Elements of a tag with a class (`tag.class`) or an id (`tag#id`). */
  readonly selectors: string;
  /** The class prefix of a required parent, or its tag as `<tag>`, for names that mean something else elsewhere. */
  readonly within?: string;
  readonly what: string;
}

/**
 * The chrome of generators, one row for each part. Everything else in the content of a page is text, whatever its
 * names are: add a row only for what a generator writes itself and no author does.
 */
const CHROME: readonly Chrome[] = [
  { generator: 'Sphinx', selectors: 'a.headerlink', what: 'permalinks of headings' },
  { generator: 'Sphinx', selectors: 'td.linenos span.linenos div.linenodiv', what: 'line numbers' },
  { generator: 'Sphinx', selectors: 'div.sphinxsidebar div.footer-relations', what: 'contents, neighbours' },
  { generator: 'Furo', selectors: 'div.edit-this-page div.view-this-page', what: 'links to the source' },
  { generator: 'Sphinx Book', selectors: 'div.topbar', within: 'bd-', what: 'buttons of the page' },
  { generator: 'PyData, Sphinx Book', selectors: 'div.bd-header-article', what: 'buttons and breadcrumbs' },
  {
    generator: 'PyData, Sphinx Book',
    selectors: 'div.prev-next-area div#jb-print-docs-body',
    what: 'neighbours, and what only prints',
  },
  { generator: 'Read the Docs', selectors: 'li.wy-breadcrumbs-aside', what: 'links to the source' },
  { generator: 'Material for MkDocs', selectors: 'a.md-content__button', what: 'links to the source' },
  { generator: 'Docusaurus', selectors: 'a.hash-link', what: 'permalinks of headings' },
  {
    generator: 'Docusaurus',
    selectors:
      'div.theme-doc-footer-tags-row div.theme-blog-footer-edit-meta-row ' +
      'a.theme-edit-this-page span.theme-last-updated div.theme-doc-toc-desktop div.theme-doc-toc-mobile',
    what: 'tags, link to the source, date of the last change, contents of the page',
  },
  { generator: 'VitePress', selectors: 'a.header-anchor', what: 'permalinks of headings' },
  {
    generator: 'Rspress',
    selectors: 'footer.rp-doc-footer div.rp-overview-search',
    what: 'links and search',
  },
  { generator: 'VuePress', selectors: 'footer.vp-page-meta', what: 'link to the source and date' },
  {
    generator: 'Hope for VuePress',
    selectors: 'div.page-info',
    within: 'vp-page-title',
    what: 'author, date and reading time',
  },
  {
    generator: 'VitePress',
    selectors: 'span.lang div.line-numbers-wrapper',
    within: 'language-',
    what: 'language and line numbers of code',
  },
  { generator: 'Starlight', selectors: 'a.sl-anchor-link', what: 'permalinks of headings' },
  { generator: 'Docsy', selectors: 'a.td-heading-self-link', what: 'permalinks of headings' },
  {
    generator: 'MyST',
    selectors:
      'div.myst-footer-links div.myst-fm-block-badges div.myst-fm-downloads-dropdown div.myst-fm-block-subject',
    what: 'neighbours, and links and downloads above the title',
  },
  {
    generator: 'Quartz',
    selectors: 'h1.page-title h2.page-title div.explorer div.graph div.backlinks div.toc div.recent-notes',
    within: 'sidebar',
    what: 'boxes next to the text',
  },
  {
    generator: 'Quartz',
    selectors: 'div.graph div.backlinks',
    within: 'page-footer',
    what: 'boxes below the text',
  },
  {
    generator: 'Quartz',
    selectors: 'ul.tags p.content-meta',
    within: 'popover-hint',
    what: 'tags, date and reading time',
  },
  {
    generator: 'Quarto, Distill',
    selectors: 'div.quarto-categories div.quarto-title-meta div.d-byline',
    what: 'categories, authors and dates, which the head of the twin has',
  },
  { generator: 'Hugo Blox', selectors: 'aside.search-results aside.search-modal', what: 'search' },
  { generator: 'Hugo, Zola', selectors: 'span.ln span.lnt span.giallo-ln', what: 'line numbers' },
  { generator: 'Jekyll', selectors: 'td.rouge-gutter td.gutter pre.lineno', what: 'line numbers' },
  { generator: 'Hexo', selectors: 'td.gutter', what: 'line numbers' },
  {
    generator: 'Landscape for Hexo',
    selectors: 'div.article-meta footer.article-footer nav#article-nav ul#article-nav',
    what: 'date and category, tags and links to share, neighbours',
  },
  {
    generator: 'NexT for Hexo',
    selectors:
      'div.post-meta-container footer.post-footer div.post-nav div.post-tags ul.popular-posts div.followme',
    what: 'date, tags, neighbours, other posts',
  },
  {
    generator: 'Butterfly for Hexo, and themes made from it',
    selectors:
      'div#post-meta div.post-copyright div.post-reward div.relatedPosts div.tag_share nav#pagination ' +
      'div.post-tools-right div#aside-content div#post-firstinfo',
    what: 'dates and views, licence, tags, neighbours, other posts, boxes next to the text',
  },
  {
    generator: 'Fluid for Hexo',
    selectors: 'div.license-box div.post-prevnext div.post-metas',
    what: 'licence, tags and neighbours',
  },
  {
    generator: 'Volantis and Stellar for Hexo',
    selectors: 'div.new-meta-box div.prev-next article#comments aside#l_side div.bread-nav',
    what: 'dates, breadcrumbs, neighbours, comments, boxes next to the text',
  },
  {
    generator: 'Async for Hexo',
    selectors: 'span.trm-scroll-hint-frame div.trm-post-info div.trm-post-next-prev',
    what: 'a hint to scroll, date and author, neighbours',
  },
  {
    generator: 'Redefine and Keep for Hexo',
    selectors:
      'div.article-meta-info div.post-copyright-info div.post-meta-info-container div.post-bottom-tags-and-share',
    what: 'dates, licence and tags',
  },
  {
    generator: 'Stack for Hugo',
    selectors: 'footer.article-time aside.related-content--wrapper',
    what: 'date and reading time, other posts',
  },
  { generator: 'Book for Hugo', selectors: 'header.book-header', what: 'buttons for menu and contents' },
  {
    generator: 'Terminal for Hugo',
    selectors: 'a.hanchor span.post-tags div.pagination__title div.pagination__buttons',
    what: 'permalinks of headings, tags, neighbours',
  },
  {
    generator: 'Clarity for Hugo',
    selectors: 'div.post_meta div.post_share',
    what: 'date, reading time, tags, links to share',
  },
  {
    generator: 'Dream for Hugo',
    selectors: 'span.left',
    within: 'sub',
    what: 'author and dates in the title',
  },
  {
    generator: 'Minimal Mistakes',
    selectors:
      'a.header-link p.page__meta p.page__date div.page__related section.page__share div.page__comments',
    what: 'permalinks, reading time, date, other posts, links to share, comments',
  },
  {
    generator: 'Chirpy',
    selectors: 'div.post-meta div#toc-bar dialog#toc-popup div.post-tail-wrapper',
    what: 'date, author and reading time, contents of the page, tags and links to share',
  },
  {
    generator: 'LoveIt for Hugo',
    selectors: 'div.post-meta-line div#post-footer',
    what: 'dates, numbers of words, links to share, neighbours',
  },
  {
    generator: 'ExDoc',
    selectors: 'a.icon-action a.view-source small.app-vsn p.built-using',
    what: 'links to the source, version in the title, generator',
  },
  { generator: 'ExDoc', selectors: 'span.line', within: '<p>', what: 'links to the package' },
  { generator: 'Eleventy', selectors: 'a.direct-link a.ha-placeholder', what: 'permalinks of headings' },
  { generator: 'GTK-Doc', selectors: 'td.listing_lines table.navigation', what: 'line numbers, neighbours' },
  {
    generator: 'Doxygen',
    selectors: 'span.permalink span.lineno a.lineno',
    what: 'permalinks and line numbers',
  },
  { generator: 'MediaWiki', selectors: 'span.mw-editsection', what: 'edit links of sections' },
  {
    generator: 'DocFX',
    selectors: 'span.mobile-hide',
    within: 'content',
    what: 'links to the source of each member',
  },
  {
    generator: 'Jupyter',
    selectors: 'div.input_prompt div.output_prompt div.jp-InputPrompt div.jp-OutputPrompt',
    what: 'numbers of cells',
  },
  { generator: 'MyST-NB', selectors: 'span.expanded', within: '<summary>', what: 'words for an open box' },
  {
    generator: 'Jetpack',
    selectors: 'div.sharedaddy div.jp-relatedposts div.jetpack-likes-widget-wrapper',
    what: 'links to share, likes and related posts',
  },
  {
    generator: 'plugins and the theme Hueman of WordPress',
    selectors: 'div.wpulike div.sharrre-container ul.related-posts div.alx-tabs-container div.wp_rp_wrap',
    what: 'likes, links to share and other posts',
  },
  { generator: 'GitHub Corners', selectors: 'a.github-corner', what: 'link to the source' },
  { generator: 'nbsphinx', selectors: 'div.prompt', within: 'nb', what: 'numbers of cells' },
  {
    generator: 'Javadoc',
    selectors: 'td.NavBarCell1 td.NavBarCell2 td.NavBarCell3',
    what: 'navigation of older versions',
  },
  {
    generator: 'Javadoc',
    selectors: 'div.topNav div.bottomNav div.subNav',
    what: 'links to other views and neighbours',
  },
  {
    generator: 'Dokka',
    selectors: 'div.copy-popup-wrapper span.top-right-position span.anchor-wrapper div.navigation-wrapper',
    what: 'buttons that copy, links to the place itself, breadcrumbs and search',
  },
  { generator: 'Dokka', selectors: 'div.breadcrumbs', within: 'main-content', what: 'breadcrumbs' },
  { generator: 'Crayon', selectors: 'div.crayon-plain-wrap', what: 'a second copy of code' },
  { generator: 'Jazzy', selectors: 'p.aside-title', within: 'language', what: 'language of code' },
  { generator: 'DocFX, Slate', selectors: 'a.toc-toggle a#nav-button div.toc-wrapper', what: 'the menu' },
  {
    generator: 'YARD',
    selectors: 'div.nav_wrap a.full_list_link a.summary_toggle a.inheritanceTree a.toggleSource',
    what: 'the frame of the list of classes, and switches',
  },
  { generator: 'rustdoc', selectors: 'a.test-arrow', what: 'buttons that run code' },
  { generator: 'rustdoc', selectors: 'summary.hideme a#toggle-all-docs', what: 'buttons that open boxes' },
  {
    generator: 'rustdoc',
    selectors: 'span.rightside a.rightside span.out-of-band span.sub-heading div.rustdoc-breadcrumbs',
    what: 'links to the source, beside the version, and breadcrumbs',
  },
  { generator: 'Haddock', selectors: 'ul#page-menu', what: 'links to the source and the contents' },
  { generator: 'Nim', selectors: 'a.link-seesrc', what: 'links to the source' },
  { generator: 'pdoc', selectors: 'label.view-source-button', what: 'buttons that show the source' },
  {
    generator: 'Geekdoc',
    selectors: 'div.gdoc-page__header div.gdoc-page__footer',
    what: 'breadcrumbs and neighbours',
  },
  {
    generator: 'Bootstrap',
    selectors: 'div.navbar-fixed-top div.navbar-static-top div.navbar-fixed-bottom',
    what: 'bar with the menu of the site',
  },
  { generator: 'Confluence', selectors: 'span.expand-control-icon', what: 'arrows of boxes to open' },
  { generator: 'Discourse', selectors: 'div.meta', within: 'lightbox', what: 'names and sizes of pictures' },
  {
    generator: 'Doxygen',
    selectors: 'div#titlearea span.icona div.navpath',
    what: 'name, icons, breadcrumbs',
  },
  { generator: 'Doxygen', selectors: 'div.summary', within: 'header', what: 'contents of the page' },
  { generator: 'Doxygen', selectors: 'div.levels', within: 'directory', what: 'buttons of a tree' },
  { generator: 'Doxygen', selectors: 'span.arrow', within: 'entry', what: 'arrows of a tree' },
  { generator: 'Prism', selectors: 'div.toolbar', within: 'code-', what: 'copy buttons' },
  { generator: 'Prism', selectors: 'span.line-numbers-rows', what: 'line numbers' },
  {
    generator: 'Pygments',
    selectors: 'span.lineno div.gutter td.gutter',
    within: 'highlight',
    what: 'line numbers',
  },
];

const BY_NAME = byName();

function byName(): ReadonlyMap<string, readonly { readonly tag: string; readonly within: string }[]> {
  const rows = new Map<string, { tag: string; within: string }[]>();
  for (const { selectors, within = '' } of CHROME) {
    for (const selector of selectors.split(' ')) {
      const [tag = '', name = ''] = selector.split(/\.|(?=#)/);
      addTo(rows, name, { tag, within });
    }
  }
  return rows;
}

/** Whether an element is chrome of a generator. */
export function isChrome(element: Element, parent: Root | Element): boolean {
  const { id } = element.properties;
  for (const name of typeof id === 'string' ? [...classesOf(element), `#${id}`] : classesOf(element)) {
    for (const { tag, within } of BY_NAME.get(name) ?? []) {
      if (tag !== element.tagName || isWholeHeading(element, parent)) continue;
      if (within === '' || (parent.type === 'element' && hasClassFrom(parent, within))) return true;
    }
  }
  return false;
}

/** VuePress makes a link of the text of a heading. */
function isWholeHeading(link: Element, parent: Root | Element): boolean {
  if (link.tagName !== 'a' || parent.type !== 'element' || !/^h[1-6]$/.test(parent.tagName)) return false;
  const text = textOf(link);
  return /[\p{L}\p{N}]/u.test(text) && text === textOf(parent);
}

function hasClassFrom(element: Element, start: string): boolean {
  if (start.startsWith('<')) return start === `<${element.tagName}>`;
  return classesOf(element).some((name) => name.startsWith(start));
}
