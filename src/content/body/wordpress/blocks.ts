import { words } from '../../../core/text.js';
import { classifyName, NO_PRIVACY_RULES } from '../../privacy/privacy.js';
import { cutGates } from '../../privacy/wordpress/cut.js';
import { isPaywallBlock } from '../../privacy/wordpress/known.js';
import { OpenStack } from '../../syntax/open-stack.js';
import { type BodyContext, RECIPE_BLOCKS } from '../port.js';
import { attributeText, panelTitles, withPanelTitle } from './attribute-text.js';
import { type BlockAttributes, type BlockToken, tokenizeBlocks } from './block-parser.js';
import { renderBlock } from './block-render.js';
import { addParagraphs } from './paragraphs.js';
import { overrideBlock, overridesOf, type PatternOverrides } from './pattern-overrides.js';
import { screenText } from './screen-text.js';
import { expandWordPressShortcodes } from './shortcodes/evaluate.js';

/** Deeper than this, blocks are reduced to their content: no real page nests so deep. */
const MAX_DEPTH = 60;

/** Renders a reusable block with the texts that the page substitutes for its own. */
type PatternLookup = (id: number, overrides: PatternOverrides) => RenderedBlocks;

/** A block that is open while its content is read. */
interface Frame {
  readonly name: string;
  readonly attributes: BlockAttributes;
  /** True when nothing inside is shown. */
  readonly isHidden: boolean;
  html: string;
  isLeaf: boolean;
  isBlank: boolean;
  /** True when nothing but other blocks is in it. */
  isBare: boolean;
  /** Titles for the panels inside that haven't been read yet. */
  readonly titles: string[];
}

/** A body without its block comments. */
export interface RenderedBlocks {
  readonly html: string;
  /** True where a paywall ended it: nothing after it on the page is public. */
  readonly isCut: boolean;
}

/**
 * Removes the block comments from a body. Text outside all blocks is classic content and gets paragraphs;
 * blocks that are closed in the wrong order or never are closed where their parent ends.
 * @param pattern the reusable block with that id, ready to insert
 * @param overrides texts of the page, when the body is a reusable block
 */
export function renderBlocks(
  body: string,
  context: BodyContext,
  pattern: PatternLookup,
  overrides: PatternOverrides,
): RenderedBlocks {
  const rendering = new BlockRendering(context, pattern, overrides);
  for (const token of tokenizeBlocks(body)) {
    if (!rendering.take(token)) break;
  }
  return rendering.finish();
}

/** Longer HTML has something in it. */
const MAX_EMPTY = 4000;
/** Blocks that are only a look. */
const LOOKS = /spac(?:er|ing)|separator|divider|icon|shape|background|lottie|animation/;

/** True for no HTML, and for boxes without anything in them, which a script fills from the block's attributes. */
function isEmpty(html: string, name: string): boolean {
  if (html.length > MAX_EMPTY) return false;
  const boxes = LOOKS.test(name) ? /(?!)/g : /<\/?(?:div|section|article|figure|span|p|ul|li)\b[^<>]*>/gi;
  return html.replace(boxes, '').trim() === '';
}

/** The only core blocks that keep a text in attributes: WordPress 6.9 calls a panel a tab. */
const CORE_PANEL = /^tab(?:-panel)?$/;

class BlockRendering {
  #isCut = false;
  readonly #open = new OpenStack<Frame>();
  /** Classic content since the last block at the top level. */
  #free = '';
  #html = '';

  constructor(
    private readonly context: BodyContext,
    private readonly pattern: PatternLookup,
    private readonly overrides: PatternOverrides,
  ) {}

  /** Returns false where the rest of the body is for subscribers. */
  take(token: BlockToken): boolean {
    if (token.kind === 'html') this.#text(token.html);
    else if (token.kind === 'close') this.#close(token.name);
    else {
      this.#isCut = this.#endsPage(token.name);
      if (this.#isCut) return false;
      this.#push(token.name, token.attributes);
      if (token.kind === 'void') this.#popFrame();
    }
    return !this.#isCut;
  }

  #endsPage(name: string): boolean {
    const rules = this.context.privacy ?? NO_PRIVACY_RULES;
    return isPaywallBlock(name) && classifyName(name, rules)?.kind !== 'allow';
  }

