/** Recognises parts that work on a page and say nothing in a text: menus, buttons, notices. */

import type { Element, Nodes } from 'hast';
import {
  classesOf,
  elementsIn,
  findAll,
  findElement,
  hasClass,
  isBlankText,
  isLink,
  isScreenReaderText,
  property,
  walk,
} from '../../content/html/element.js';
import { beginningOf } from './beginning.js';
import { isNamedContents } from './contents-list.js';
import type { LinkStats } from './link-stats.js';
import { hasTextBeside, textOf } from './tree.js';
import { isDateOnly, isReadingTime } from './written-byline.js';

/** The question of a widget whose answers are buttons. */
const FEEDBACK =
  /^\s*(?:(?:was|is|did you find) this (?:(?:page|article|section|topic|content|guide|document(?:ation)?|post|answer) )?(?:helpful|useful)\s*(?:\?\s*)?|\d+ out of \d+ found this helpful\s*)$/i;
const FEEDBACK_BOX = /^(?:h[1-6]|p|div|span|legend|label|strong)$/;
/** Nodes of the question: its buttons and the spaces between. */
const MAX_OF_FEEDBACK = 9;
/** Labels of lists of contents. */
const CONTENTS =
  /^\s*(?:on this page|in this (?:article|page|section)|(?:table of |page )?contents|table of content|目录|目次|目錄|목차|inhalt(?:sverzeichnis)?|sommaire|índice|содержание|المحتويات)\s*(?::\s*)?$/i;
/** Messages that scripts show for a while: names of their boxes, and texts. */
const MESSAGES: readonly (readonly [name: RegExp, text: RegExp])[] = [
  [
    /cop(?:y|ied)|clipboard|tool-?tip|popup|toast/i,
    /^\s*(?:(?:link|code|url|text) )?cop(?:y|ied)(?: to (?:the |your )?clipboard)?[!.]?\s*$/i,
  ],
  [
    /load(?:er|ing)|spinner/i,
    /^\s*(?:loading|please wait|now loading|laden|lädt|wird geladen|chargement|cargando|carregando|caricamento|загрузка|yükleniyor|ładowanie|načítání|読み込み中|加载中|載入中|로딩 ?중)\s*[.…]*\s*$/i,
  ],
  // What a form says when it was sent.
  [
    /form[-_]?(?:status|messages?|success|response|feedback|result)|(?:sent|thank-?you)[-_]message/i,
    /^.{0,250}$/s,
  ],
];
/** Where services take the address of a page to share, or to answer questions about it. */
const SHARE =
  /^(?:https?:)?\/\/(?:(?:www\.|mobile\.)?(?:twitter|x)\.com\/(?:share|intent\/(?:tweet|post))|(?:www\.|m\.)?facebook\.com\/(?:share(?:r|\.php)|dialog\/(?:share|feed))|(?:www\.)?linkedin\.com\/(?:shareArticle|sharing\/share-offsite)|(?:www\.|old\.)?reddit\.com\/submit|(?:www\.)?pinterest\.[a-z.]+\/pin\/create|(?:t|telegram)\.me\/share|(?:api|web)\.whatsapp\.com\/send|wa\.me\/?\?|news\.ycombinator\.com\/submitlink|bsky\.app\/intent\/compose|(?:www\.)?(?:tumblr\.com\/(?:widgets\/)?share|threads\.(?:net|com)\/intent\/post|addtoany\.com\/(?:add_to|share)|stumbleupon\.com\/submit|digg\.com\/submit|vk\.com\/share|getpocket\.com\/(?:save|edit)|delicious\.com\/(?:save|post))|plus\.google\.com\/share|service\.weibo\.com\/share|(?:(?:social-plugins|timeline)\.)?line\.me\/(?:lineit\/share|social-plugin\/share|R\/msg)|b\.hatena\.ne\.jp\/(?:add|entry)|(?:chatgpt\.com|chat\.openai\.com|claude\.ai\/new|(?:www\.)?perplexity\.ai\/(?:search(?:\/new)?)?)\/?\?)|^(?:mailto:|sms:(?:\/\/)?|whatsapp:\/\/send|tg:\/\/msg_url)\?/i;
const AS_MARKDOWN = /^\s*(?:view|open|copy|download) (?:(?:this )?page )?as (?:raw )?markdown\s*$/i;
/** A label before links to share a page with: `Share this post:`. */
const SHARE_LETTERS = 30;
const SHARE_LABEL =
  /\b(?:shar(?:e|ing)|tweet|spread|tell|send|post|follow|like|teilen|partage[rz]?|compart|condivid|delen|udost)|подел|シェア|共有|分享|공유/i;
