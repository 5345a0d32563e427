/**
 * The parts that generators and their themes add to the text of a page: a table with one row for each.
 */

import type { Element, Root } from 'hast';
import { classesOf } from '../../content/html/element.js';
import { addTo } from '../../core/multimap.js';
import { textOf } from './tree.js';

/**
 * The parts that generators and their themes add to the text of a page for the page's own use: elements of a tag with a
 * class (`tag.class`) or an id (`tag#id`). `name*>` requires a parent with a class that begins so, and `tag>` a parent
 * of this tag, for names that mean something else elsewhere.
 *
 * Everything else in the content of a page is text, whatever its names are: add only what a generator writes itself and
 * no author does.
 */
const CHROME: Readonly<Record<string, string>> = {
  Sphinx: 'a.headerlink td.linenos span.linenos div.linenodiv div.sphinxsidebar div.footer-relations',
  Furo: 'div.edit-this-page div.view-this-page',
  'Sphinx Book': 'bd-*>div.topbar',
  'PyData, Sphinx Book': 'div.bd-header-article div.prev-next-area div#jb-print-docs-body',
  'Read the Docs': 'li.wy-breadcrumbs-aside',
  'Material for MkDocs': 'a.md-content__button aside.md-source-file',
  Docusaurus:
    'a.hash-link div.theme-doc-footer-tags-row div.theme-blog-footer-edit-meta-row ' +
    'a.theme-edit-this-page span.theme-last-updated div.theme-doc-toc-desktop ' +
    'div.theme-doc-toc-mobile',
  VitePress: 'a.header-anchor language-*>span.lang language-*>div.line-numbers-wrapper',
  Rspress: 'footer.rp-doc-footer div.rp-overview-search',
  VuePress: 'footer.vp-page-meta page-edit*>div.edit-link',
  'Reco for VuePress': 'i.reco-account i.reco-date i.reco-tag i.reco-eye',
  'Hope for VuePress': 'vp-page-title*>div.page-info',
  Starlight: 'a.sl-anchor-link',
  Nextra: 'div.nextra-breadcrumb',
  Docsy: 'a.td-heading-self-link',
  MyST:
    'div.myst-footer-links div.myst-fm-block-badges div.myst-fm-downloads-dropdown ' +
    'div.myst-fm-block-subject',
  'Webpage HTML Export for Obsidian': 'leaf-content*>div#outline leaf-content*>div.graph-view-wrapper',
  Quartz:
    'sidebar*>h1.page-title sidebar*>h2.page-title sidebar*>div.explorer sidebar*>div.graph ' +
    'sidebar*>div.backlinks sidebar*>div.toc sidebar*>div.recent-notes page-footer*>div.graph ' +
    'page-footer*>div.backlinks popover-hint*>ul.tags popover-hint*>p.content-meta',
  'Quarto, Distill': 'div.quarto-categories div.quarto-title-meta div.d-byline div.listing-no-matching',
  'Hugo Blox': 'aside.search-results aside.search-modal',
  'Hugo, Zola': 'span.ln span.lnt span.giallo-ln',
  Jekyll: 'td.rouge-gutter td.gutter pre.lineno',
  Hexo: 'td.gutter',
  'Landscape for Hexo': 'div.article-meta footer.article-footer nav#article-nav ul#article-nav',
  'NexT for Hexo':
    'div.post-meta-container footer.post-footer div.post-nav div.post-tags ul.popular-posts ' +
    'div.followme',
  'Butterfly for Hexo, and themes made from it':
    'div#post-meta div.post-copyright div.post-reward div.relatedPosts div.tag_share nav#pagination ' +
    'div.post-tools-right div#aside-content div#post-firstinfo div#post-comment',
  'Icarus for Hexo':
    'div.article-licensing div.article-tags a#back-to-top columns*>div.column-left ' +
    'columns*>div.column-right',
  'Fluid for Hexo': 'div.license-box div.post-prevnext div.post-metas',
  'Volantis and Stellar for Hexo':
    'div.new-meta-box div.prev-next article#comments aside#l_side div.bread-nav',
  'Async for Hexo': 'span.trm-scroll-hint-frame div.trm-post-info div.trm-post-next-prev',
  'Redefine and Keep for Hexo':
    'div.article-meta-info div.post-copyright-info div.post-meta-info-container ' +
    'div.post-bottom-tags-and-share',
  'Cactus for Hexo and Hugo': 'div#header-post div#footer-post-container',
  'Hello Friend NG for Hugo': 'main>div.post-info',
  'Ayer for Hexo': 'div#reword-out div.declare',
  'Cards for Hexo': 'div.post-title__meta div.post-footer__meta div.post-entry__tags',
  'Kratos Rebirth for Hexo': 'ul.kratos-page-meta div.post-actions',
  'Reimu for Hexo': 'sidebar-*>div.sidebar-author sidebar-*>div.sidebar-state',
  'Yun for Hexo': 'div#reward-container ul.post-copyright',
  // The footers of its list of links have the texts about them.
  'Stack for Hugo': 'time.article-time--published time.article-time--reading aside.related-content--wrapper',
  'Learn and Relearn for Hugo': 'span#sidebar-toggle-span',
  'Book for Hugo': 'header.book-header',
  'Terminal for Hugo': 'a.hanchor span.post-tags div.pagination__title div.pagination__buttons',
  'Clarity for Hugo': 'div.post_meta div.post_share',
  // Author and dates in the title.
  'Dream for Hugo': 'sub*>span.left',
  'Minimal Mistakes':
    'a.header-link p.page__meta p.page__date div.page__related section.page__share ' + 'div.page__comments',
  Chirpy: 'div.post-meta div#topbar-wrapper div#toc-bar dialog#toc-popup div.post-tail-wrapper',
  'al-folio': 'post-header*>p.post-meta post-header*>p.post-tags',
  'Doctum and Sami': 'div.namespace-breadcrumbs p.no-description',
  Scribble: 'div.versionbox div.tocset div.navsettop div.navsetbottom',
  'LoveIt for Hugo': 'div.post-meta-line div#post-footer',
  ExDoc: 'a.icon-action a.view-source small.app-vsn p.built-using p>span.line',
  Eleventy: 'a.direct-link a.ha-placeholder',
  'GTK-Doc': 'td.listing_lines table.navigation',
  Doxygen:
    'span.permalink span.lineno a.lineno div#titlearea span.icona div.navpath header*>div.summary ' +
    'directory*>div.levels entry*>span.arrow',
  MediaWiki:
    'span.mw-editsection span.mw-cite-backlink div.printfooter div#siteSub h3#siteSub div#contentSub div#jump-to-nav div.magnify ' +
    'div#mw-head div#mw-panel div#mw-navigation div#column-one div#catlinks div.noarticletext ' +
    'a.mw-jump-link div.mw-indicators label#vector-toc-collapsed-button a.minerva-talk-add-button div.minerva__tab-container',
  Blogger:
    'h2.date-header hentry*>div.post-footer post-outer*>div.comments post-outer*>section.comments ' +
    'div.blog-pager div.post-feeds div.BlogArchive div.PopularPosts div.FollowByEmail',
  Drupal:
    'li.node-readmore li.comment-add li.comment_add li.comment-forbidden li.comment_forbidden ' +
    'li.blog_usernames_blog li.statistics_counter ul.tabs--primary ul.tabs--secondary',
  DokuWiki:
    'div.stylehead div.pageId div.docInfo div.secedit div.editbutton_section div#dokuwiki__header ' +
    'div#dokuwiki__pagetools div#dw__toc span.pageId span.docInfo',
  Squarespace: 'section.item-pagination',
  'GitBook, HonKit': 'h1.search-results-title ul.search-results-list',
  'Org mode': 'div#postamble',
  // A line of the contents.
  Word: 'p.MsoToc1 p.MsoToc2 p.MsoToc3 p.MsoToc4',
  AsciiDoctor: 'div#footer-text',
  'Notes of the speaker in reveal.js': 'section>aside.notes',
  Webflow: 'div.w-form-done div.w-form-fail div.w-dyn-empty a.w-webflow-badge',
  'Cookie consent of Finsweet':
    'div.fs-cc-banner_component div.fs-cc-manager_component div.fs-cc-prefs_component',
  DocFX: 'content*>span.mobile-hide body-content*>div.sidenav',
  Jupyter: 'div.input_prompt div.output_prompt div.jp-InputPrompt div.jp-OutputPrompt',
  // Words for an open box.
  'MyST-NB': 'summary>span.expanded',
  Jetpack: 'div.sharedaddy div.jp-relatedposts div.jetpack-likes-widget-wrapper',
  'plugins and the theme Hueman of WordPress':
    'div.wpulike div.sharrre-container ul.related-posts div.alx-tabs-container div.wp_rp_wrap',
  // The title again, for programs.
  'Themes of ThemeGrill and Apollo13': 'div.extra-hatom div.extra-hatom-entry-title div.post-hatom-fix',
  'Comments of WordPress':
    'div.comments-area section.comments-area div.wp-block-comments ol.commentlist div#respond',
  'Buttons of X': 'a.twitter-share-button a.twitter-follow-button',
  'GitHub Corners': 'a.github-corner',
  nbsphinx: 'nb*>div.prompt',
  Scaladoc: 'div.documentableFilter',
  Javadoc: 'td.NavBarCell1 td.NavBarCell2 td.NavBarCell3 div.topNav div.bottomNav div.subNav p.legalCopy',
  Dokka:
    'div.copy-popup-wrapper span.top-right-position span.anchor-wrapper div.navigation-wrapper ' +
    'main-content*>div.breadcrumbs',
  // A second copy of code.
  Crayon: 'div.crayon-plain-wrap',
  Jazzy: 'language*>p.aside-title',
  FORD: 'hidden-xs*>div#sidebar a.graph-help',
  JXR: 'a.jxr_linenumber',
  'Bridge for WordPress': 'div.seo_title span#qode_page_id div.body_classes',
  'DocFX, Slate': 'a.toc-toggle a#nav-button div.toc-wrapper',
  phpDocumentor:
    'section.phpdocumentor-on-this-page__sidebar a.phpdocumentor-back-to-top ' +
    'section>ul.phpdocumentor-breadcrumbs phpdocumentor-content*>ul.phpdocumentor-breadcrumbs',
  RDoc: 'span.method-click-advice',
  YARD: 'div.nav_wrap td>pre.lines a.full_list_link a.summary_toggle a.inheritanceTree a.toggleSource',
  rustdoc:
    'a.test-arrow summary.hideme a#toggle-all-docs span.rightside a.rightside span.out-of-band ' +
    'span.sub-heading div.rustdoc-breadcrumbs',
  Haddock: 'ul#page-menu',
  // The name of the source file, which no style shows.
  pkgdown: 'page-header*>div.name',
  dartdoc: 'div#dartdoc-sidebar-left div#dartdoc-sidebar-right h1>a.feature',
  Nim: 'a.link-seesrc',
  'Maven sites': 'div#bannerLeft div#bannerRight',
  // The header of a printed page.
  xml2rfc: 'table.ears',
  Sandcastle: 'table.TitleTable img.CollapseToggle img.collapseToggle',
  'Oxygen WebHelp': 'title*>span.edit-link',
  'MadCap Flare': 'img.MCTogglerIcon img.MCDropDown_Image_Icon img.MCExpanding_Image_Icon',
  workflowr: 'div#workflowr-report button.btn-workflowr',
  pdoc: 'label.view-source-button',
  Geekdoc: 'div.gdoc-page__header div.gdoc-page__footer',
  'Carousels: copies of the first and last slides':
    'div.slick-cloned li.slick-cloned div.swiper-slide-duplicate li.swiper-slide-duplicate ' +
    'owl-stage*>div.cloned div.bx-clone li.bx-clone li.splide__slide--clone li.glide__slide--clone',
  Bootstrap: 'div.navbar-fixed-top div.navbar-static-top div.navbar-fixed-bottom ol.breadcrumb ul.breadcrumb',
  Confluence: 'span.expand-control-icon div.page-metadata div#breadcrumb-section',
  // Names and sizes of pictures.
  Discourse: 'lightbox*>div.meta',
  Prism: 'code-*>div.toolbar span.line-numbers-rows',
  Pygments: 'highlight*>span.lineno highlight*>div.gutter highlight*>td.gutter',
};

const BY_NAME = byName();

function byName(): ReadonlyMap<string, readonly { readonly tag: string; readonly within: string }[]> {
  const rows = new Map<string, { tag: string; within: string }[]>();
  for (const selector of Object.values(CHROME).flatMap((selectors) => selectors.split(' '))) {
    const [, within = '', tag = '', name = ''] = /^(?:(.+)>)?(\w+)\.?(.+)$/.exec(selector) ?? [];
    addTo(rows, name, { tag, within });
  }
  return rows;
}

/** Whether an element is chrome of a generator. */
export function isChrome(element: Element, parent: Root | Element): boolean {
  const { id } = element.properties;
  for (const name of typeof id === 'string' ? [...classesOf(element), `#${id}`] : classesOf(element)) {
    for (const { tag, within } of BY_NAME.get(name) ?? []) {
      if (tag !== element.tagName || isWholeHeading(element, parent)) continue;
      if (within === '' || (parent.type === 'element' && isWithin(parent, within))) return true;
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

function isWithin(element: Element, parent: string): boolean {
  if (!parent.endsWith('*')) return parent === element.tagName;
  return classesOf(element).some((name) => name.startsWith(parent.slice(0, -1)));
}
