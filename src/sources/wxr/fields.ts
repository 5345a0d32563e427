import type { PrivacyRules } from '../../config/config.js';
import { EXPIRY_KEYS } from './expiry.js';
import type { ExportElement } from './export-reader.js';
import { inOneLanguage } from './joined-languages.js';
import { heardKey, isAccessKey, maySoundLikeAccess, membersKey } from './meta-access.js';
import { isBuilderKey } from './meta-builder.js';
import { isSeoKey } from './meta-seo.js';
import type { TextReader } from './text-reader.js';
import { childOf, type XmlNode } from './xml-node.js';

/** Post meta that is read in addition to that of the SEO, membership and builder extensions. */
const OWN_KEYS = new Set([
  '_svc_description',
  '_svc_topics',
  '_svc_topics_derive',
  '_svc_llms',
  '_thumbnail_id',
  '_wp_attachment_image_alt',
  '_wp_attachment_metadata',
  '_wp_page_template',
  '_wpml_import_language_code',
  '_wpml_import_translation_group',
  'footnotes',
]);

const REPEATED = new Set(['wp:postmeta', 'wp:termmeta', 'category']);

/** The fields of one element of the export, decoded on demand: an unread field is free. */
export class Fields {
  readonly #byName = new Map<string, XmlNode>();
  readonly #repeated: XmlNode[] = [];
  readonly #bytes: Buffer;
  readonly #text: TextReader;
  readonly element: ExportElement;

  constructor(element: ExportElement, bytes: Buffer, text: TextReader) {
    this.element = element;
    this.#bytes = bytes;
    this.#text = text;
    for (let child = element.node.firstChild; child !== undefined; child = child.next) {
      if (REPEATED.has(child.name)) this.#repeated.push(child);
      else if (!this.#byName.has(child.name)) this.#byName.set(child.name, child);
    }
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

  /** True when the item has a password; white space with a line break is layout of the file. */
  get hasPassword(): boolean {
    const password = this.raw('wp:post_password');
    return password !== '' && (password.trim() !== '' || !password.includes('\n'));
  }

  /** The text of a field that takes few different values. */
  word(name: string): string {
    const node = this.#byName.get(name);
    return node === undefined ? '' : this.#text.word(this.#bytes, node, this.element.flags).trim();
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
      const attributes = this.#text.attributes(this.#bytes, node);
      const word = this.#text.word(this.#bytes, node, this.element.flags).trim();
      const name = inOneLanguage(word, this.#text.language);
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
    const lists = this.#metaLists(isReadKey);
    return new Map([...lists].map(([key, values]) => [key, values.at(-1) as string]));
  }

  /** The post meta by which the item isn't for every reader: that of a known extension, or what sounds like one. */
  accessMark(
    rules?: PrivacyRules,
  ): { readonly key: string; readonly isKnown: boolean; readonly isDenied?: boolean } | undefined {
    const known = membersKey(this.meta());
    if (known !== undefined) return { key: known, isKnown: true };
    const lists = this.#metaLists((key) => maySoundLikeAccess(key, rules));
    if (lists.size === 0) return undefined;
    const heard = heardKey(new Map([...lists].map(([key, values]) => [key, values.at(-1) as string])), rules);
    return heard && { ...heard, isKnown: false };
  }

  /** All values of the post meta with certain keys. */
  metaLists(keys: ReadonlySet<string>): ReadonlyMap<string, readonly string[]> {
    return this.#metaLists((key) => keys.has(key));
  }

  /**
   * Post meta that `meta` leaves out, if the platform shows it to editors: keys that begin with `_` are
   * internal to the platform and its extensions.
   */
  otherMeta(): Readonly<Record<string, string>> {
    const lists = this.#metaLists((key) => key !== '' && !key.startsWith('_') && !isReadKey(key));
    return Object.fromEntries([...lists].map(([key, values]) => [key, values.at(-1) as string]));
  }

  #metaLists(isWanted: (key: string) => boolean): ReadonlyMap<string, readonly string[]> {
    const lists = new Map<string, string[]>();
    for (const node of this.#repeated) {
      const keyNode = node.name !== 'category' ? childOf(node, 'wp:meta_key') : undefined;
      const key =
        keyNode === undefined ? '' : this.#text.word(this.#bytes, keyNode, this.element.flags).trim();
      const valueNode = isWanted(key) ? childOf(node, 'wp:meta_value') : undefined;
      const value = valueNode === undefined ? '' : this.#read(valueNode);
      if (value === '') continue;
      const list = lists.get(key);
      if (list === undefined) lists.set(key, [value]);
      else list.push(value);
    }
    return lists;
  }

  #read(node: XmlNode): string {
    return inOneLanguage(this.#text.text(this.#bytes, node, this.element.flags), this.#text.language);
  }
}

function isReadKey(key: string): boolean {
  return OWN_KEYS.has(key) || isSeoKey(key) || isAccessKey(key) || isBuilderKey(key) || EXPIRY_KEYS.has(key);
}