/** A row of such links has fewer elements than this, their icons not counted. */
const MAX_SHARE_ELEMENTS = 40;
/** Letters of the label of a list of contents, and of the spaces around it. */
const MAX_OF_LABEL = 200;
/** Blocks that make a button more than the label of an action; a paragraph that is all of it is the label. */
const PROSE = /^(?:p|h[1-6]|[ud]l|table)$/;

/** Whether a line is part of a widget of a page, not of its text. */
export function isWidgetLine(line: string): boolean {
  return FEEDBACK.test(line) || CONTENTS.test(line) || isReadingTime(line) || isDateOnly(line);
}

/** Whether an element only asks readers whether the page was of use. */
function isFeedback({ tagName, children }: Element): boolean {
  if (!FEEDBACK_BOX.test(tagName) || children.length > MAX_OF_FEEDBACK) return false;
  const isQuestion = (child: Nodes) => child.type === 'text' && FEEDBACK.test(child.value);
  const isButton = (child: Nodes) => child.type === 'element' && child.tagName === 'button';
  return (
    children.some(isQuestion) &&
    children.every((child) => isQuestion(child) || isButton(child) || isBlankText(child))
  );
}

/** `Loading news…`, which a script replaces. */
const PLACEHOLDER = /^\s*loading [\p{L}\p{N}'’ -]{1,40}(?:…|\.{3})\s*$/iu;

function isMessage(element: Element): boolean {
  if (!/^(?:div|span|p)$/.test(element.tagName)) return false;
  if (element.children.length === 1 && element.children[0]?.type === 'text')
    if (PLACEHOLDER.test(element.children[0].value)) return true;
  const { className, id } = element.properties;
  if (className === undefined && id === undefined) return false;
  const names = `${property(element, 'className')} ${property(element, 'id')}`;
  return MESSAGES.some(([name, text]) => name.test(names) && text.test(textOf(element)));
}

/** A sign that closes a box, opens a menu or counts slides, and the names that such elements have. */
const SIGN = /^(?:[×✕✖✗❌x]|[☰≡](?:\s*\p{L}+)?|\d+\s*\/\s*\d+)$/iu;
const OF_SIGN =
  /^(?:(?:btn[-_]?)?close(?:[-_]?(?:btn|button|icon))?|hamburger|(?:menu|nav)[-_]?(?:icon|toggle|btn|button)|numbertext|slide[-_]?(?:number|count(?:er)?)|swiper-pagination(?:-fraction)?)$/i;

function isSign(element: Element): boolean {
  if (!/^(?:a|div|i|label|p|span)$/.test(element.tagName) || element.children.length > 2) return false;
  return (hasClass(element, OF_SIGN) || property(element, 'onClick') !== '') && SIGN.test(textOf(element));
}

/** Whether an element contains nothing but links that share the page, with a label at most. */
function isShareRow(element: Element): boolean {
  if (element.tagName === 'a') return isShareLink(element) && textOf(element) === '';
  if (!/^(?:[du]l|div|p|section|aside|nav)$/.test(element.tagName)) return false;
  const links: Element[] = [];
  let visited = 0;
  let isRow = true;
  walk(element, (inner) => {
    visited += 1;
    if (inner.tagName === 'a') links.push(inner);
    isRow &&= visited <= MAX_SHARE_ELEMENTS && (inner.tagName !== 'a' || isShareLink(inner));
    return isRow && inner.tagName !== 'a';
  });
  if (!isRow || links.length === 0) return false;
  const named = links.reduce((letters, link) => letters + textOf(link).length, 0);
  return textOf(element).length - named <= SHARE_LETTERS && !hasTextBeside(element, isShareLabel);
}

function isShareLabel(text: string): boolean {
  return SHARE_LABEL.test(text);
}

const COUNT_OF_COMMENTS =
  /^(?:\d+|(?:\d+|no|one|leave a|add a|post a) (?:comments?|responses?|repl(?:y|ies))(?: yet| on .*)?)$/i;
/** `4 Kommentare`, `Aucun commentaire`, `Deja un comentario`: a few words in the languages of many blogs. */
const COMMENTS_ELSEWHERE =
  /^(?:[\p{L}\d]{1,12} ){0,3}(?:kommentare?|kommentarer|commentaires?|coment[aá]rios?|comment[oi]|reacties?|komentarz[ey]?|комментари[йяев]{1,2})(?: (?:zu|sur|en|su|em|op) .{0,200}| hinterlassen)?$/iu;

/** A link to the comments below a post, which aren't part of the page: `12 Comments`, or what WordPress writes instead. */
export function isCommentsLink(element: Element): boolean {
  if (element.tagName === 'span') {
    const [text, label] = [element.children[0], element.children.at(-1)];
    const isOff = text?.type === 'text' && /^Comments Off\b/.test(text.value);
    return isOff && label?.type === 'element' && isScreenReaderText(label);
  }
  if (element.tagName !== 'a') return false;
  const href = property(element, 'href');
  const [, place] = /#(disqus_thread|(?:\w{1,3}-)?comments?|respond)$/.exec(href) ?? [];
  if (place === undefined && href !== '') return false;
  const words = textOf(element).trim();
  if (place !== undefined && (COUNT_OF_COMMENTS.test(words) || COMMENTS_ELSEWHERE.test(words))) return true;
  return /^(?:(?:\d+|no|leave a|add a|view|show|load) )?(?:comments?|reply)\s*(?:\(\d+\))?$/i.test(words);
}

/** Whether a link shares the page. */
export function isShareLink(link: Element): boolean {
  // Sharer.js opens the address of a service that an attribute names.
  const href = property(link, 'href');
  if (SHARE.test(href) || link.properties['dataSharer'] !== undefined) return true;
  return /\.mdx?\b|markdown|^#|^$/i.test(href) && AS_MARKDOWN.test(textOf(link));
}

/**
 * Whether an element is a row of links in brackets, as FrontPage writes the bars that lead to the pages of a site; the
 * page itself has no link: `[ Home ] [ Tea ] [ Milk ]`.
 */
function isLinkBar(element: Element): boolean {
  if (!/^(?:p|div|center|td|h[1-6])$/.test(element.tagName) || !beginsWithBracket(element)) return false;
  const links = findAll(element, ({ tagName }) => tagName === 'a');
  const named = links.filter((link) => /\p{L}{2}/u.test(textOf(link)) && !/^#/.test(property(link, 'href')));
  if (named.length < MIN_IN_BAR || named.length < links.length) return false;
  const groups = /^\s*(?:\[[^[\]]*\]\s*)+$/.test(textOf(element)) ? textOf(element).split('[').length - 1 : 0;
  return groups === named.length || groups === named.length + 1;
}

/** Two links in brackets may be a remark in a text. */
const MIN_IN_BAR = 3;

function beginsWithBracket(element: Element): boolean {
  // A hot path: `nodesIn` would be slower.
  const open: Nodes[] = [element];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (node.type === 'text' && node.value.trim() !== '') return node.value.trimStart().startsWith('[');
    if (node.type === 'element')
      for (let at = node.children.length - 1; at >= 0; at -= 1) open.push(node.children[at] as Nodes);
  }
  return false;
}

/** Whether an element asks readers to turn scripts on. */
export function isScriptNotice(element: Element): boolean {
  return element.tagName === 'noscript' && /javascript/i.test(textOf({ ...element, tagName: 'div' }));
}

/** Whether an element is a rule or a bullet of a theme of FrontPage, or the sign that opens a list in Doxygen. */
function isOrnament({ tagName, properties }: Element): boolean {
  if (tagName !== 'img') return false;
  const src = String(properties['src'] ?? '');
  return /(?:^|\/)_themes\//i.test(src) || (properties['alt'] === '-' && /(?:^|\/)closed\.png$/.test(src));
}

/** Whether an element is a part for readers that isn't text of the page, whatever its generator. */
export function isWidget(element: Element): boolean {
  return (
    isOrnament(element) ||
    isCommentsLink(element) ||
    isFeedback(element) ||
    isShareRow(element) ||
    isMessage(element) ||
    isSign(element) ||
    isLinkBar(element)
  );
}

/** Whether a box has nothing left but the label of a list of contents, which a script fills or which was frame. */
export function isContentsLabelAlone(element: Element): boolean {
  const least = isNamedContents(element) ? 1 : 2;
  if (!/^(?:div|aside|section|details)$/.test(element.tagName) || elementsIn(element).length < least)
    return false;
  let letters = 0;
  walk(element, ({ children }) => {
    for (const child of children) if (child.type === 'text') letters += child.value.trim().length;
    return letters <= MAX_OF_LABEL;
  });
  return letters <= MAX_OF_LABEL && isContentsLabel(element);
}

/** Whether an element is the label of a list of contents. */
export function isContentsLabel(element: Element): boolean {
  return CONTENTS.test(textOf(element));
}

/**
 * Whether a button is the label of text that it opens, or has text of the page in it, such as the answers of a service in
 * Redoc.
 */
export function isLabelButton(element: Element, parent: Element, region: Element): boolean {
  if (element.tagName !== 'button') return false;
  // The text of a button doesn't count as visible.
  if (/^(?:h[1-6]|summary)$/.test(parent.tagName) && textOf(parent).trim() === '') return true;
  const whole = textOf({ ...element, tagName: 'div' });
  const isProse = (one: Element) => PROSE.test(one.tagName) && (one.tagName !== 'p' || textOf(one) !== whole);
  if (findElement(element, isProse) !== undefined) return true;
  if (property(element, 'ariaExpanded') === '') return false;
  const opened = property(element, 'ariaControls');
  const isOpened = ({ properties, tagName }: Element) => properties['id'] === opened && tagName !== 'nav';
  return opened !== '' && findElement(region, isOpened) !== undefined;
}

const MIN_OF_MENU = 5;
const SHARE_OF_MENU = 0.7;

/** Names of menu boxes on hand-made sites. */
const MENU = /^(?:(?:main|left|site|side|top)[-_]?)?(?:side-?bar|nav(?:-?bar|igation)?|menu-?(?:bar)?)$/i;

/** A box of links that comes before the title of the page: the menu of a site whose pages have no `nav`. */
export function isMenu(element: Element, own: LinkStats, region: Element): boolean {
  if (own.links < MIN_OF_MENU || own.code > 0 || own.linked < own.letters * SHARE_OF_MENU) return false;
  const isNamed = [property(element, 'id'), ...classesOf(element)].some((name) => MENU.test(name));
  if (element.tagName !== 'aside' && !isNamed) return false;
  return beginningOf(region).boxes.has(element);
}

const TRAIL_LETTERS = 250;
/** Separators between breadcrumbs. An image may replace them. */
const STEP = /(?:-?[»›>＞▸→/|·:\s])+/gu;

/**
 * Returns true for breadcrumbs before the title of the page: links to the ancestors, followed by the title or its last
 * part. Directly behind the title, they end with all of it.
 */
export function isTrail(element: Element, own: LinkStats, region: Element): boolean {
  if (!/^(?:div|p|ul|ol|td)$/.test(element.tagName) || own.letters > TRAIL_LETTERS || own.headings > 0)
    return false;
  if (own.code > 0 || own.letters <= own.linked) return false;
  const [beside, last] = stepsOf(element);
  if (beside !== '' || last === undefined) return false;
  const { title } = beginningOf(region);
  if (title === undefined) return false;
  const [long = '', short = ''] = [textOf(title), last].map((text) => text.replace(/\s+/g, ' ').trim());
  if (long === '' || short === '') return false;
  if (findElement(region, (one) => one === element || one === title) === element)
    return long.includes(short) || short.includes(long);
  const [page, ...parts] = [region, title, element].map((one) => textOf(one).replace(/\s+/g, ''));
  return long === short && page?.includes(parts.join('')) === true;
}

/** The last breadcrumb; in a list, it may be a link. Undefined without a separator before it. */
function stepsOf(trail: Element): readonly [beside: string, last: string | undefined] {
  let [beside, behind, link] = ['', '', ''];
  let hasMark = trail.tagName === 'ul' || trail.tagName === 'ol';
  const visit = (node: Nodes): void => {
    if (node.type === 'text') behind += node.value;
    else if (node.type !== 'element') return;
    else if (isLink(node)) {
      beside += behind.replace(STEP, '');
      behind = '';
      link = textOf(node);
    } else if (node.tagName === 'img' && property(node, 'alt').trim() === '') hasMark = true;
    else for (const child of node.children) visit(child);
  };
  visit(trail);
  const last = behind.replace(/^(?:-?[»›>＞▸→/|·\s])+/u, '').trim() || (hasMark ? link : '');
  const isMarked = hasMark || /^\s*-?[»›>＞▸→/|]/u.test(behind);
  return [beside, isMarked && last !== '' ? last : undefined];
}
