import { words } from '../../../../core/text.js';
import { type BodyContext, patternOfShortcode } from '../../port.js';
import { embedFigure } from '../embeds.js';
import { escapeMarkup, isWebAddress } from '../escape.js';
import { parseAttributes, type ShortcodeAttributes } from './attributes.js';
import { isBuilderShortcode, isColumnShortcode, renderBuilder, unpackText } from './builders.js';
import { formula, isCodeShortcode, isFormula, renderCode } from './code.js';
import { Footnotes, isFootnote } from './footnotes.js';
import { listedIn } from './lists.js';
import { renderCaption, renderGallery, renderPlayer, renderPlaylist, renderTable } from './media.js';
import { isPlatformShortcode, renderPlatform, renderRecipe, renderRecipePart } from './platforms.js';
import { type ShortcodeTag, scanShortcodes } from './scan.js';
import { renderWidget } from './siteorigin.js';
import { renderUnknown } from './unknown.js';

/** Deeper than this, shortcodes only pass their content on: no real page nests so deep. */
const MAX_DEPTH = 40;
/** Names of forms and gaps, which show no text of the entry. */
const TEXTLESS =
  /(?:^|[-_])(?:forms?(?:[-_]|$)|(?:empty[-_]?space|spacer|separator|divider|clear(?:fix)?|gap)$)|(?:gravity|fluent|ninja|jot|type|wp)forms?\b/;
/** Shortcodes without attributes for something that the page shows elsewhere. */
const SILENT = new Set(
  words(`
    contact-form contact-field wpforms ninja-forms searchform sitemap archives toc no_toc ez-toc lwptoc
    footnotes efn_reference slideshow clear clearfix hr br divider separator latexpage addtoany ssba kkstarratings current_year currentyear current_date
  `),
);
/** Common names of extensions, which are also words: these are shortcodes if they are alone on their line. */
const ALONE = new Set(
  words(`
    newsletter postimages recaptcha breadcrumb breadcrumbs cart checkout calendar events map slider carousel
    portfolio testimonials posts search booking donate faq faqs poll quiz forum weather countdown instagram
  `),
);

type Handler = (attributes: ShortcodeAttributes, content: string, context: BodyContext) => string;

const HANDLERS: ReadonlyMap<string, Handler> = new Map<string, Handler>([
  ['caption', renderCaption],
  ['wp_caption', renderCaption],
  ['gallery', (attributes, _, context) => renderGallery(attributes, context)],
  ['audio', (attributes, content) => renderPlayer('audio', attributes, content)],
  ['video', (attributes, content) => renderPlayer('video', attributes, content)],
  ['powerpress', ({ url = '' }, content) => renderPlayer('audio', { src: url }, content)],
  ['playlist', (attributes, _, context) => renderPlaylist(attributes, context)],
  ['embed', (attributes, content) => renderEmbed(attributes, content)],
  ['iframe', ({ src }, content) => renderFrame(src ?? content.trim())],
  ['advanced_iframe', ({ src }) => renderFrame(src ?? '')],
  ['wprm-recipe', ({ id }) => storedRecipe('wprm-recipe', id)],
  ['tasty-recipe', ({ id }) => storedRecipe('tasty-recipe', id)],
  ['recipe', renderRecipe],
  // Code that the site runs.
  ...['insert_php', 'exec', 'exec_php', 'run_php', 'php_code'].map((name): [string, Handler] => [
    name,
    () => '',
  ]),
  ...['recipe-ingredients', 'recipe-directions', 'recipe-notes', 'recipe-nutrition'].map(
    (name): [string, Handler] => [name, (attributes, content) => renderRecipePart(name, attributes, content)],
  ),
]);

function renderFrame(src: string): string {
  return isWebAddress(src) ? `\n\n<iframe src="${escapeMarkup(src)}"></iframe>\n\n` : '';
}

/** A recipe is a reusable block of the export. */
function storedRecipe(name: string, id = ''): string {
  const ref = patternOfShortcode(name, id);
  return ref === undefined ? '' : `\n\n<!-- wp:block {"ref":${ref}} /-->\n\n`;
}