  finish(): RenderedBlocks {
    while (this.#open.depth > 0) this.#popFrame();
    this.#endFree();
    return { html: this.#html, isCut: this.#isCut };
  }

  #text(html: string): void {
    const frame = this.#open.top;
    if (frame === undefined) {
      this.#free += html;
      return;
    }
    if (frame.isHidden) return;
    frame.html += html;
    frame.isBlank &&= html.trim() === '';
    frame.isBare &&= html.trim() === '';
  }

  #push(name: string, attributes: BlockAttributes): void {
    const parent = this.#open.top;
    if (parent === undefined) this.#endFree();
    else parent.isLeaf = false;
    const isHidden = parent?.isHidden === true || isDynamicBlock(name);
    const titles = [...panelTitles(name, attributes)];
    this.#open.push({
      name,
      attributes,
      isHidden,
      html: '',
      isLeaf: true,
      isBlank: true,
      isBare: true,
      titles,
    });
  }

  #close(name: string): void {
    if (!this.#open.has(name)) return;
    for (let top = this.#open.top; top !== undefined; top = this.#open.top) {
      this.#popFrame();
      if (top.name === name) return;
    }
  }

  #popFrame(): void {
    const frame = this.#open.pop();
    if (frame === undefined || frame.isHidden) return;
    const html = this.#open.depth >= MAX_DEPTH ? frame.html : this.#render(frame);
    const parent = this.#open.top;
    if (parent === undefined) this.#html += html;
    else {
      parent.html += html;
      parent.isBlank &&= html.trim() === '';
    }
  }

  #render(frame: Frame): string {
    const isRecipe = RECIPE_BLOCKS.has(frame.name) && frame.isBlank;
    if (frame.name !== 'block' && !isRecipe) return this.#renderOwn(frame);
    const given = frame.attributes[isRecipe ? 'id' : 'ref'];
    const ref = typeof given === 'string' && /^\d+$/.test(given) ? Number(given) : given;
    if (typeof ref !== 'number') return frame.html;
    const { html, isCut } = this.pattern(ref, overridesOf(frame.attributes));
    this.#isCut ||= isCut;
    return html;
  }

  #renderOwn(frame: Frame): string {
    const html = renderBlock(frame, this.context);
    const onScreens = screenText(frame.name, frame.attributes, html, this.context.media);
    if (onScreens !== undefined) return expandWordPressShortcodes(onScreens, this.context);
    // Core blocks print everything they have; those of extensions may keep their text in attributes.
    const isCore = !frame.name.includes('/');
    const own = overrideBlock(html, frame.attributes, this.overrides);
    if (isCore && !CORE_PANEL.test(frame.name)) return own;
    if (isEmpty(html, frame.name)) return isCore ? '' : this.#textOfAttributes(frame, '');
    const rules = this.context.privacy ?? NO_PRIVACY_RULES;
    const given = this.#open.top?.titles.shift();
    const titled = withPanelTitle(frame.name, frame.attributes, own, rules, given);
    if (isCore) return titled;
    return frame.isBare ? this.#textOfAttributes(frame, titled) : titled;
  }

  /** @param inner the blocks inside, as HTML */
  #textOfAttributes({ name, attributes }: Frame, inner: string): string {
    const rules = this.context.privacy ?? NO_PRIVACY_RULES;
    const { html, unclear } = attributeText(name, attributes, this.context.media, rules, inner);
    if (unclear.length > 0) {
      this.context.warnings.add({
        code: 'wordpress-block-text',
        file: this.context.ref,
        message: `The block ${name} has text in the attributes ${unclear.join(', ')}, which may be a setting; it's left out.`,
        fix: 'Compare the twin with the page.',
      });
    }
    // Encoded text can only be checked after decoding.
    return expandWordPressShortcodes(cutGates(html, rules).text, this.context);
  }

  #endFree(): void {
    const html = this.#free.trim() === '' ? '\n' : `\n${addParagraphs(this.#free)}\n`;
    this.#free = '';
    if (this.#html !== '' || html !== '\n') this.#html += html;
  }
}

/** Core blocks that the server fills from elsewhere, or that are controls: they hold none of the entry's own text. */
const DYNAMIC = new Set(
  words(`
    archives avatar calendar categories comments home-link latest-comments latest-posts legacy-widget
    loginout more navigation navigation-link navigation-submenu nextpage page-list page-list-item pattern
    query-loop read-more rss search subhead-query tag-cloud template-part term-description widget-group
    wp-calendar breadcrumbs table-of-contents
  `),
);

const DYNAMIC_PREFIX = /^(?:comment(?:s)?-|post-|query-|site-|terms-|term-query|navigation-)/;
/** Blocks of extensions that are forms, sign-ups or lists of other things. */
const DYNAMIC_EXTENSION =
  /^(?:contact-form-7|wpforms|gravityforms|formidable|ninja-forms|mailpoet|activitypub\/(?:follow-me|followers|reactions)|jetpack\/(?:contact-form|field-\w+|subscriptions|related-posts|sharing-buttons?|like|send-a-message|mailchimp|opentable|calendly|blogging-prompt|blogroll|cookie-consent|donations|recurring-payments|payment-buttons)|yoast-seo\/breadcrumbs|yoast\/(?:breadcrumbs|related-links)|rank-math\/toc-block|yoast-seo\/table-of-contents|woocommerce(?!\/(?:featured|accordion)-))(?:\/|$)/;

/** Lists of other entries and sign-ups, by the block's own name: `generateblocks/query`, `genesis-blocks/gb-newsletter`. */
const DYNAMIC_OWN =
  /^(?:[a-z]+-)?(?:query(?:-?loop|-?grid)?|looper|loop-(?:builder|item)|post-(?:template|grid|list|carousel|timeline)|newsletter(?:-form)?|breadcrumbs?|table-?of-?contents?|toc|login-form|register-form|contact-form)(?:-block)?$/;

/** True for a block that is removed, its inner blocks included. */
function isDynamicBlock(name: string): boolean {
  // Blocks of extensions have a namespace, which may begin like a core name: `site-blocks/callout`.
  const slash = name.indexOf('/');
  if (slash >= 0) return DYNAMIC_EXTENSION.test(name) || DYNAMIC_OWN.test(name.slice(slash + 1));
  return DYNAMIC.has(name) || DYNAMIC_PREFIX.test(name) || DYNAMIC_EXTENSION.test(name);
}
