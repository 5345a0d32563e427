import type { PrivacyRules } from '../../../config/config.js';
import { NO_PRIVACY_RULES, valueIsOpen } from '../../../content/privacy/privacy.js';
import { gatingAttribute } from '../../../content/privacy/wordpress/attributes.js';
import { isRuleForGuests, isSettingOf, openPrefixes } from '../../../content/privacy/wordpress/audience.js';
import { blockJson } from '../block-json.js';
import type { EntryContext } from '../entry.js';
import type { Fields } from '../fields.js';
import { itemLabel } from '../item-label.js';
import { markedBuilder } from '../meta-builder.js';
import { readBeaver, readBreakdance, readBricks } from './bricks.js';
import type { BuilderElement } from './element.js';
import { readElementor } from './elementor.js';
import { readNested, readOxygen, readOxygenShortcodes } from './nested.js';
import { renderSettings, showsOthers } from './render.js';
import { nameShownTexts, type Settings, wordsOf } from './texts.js';

interface BuilderData {
  readonly keys: readonly string[];
  /** The stored body, if there is one: it's complete, or stands below the elements; by default, the data replaces it. */
  readonly body?: 'complete' | 'below';
  read(text: string): readonly BuilderElement[] | undefined;
}

/** Where builders keep a page, by their names. */
const DATA: Readonly<Record<string, BuilderData>> = {
  elementor: { keys: ['_elementor_data'], read: readElementor },
  'beaver-builder': { keys: ['_fl_builder_data'], read: readBeaver },
  bricks: { keys: ['_bricks_page_content_2'], read: readBricks },
  breakdance: { keys: ['_breakdance_data', '_oxygen_data'], read: readBreakdance },
  oxygen: {
    keys: ['_ct_builder_json', 'ct_builder_json', '_ct_builder_shortcodes', 'ct_builder_shortcodes'],
    read: (text) => (text.trimStart().startsWith('[') ? readOxygenShortcodes(text) : readOxygen(text)),
  },
  themify: { keys: ['_themify_builder_settings_json'], body: 'complete', read: readNested },
  zion: { keys: ['_zionbuilder_page_elements'], body: 'complete', read: readNested },
  'live-composer': { keys: ['dslc_code'], body: 'complete', read: readNested },
  cornerstone: { keys: ['_cornerstone_data'], read: readNested },
  goodlayers: { keys: ['gdlr-core-page-builder'], body: 'below', read: readNested },
  muffin: { keys: ['mfn-page-items'], body: 'below', read: readNested },
  thrive: {
    keys: ['tve_updated_post'],
    body: 'complete',
    read: (html) => [{ name: 'html', settings: { html }, children: [] }],
  },
};

/** Larger data is the result of a mistake. */
const MAX_CHARACTERS = 16 << 20;

/** What data that can't be read may say about who sees the page. */
const CONDITION = /visibilit|condition|logged|restrict|protect|capabilit|members?\b|role/i;

/**
 * The page that a builder keeps in data of its own, as blocks. It replaces the stored body: that is a copy for search
 * engines, without the conditions under which parts of it are shown.
 * @param stored the stored body
 * @returns `stored` where no builder has texts or conditions for the item
 */
export function builderBody(
  fields: Fields,
  meta: ReadonlyMap<string, string>,
  stored: string,
  context: EntryContext,
): string {
  const builder = markedBuilder(meta);
  const format = builder === undefined ? undefined : DATA[builder];
  if (builder === undefined || format === undefined) return stored;
  const values = fields.metaLists(new Set(format.keys));
  const text = format.keys.map((key) => values.get(key)?.at(-1)).find((value) => value !== undefined);
  if (text === undefined || (format.body === 'complete' && stored.trim() !== '')) return stored;
  const elements = text.length > MAX_CHARACTERS ? undefined : format.read(text);
  if (elements !== undefined) {
    const words = ` ${wordsOf(stored)} `;
    const named = elements.map((element) => withShownTexts(element, words));
    const own = builderMarkup(builder, named, context.privacy ?? NO_PRIVACY_RULES).trim();
    return format.body === 'below' ? `${own}\n\n${stored}`.trim() : own || stored;
  }
  if (stored.trim() === '' || !CONDITION.test(text)) return stored;
  context.warnings.add({
    code: 'wxr-builder-data',
    file: context.file,
    line: fields.element.line,
    message: `The data of ${builder} in the ${itemLabel(fields)} can't be read and contains conditions, so its body was left out: only the data says who may see which part.`,
    fix: 'Save the page again in the builder and export again, or pass the built pages of the site with --site.',
    skipped: true,
  });
  return '';
}