function renderEmbed(attributes: ShortcodeAttributes, content: string): string {
  const url = (content.trim() || (attributes['src'] ?? attributes['0'] ?? ''))
    .replace(/^<p>|<\/p>$/g, '')
    .trim();
  return /^https?:\/\/[^\s<>"]+$/i.test(url) ? `\n\n${embedFigure(url)}\n\n` : '';
}

/** An open shortcode with the result of its content so far. */
interface Frame {
  readonly tag: ShortcodeTag;
  content: string;
}

/**
 * Replaces the shortcodes of a body: those with a meaning become HTML, wrappers are replaced by their content, the
 * rest is dropped. Words in brackets inside a line are prose and stay, and `[[name]]` becomes `[name]`.
 */
export function expandWordPressShortcodes(text: string, context: BodyContext): string {
  if (!text.includes('[')) return text;
  const tags = scanShortcodes(text);
  return unescapeInCode(tags.length === 0 ? text : new Evaluation(text, tags, context).run());
}

/** The platform's own shortcodes: of others, doubled brackets in code may be a test of a shell. */
const ESCAPED = new RegExp(
  `\\[(\\[(${[...HANDLERS.keys()].join('|')})(?:\\s[^[\\]]*)?\\](?:[^[\\]]*\\[/\\2\\])?)\\]`,
  'g',
);

/** The platform shows escaped shortcodes with single brackets in code too. */
function unescapeInCode(html: string): string {
  return html.includes('[[') ? html.replace(ESCAPED, '$1') : html;
}

class Evaluation {
  readonly #frames: Frame[] = [];
  /** How often each enclosing shortcode of no known extension occurs in the text. */
  readonly #kept = new Map<string, number>();
  readonly #partners: ReadonlyMap<ShortcodeTag, ShortcodeTag>;
  readonly #footnotes = new Footnotes();
  #html = '';
  #cursor = 0;

  constructor(
    private readonly text: string,
    private readonly tags: readonly ShortcodeTag[],
    private readonly context: BodyContext,
  ) {
    const pairs = tags.filter((tag) => tag.partner !== undefined);
    this.#partners = new Map(pairs.map((tag) => [tags[tag.partner ?? 0] as ShortcodeTag, tag]));
  }

  run(): string {
    for (const tag of this.tags) {
      // Inside a stretch that was taken as a whole.
      if (tag.start < this.#cursor) continue;
      this.#write(this.text.slice(this.#cursor, tag.start));
      this.#cursor = tag.end;
      if (tag.escaped && isEscape(tag)) this.#literal(tag.start, tag.end);
      else if (tag.escaped) this.#write(this.text.slice(tag.start, tag.end));
      else if (tag.closing) this.#close(tag);
      else this.#open(tag);
    }
    this.#write(this.text.slice(this.#cursor));
    this.#listKept();
    return this.#html + this.#footnotes.list;
  }

  /** Warns about enclosing shortcodes of no known extension, since only the site decides who sees what they enclose. */
  #listKept(): void {
    for (const [name, count] of this.#kept) {
      this.context.warnings.add({
        code: 'wordpress-shortcode-kept',
        file: this.context.ref,
        message: `[${name}] isn't known; ${count === 1 ? 'the text that it encloses' : `the ${count} texts that it encloses`} ${count === 1 ? 'is' : 'are'} published.`,
        fix: `If it hides text from some readers, add "${name}" to "privacy.deny".`,
      });
    }
  }

  #write(html: string): void {
    const frame = this.#frames.at(-1);
    if (frame === undefined) this.#html += html;
    else frame.content += html;
  }

  /** `[[name]]`: the text before already ends in the first bracket; the last one is passed over. */
  #literal(start: number, end: number): void {
    this.#write(this.text.slice(start + 1, end));
    this.#cursor = end + 1;
  }

  #open(tag: ShortcodeTag): void {
    const close = tag.partner === undefined ? undefined : this.tags[tag.partner];
    if (close === undefined) {
      this.#write(this.#isShortcode(tag) ? this.#render(tag, '') : this.text.slice(tag.start, tag.end));
    } else if (this.text[tag.start - 1] === '[' && this.text[close.end] === ']') {
      this.#literal(tag.start, close.end);
    } else if (isCodeShortcode(tag.name, tag.attributes)) {
      const content = this.text.slice(tag.end, close.start);
      this.#write(
        isFormula(tag.name, content)
          ? formula(content)
          : renderCode(tag.name, parseAttributes(tag.attributes), content),
      );
      this.#cursor = close.end;
    } else if (tag.name === 'siteorigin_widget') {
      const { class: name = '' } = parseAttributes(tag.attributes);
      const html = renderWidget(name, this.text.slice(tag.end, close.start), this.context);
      if (html === undefined) this.#warnAboutLoss(tag.name);
      else this.#write(`\n\n${expandWordPressShortcodes(html, this.context)}\n\n`);
      this.#cursor = close.end;
    } else {
      this.#frames.push({ tag, content: '' });
    }
  }

  /** A closing tag without an opening one has no meaning and is dropped. */
  #close(tag: ShortcodeTag): void {
    const opener = this.#partners.get(tag);
    const frame = this.#frames.at(-1);
    if (opener === undefined || frame?.tag !== opener) return;
    this.#frames.pop();
    this.#write(this.#frames.length < MAX_DEPTH ? this.#render(frame.tag, frame.content) : frame.content);
  }

  /**
   * Distinguishes a shortcode without a closing tag from words in brackets: `$_POST[user_name]`, `[worker_1] started`. An
   * unknown name without attributes is a shortcode only when it is alone on its line or in its element.
   */
  #isShortcode(tag: ShortcodeTag): boolean {
    if (!isShortcode(tag)) return false;
    const isPlain = tag.attributes.trim() === '' && !tag.selfClosing;
    if (!isPlain || HANDLERS.has(tag.name) || SILENT.has(tag.name)) return true;
    return (
      /(?:^|[\n>\]])[ \t]*$/.test(this.text.slice(Math.max(0, tag.start - 40), tag.start)) &&
      /^[ \t]*(?:$|[\n<[])/.test(this.text.slice(tag.end, tag.end + 40))
    );
  }

  #render(tag: ShortcodeTag, content: string): string {
    const attributes = parseAttributes(tag.attributes);
    const handler = HANDLERS.get(tag.name);
    if (handler !== undefined) return handler(attributes, content, this.context);
    if (isPlatformShortcode(tag.name)) return renderPlatform(tag.name, attributes, content);
    if (isBuilderShortcode(tag.name)) return renderBuilder(tag.name, attributes, content, this.context);
    if (SILENT.has(tag.name)) return content;
    if (isFootnote(tag.name) && content.trim() !== '') return this.#footnotes.add(content);
    if (tag.name === 'table')
      return renderTable(attributes, this.context) ?? this.#renderUnknown(tag, content);
    return this.#renderUnknown(tag, content);
  }

  #renderUnknown(tag: ShortcodeTag, content: string): string {
    const isColumn = isColumnShortcode(tag.name);
    if (tag.partner !== undefined && !isColumn) this.#kept.set(tag.name, (this.#kept.get(tag.name) ?? 0) + 1);
    const attributes = this.#withTitle(unpacked(tag.name, parseAttributes(tag.attributes)));
    const inner = PACKED_LIST.test(content)
      ? listedIn({ content: content.trim() })
      : unpackText(tag.name, content);
    const html = renderUnknown(tag.name, attributes, inner, this.#isInSentence(tag), this.context.media);
    if (html.trim() === '' && !TEXTLESS.test(tag.name)) this.#warnAboutLoss(tag.name);
    return isColumn || this.#isBox(tag) ? `\n\n${html}\n\n` : html;
  }

  /** The title of a tab that only the shortcode around it has: `[tabs tab1="Tea"][tab id="1"]`. */
  #withTitle(attributes: ShortcodeAttributes): ShortcodeAttributes {
    const { id = '', ...own } = attributes;
    const around = id === '' ? undefined : this.#frames.at(-1);
    const title = around && parseAttributes(around.tag.attributes)[`tab${id.replace(/^tab/, '')}`];
    return title === undefined ? attributes : { title, ...own };
  }

  /** Returns true for a shortcode directly before or after another one: it is a block, not part of a sentence. */
  #isBox({ start, end, partner }: ShortcodeTag): boolean {
    const before = this.text[start - 1] ?? '\n';
    const after = this.text[partner === undefined ? end : (this.tags[partner]?.end ?? end)] ?? '\n';
    const isBetween = /[\]\n>]/.test(before) && /[[\n<]/.test(after);
    return isBetween && (before === ']' || after === '[');
  }

  /** Returns true if text stands before or after it on its line. */
  #isInSentence({ start, end, partner }: ShortcodeTag): boolean {
    const after = partner === undefined ? end : (this.tags[partner]?.end ?? end);
    return (
      /[^\s>\]][ \t]*$/.test(this.text.slice(Math.max(0, start - 40), start)) ||
      /^[ \t]*[^\s<[]/.test(this.text.slice(after, after + 40))
    );
  }

  #warnAboutLoss(name: string): void {
    this.context.warnings.add({
      code: 'wordpress-shortcode-unknown',
      file: this.context.ref,
      message: `[${name}] isn't known; what the site shows in its place is missing.`,
      fix: 'Pass the built pages of the site with --site, or replace the shortcode on the site.',
      count: 1,
    });
  }
}

/** Some builders store the list of an element as what it encloses. */
const PACKED_LIST = /^\s*%5B%7B\S+\s*$/i;

function unpacked(name: string, attributes: ShortcodeAttributes): ShortcodeAttributes {
  const entries = Object.entries(attributes);
  return Object.fromEntries(entries.map(([key, value]) => [key, unpackText(name, value)]));
}

/** Returns true if doubled brackets escape a shortcode. Around several words, they are a wiki link. */
function isEscape({ name, attributes, closing }: ShortcodeTag): boolean {
  const isWords = attributes.trim() !== '' && !/[=\d"'/]/.test(attributes);
  return closing || !isWords || HANDLERS.has(name) || name.includes('_');
}

/** Distinguishes a shortcode that stands alone from a word in brackets. */
function isShortcode({ name, attributes, selfClosing }: ShortcodeTag): boolean {
  if (selfClosing || name.includes('_') || HANDLERS.has(name) || SILENT.has(name)) return true;
  // A hyphenated name alone on its line is a shortcode too.
  if ((name.includes('-') || ALONE.has(name)) && attributes.trim() === '') return true;
  return /[\w-]\s*=\s*\S/.test(attributes) || (attributes.trim() !== '' && isPlatformShortcode(name));
}
