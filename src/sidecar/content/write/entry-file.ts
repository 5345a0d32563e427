import type { PrivacyRules } from '../../../config/config.js';
import { NO_PRIVACY_RULES } from '../../../content/privacy/privacy.js';
import { systemClock } from '../../../core/clock.js';
import { Warnings } from '../../../core/warnings.js';
import type { EntryContext, FileEntry } from '../../../sources/files/entry.js';
import { findLayout, siteOf } from '../../../sources/files/find-layout.js';
import { readFrontMatter } from '../../../sources/files/front-matter.js';
import { HeldBack } from '../../../sources/files/held-back.js';
import type { Layout } from '../../../sources/files/layout.js';
import { LeftOutFiles } from '../../../sources/files/left-out-files.js';
import { readMedia } from '../../../sources/files/library.js';
import { buildEntry } from '../../../sources/files/open-entry.js';
import { type FilesOptions, readFilesOptions } from '../../../sources/files/options.js';
import { profileOf } from '../../../sources/files/profiles/table.js';
import { SubstackTables } from '../../../sources/files/substack.js';
import type { FieldRules } from './fields.js';

/** A content folder, read like a build reads it. */
export class ContentFolder {
  /** Absolute. */
  readonly root: string;
  readonly layout: Layout;
  readonly options: FilesOptions;

  /** @param privacy the owner's rules for names that look like access restrictions */
  constructor(
    root: string,
    options: Readonly<Record<string, unknown>>,
    private readonly timeZone: string,
    private readonly privacy: PrivacyRules = NO_PRIVACY_RULES,
  ) {
    this.options = readFilesOptions(options);
    this.layout = findLayout(root, this.options);
    this.root = this.layout.root;
  }

  get rules(): FieldRules {
    const { authoring = {} } = profileOf(this.layout.generator);
    return { authoring, isLibrary: this.layout.library !== undefined };
  }

  /** Path of the site that the content was written for; empty at the root of its host. */
  get basePath(): string {
    const url = siteOf(this.layout).baseUrl;
    return url === undefined ? '' : new URL(url).pathname.replace(/\/+$/, '');
  }

  /** Returns how pages of the folder refer to an image of its media library; undefined for an unknown image. */
  imageName(id: number): string | number | undefined {
    const { library } = this.layout;
    const media = library?.media ?? readMedia(this.root);
    const item = media.find((one) => one.id === id);
    if (item === undefined) return undefined;
    // In an imported folder, several images may have the same address.
    return library !== undefined && library.mediaAt(item.url) !== id ? id : item.url;
  }

  /**
   * Parses a file like a build; returns undefined when the build creates no entry from it.
   * @param key path below the root, with `/`
   * @param text the whole file
   */
  entryOf(key: string, text: string): FileEntry | undefined {
    const place = this.layout.rules.place(key);
    if (place === undefined) return undefined;
    const plain = text.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n');
    return buildEntry(place, readFrontMatter(plain), this.#context());
  }

  #context(): EntryContext {
    const { layout, options } = this;
    return {
      layout,
      options,
      timeZone: this.timeZone,
      now: systemClock().now(),
      warnings: new Warnings(),
      privacy: this.privacy,
      held: new HeldBack(),
      leftOut: new LeftOutFiles(),
      substack: new SubstackTables(this.root),
    };
  }
}