function withShownTexts(element: BuilderElement, words: string): BuilderElement {
  return {
    ...element,
    settings: nameShownTexts(element.settings, words),
    children: element.children.map((child) => withShownTexts(child, words)),
  };
}

/** Settings of extensions that show an element under conditions, whatever their values. */
const SETTING_CONDITION = /visibilit|condition|(?:^|_)(?:logics?|cl|display_rules?)(?:_|$)/i;
/** About screens and looks. */
const NOT_CONDITION =
  /_(?:mobile|tablet|desktop|hover|animation|color|align|title|text|content|name)$|^(?:backface_|overflow_)?visibility$/i;

/** Elements that list other entries, in some builders with the prefix of an extension. */
const LIST =
  /^(?:[a-z\d]+[-_])?(?:posts|blog|portfolio|archive[-_]posts|loop|query|related|post[-_](?:grid|list|carousel|slider|timeline|block)|(?:woocommerce|wc)[-_](?:products|categories)|wp-widget-(?:recent-posts|recent-comments|archives|categories))(?:[-_]|$)/;

/**
 * Writes elements as blocks, so that the rules for blocks of the editor apply to them: a block's name is that of its
 * element, and its attributes are the conditions under which the page shows it.
 * @param builder the namespace of the blocks
 */
export function builderMarkup(
  builder: string,
  elements: readonly BuilderElement[],
  rules: PrivacyRules,
): string {
  return elements.map((element) => markupOf(builder, element, rules)).join('\n');
}

function markupOf(builder: string, element: BuilderElement, rules: PrivacyRules): string {
  const { name, settings, children, template } = element;
  const block = `${builder}/${name.toLowerCase().replace(/[^a-z0-9_-]+/g, '-') || 'element'}`;
  // Labels of forms sound like conditions, and nothing of such an element is shown.
  if (showsOthers(name) && children.length === 0 && template === undefined)
    return LIST.test(name) ? listBlock(block) : '';
  const inner = children.map((child) => markupOf(builder, child, rules));
  const conditions = conditionsOf(settings, rules);
  const own = template === undefined ? '' : `<!-- wp:block ${blockJson({ ref: template })} /-->`;
  const html = own || (showsOthers(name) ? inner.join('\n') : renderSettings(name, settings, inner));
  const isOpen = Object.keys(conditions).length === 0;
  if (isOpen && html.trim() === '') return LIST.test(name) ? listBlock(block) : '';
  const json = isOpen ? '' : `${blockJson(conditions)} `;
  return `<!-- wp:${block} ${json}-->\n${html}\n<!-- /wp:${block} -->`;
}

/** A variation of the block for lists, without content: it shows nothing in a twin, and the report names it. */
function listBlock(namespace: string): string {
  return `<!-- wp:query ${blockJson({ namespace })} /-->`;
}

function conditionsOf(settings: Settings, rules: PrivacyRules): Settings {
  const found: Record<string, unknown> = {};
  const switchedOff = openPrefixes(Object.entries(settings).filter(([, value]) => value === ''));
  for (const [key, value] of Object.entries(settings)) {
    const isForGuests = isRuleForGuests(value) || (key === 'visibility_display' && value === 'logged_out');
    const isOff = switchedOff.some((prefix) => isSettingOf(prefix, key));
    if (isForGuests || isOff || isEmpty(value)) continue;
    if (gatingAttribute({ [key]: value }, { ...rules, allow: [] }) !== undefined) found[key] = value;
    else if (SETTING_CONDITION.test(key) && !NOT_CONDITION.test(key)) {
      // The owner allows or denies it by its own name.
      found[key] = { conditions: typeof value === 'object' ? true : value };
    }
  }
  return found;
}

/** Switched off, or a list of no conditions, also as text. */
function isEmpty(value: unknown): boolean {
  if (typeof value === 'string' && /^[[{\s\]}",]*$/.test(value)) return true;
  return valueIsOpen(value);
}
