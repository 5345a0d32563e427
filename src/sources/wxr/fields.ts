import type { PrivacyRules } from '../../config/config.js';
import { addTo } from '../../core/multimap.js';
import { words } from '../../core/text.js';
import { guessedKey, isAccessKey, maySoundLikeAccess, membersKey } from './access-keys.js';
import { isTimeKey } from './dates.js';
import type { ExportElement } from './export-reader.js';
import { inOneLanguage, inPageLanguage } from './joined-languages.js';
import { isBuilderKey } from './meta-builder.js';
import { isSeoKey } from './meta-seo.js';
import type { TextReader } from './text-reader.js';
import { childOf, type XmlNode } from './xml-node.js';

/** Post meta that is read in addition to that of the SEO, membership and builder extensions. */
const OWN_KEYS = new Set(
  words(`
    _svc_description _svc_topics _svc_topics_derive _svc_llms _thumbnail_id _wp_attachment_image_alt
    _wp_attachment_metadata _wp_page_template _wpml_import_language_code _wpml_import_translation_group
    footnotes
  `),
);

/** The start of a text in a CDATA section that is in one already, and of such a body. */
const WRAPPED = /^\s*<!\[CDATA\[/;
const WRAPPED_BODY = /^\s*<!\[CDATA\[\s*<(?:p|h\d|div|!-- wp:)/;

const unwrapped = (text: string) => text.replace(WRAPPED, '').replace(/\]\]>\s{0,99}$/, '');

const REPEATED = new Set(['wp:postmeta', 'wp:termmeta', 'category']);

/** The fields of one element of the export, decoded on demand: an unread field is free. */
export class Fields {
  readonly #byName = new Map<string, XmlNode>();
  readonly #repeated: XmlNode[] = [];
  /** True if the item has another body, which isn't read. */
  hasSecondBody = false;
  /** Languages whose texts were omitted from fields with several languages. */
  readonly otherLanguages = new Set<string>();

  constructor(
    readonly element: ExportElement,
    private readonly bytes: Buffer,
    private readonly text: TextReader,
  ) {
    for (let child = element.node.firstChild; child !== undefined; child = child.next) {
      if (REPEATED.has(child.name)) this.#repeated.push(child);
      else if (!this.#byName.has(child.name)) this.#byName.set(child.name, child);
      else if (child.name === 'content:encoded') this.hasSecondBody ||= child.to > child.from;
    }
  }

  get siteTitle(): string {
    return this.text.siteTitle;
  }

  /**
   * The text of a field, without what shortcodes limit to other languages.
   * @param language of the item; empty for that of the site
   */
  inLanguage(name: string, language: string): string {
    const text = this.raw(name);
    return inPageLanguage(
      WRAPPED_BODY.test(text) ? unwrapped(text) : text,
      language || this.text.language,
      (other) => this.otherLanguages.add(other),
    );
  }

  /** The text of a field as written; empty when the field is absent. */
  raw(name: string): string {
    const node = this.#byName.get(name);
    return node === undefined || node.to === node.from ? '' : this.#read(node);
  }

  /** The text of a field without white space around it. */
  get(name: string): string {
    return this.raw(name).trim();
  }

  /** True if the item has a password. White space doesn't count if it has a line break or also surrounds other values. */
  get hasPassword(): boolean {
    const password = this.raw('wp:post_password');
    if (password.trim() !== '') return true;
    const status = this.raw('wp:status');
    return password !== '' && !password.includes('\n') && status === status.trim();
  }

  /** The text of a field that has no languages, such as a status. */
  word(name: string): string {
    const node = this.#byName.get(name);
    return node === undefined ? '' : this.#text(node).trim();
  }

  /** A whole number of zero or more; undefined for anything else. */
  integer(name: string): number | undefined {
    const text = this.get(name);
    return /^\d{1,15}$/.test(text) ? Number(text) : undefined;
  }

  /** Text of a field inside a field, such as `<image><url>`. */
  nested(name: string, child: string): string {
    const parent = this.#byName.get(name);
    const node = parent && childOf(parent, child);
    return node === undefined ? '' : this.#read(node).trim();
  }

  /** `<category domain nicename>` elements: the terms of an item. */
  categories(): { domain: string; nicename: string; name: string }[] {
    const found: { domain: string; nicename: string; name: string }[] = [];
    for (const node of this.#repeated) {
      if (node.name !== 'category') continue;
      const attributes = this.text.attributes(this.bytes, node);
      const word = this.#text(node).trim();
      const name = inOneLanguage(word, this.text.language);
      found.push({
        domain: attributes.get('domain') ?? '',
        nicename: attributes.get('nicename') ?? '',
        name,
      });
    }
    return found;
  }

  /** Post meta that is used; the last of a repeated key counts. Values of other keys are not decoded. */
  meta(): ReadonlyMap<string, string> {
    const lists = this.metaWhere(isReadKey);
    return new Map([...lists].map(([key, values]) => [key, values.at(-1) as string]));
  }

  /** The post meta by which the item isn't for every reader: that of a known extension, or what sounds like one. */
  accessMark(
    rules?: PrivacyRules,
  ): { readonly key: string; readonly isKnown: boolean; readonly isDenied?: boolean } | undefined {
    const known = membersKey(this.metaWhere(isAccessKey));
    if (known !== undefined) return { key: known, isKnown: true };
    const lists = this.metaWhere((key) => maySoundLikeAccess(key, rules));
    if (lists.size === 0) return undefined;
    const guessed = guessedKey(lists, rules);
    return guessed && { ...guessed, isKnown: false };
  }

  /** The ids of the courses of LearnDash and the forums of bbPress that the item is a part of. */
  partOf(): readonly number[] {
    const lists = this.metaWhere((key) => /^(?:course_id|ld_course_\d+|_bbp_forum_id)$/.test(key));
    return [...lists.values()].flat().map(Number);
  }

  /** All values of the post meta with certain keys. */
  metaLists(keys: ReadonlySet<string>): ReadonlyMap<string, readonly string[]> {
    return this.metaWhere((key) => keys.has(key));
  }

  /**
   * Post meta that `meta` leaves out, if the platform shows it to editors: keys that begin with `_` are
   * internal to the platform and its extensions.
   */
  otherMeta(): Readonly<Record<string, string>> {
    const lists = this.metaWhere((key) => key !== '' && !key.startsWith('_') && !isReadKey(key));
    return Object.fromEntries([...lists].map(([key, values]) => [key, values.at(-1) as string]));
  }

  /**
   * All values of the post meta whose keys pass a test.
   * @param maxBytes longer values are passed over
   */
  metaWhere(isWanted: (key: string) => boolean, maxBytes = Infinity): ReadonlyMap<string, readonly string[]> {
    const lists = new Map<string, string[]>();
    for (const node of this.#repeated) {
      const keyNode = node.name !== 'category' ? childOf(node, 'wp:meta_key') : undefined;
      const key = keyNode === undefined ? '' : this.#text(keyNode).trim();
      const valueNode = isWanted(key) ? childOf(node, 'wp:meta_value') : undefined;
      if (valueNode === undefined || valueNode.to - valueNode.from > maxBytes) continue;
      const value = this.#read(valueNode);
      if (value === '') continue;
      addTo(lists, key, value);
    }
    return lists;
  }

  #text(node: XmlNode): string {
    const text = this.text.text(this.bytes, node, this.element.flags);
    const status = WRAPPED.test(text) ? this.#byName.get('wp:status') : undefined;
    // Other programs wrap all texts of an item twice.
    const isTwice =
      status !== undefined && WRAPPED.test(this.text.text(this.bytes, status, this.element.flags));
    return isTwice ? unwrapped(text) : text;
  }

  #read(node: XmlNode): string {
    const text = this.#text(node);
    return inOneLanguage(text, this.text.language, (language) => this.otherLanguages.add(language));
  }
}

/** True for post meta that is read. */
export function isReadKey(key: string): boolean {
  return OWN_KEYS.has(key) || isSeoKey(key) || isAccessKey(key) || isBuilderKey(key) || isTimeKey(key);
}
