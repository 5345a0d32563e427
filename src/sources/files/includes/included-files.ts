import { realpathSync } from 'node:fs';
import { join, posix, relative, sep } from 'node:path';
import { cutMarkdownGates } from '../../../content/privacy/markdown/cut.js';
import { Warnings } from '../../../core/warnings.js';
import { decodeText } from '../../decode.js';
import { MARKDOWN_FILE } from '../../names.js';
import { privatePlace } from '../../private-places.js';
import { readWithin } from '../../read-bytes.js';
import { stripComments } from '../comments.js';
import { readDates } from '../date-values.js';
import type { EntryContext } from '../entry.js';
import { FrontMatterError, readFrontMatter } from '../front-matter.js';
import { HeldBack, LeftOutFiles } from '../held-back.js';
import { placeFile } from '../layout.js';
import { CONTENT_FILE } from '../list-files.js';
import { readStatus } from '../status.js';
import { Values } from '../values.js';
import { readVisibility } from '../visibility.js';

/** Larger files aren't included. */
const MAX_BYTES = 1_000_000;

/** Front matter, which templates may have as well; data in YAML has no second row of hyphens. */
const TEMPLATE_WITH_MATTER = /^---[ \t]*\n(?:[^\n]*\n){0,200}?---[ \t]*(?:\n|$)/;

/**
 * Files of the project whose text appears in pages: included files, templates, data. Their texts are without
 * the parts that are for some readers.
 */
export class IncludedFiles {
  readonly #context: EntryContext;
  readonly #texts = new Map<string, string | undefined>();
  #project: string | undefined;

  constructor(context: EntryContext) {
    this.#context = { ...context, warnings: new Warnings(), audit: undefined };
  }

  /**
   * @param path from the source's root, with `/`
   * @returns undefined for a file that doesn't exist, is outside the project, is too large, or is restricted
   */
  textOf(path: string): string | undefined {
    const normal = posix.normalize(path);
    if (!this.#texts.has(normal)) this.#texts.set(normal, this.#read(normal));
    return this.#texts.get(normal);
  }

  /** The title in the front matter of a file. */
  titleOf(path: string): string | undefined {
    const text = this.textOf(path) === undefined ? undefined : this.#decode(path);
    return text && titleInMatter(text);
  }

  #read(path: string): string | undefined {
    const { privacy } = this.#context;
    const inside = this.#withinProject(path);
    if (inside === undefined) return undefined;
    const parts = inside.split('/');
    const name = parts.pop() ?? '';
    if (isToolFile(parts, name)) return undefined;
    if (privatePlace(parts, name.replace(/\.\w+$/, ''), privacy) !== undefined) return undefined;
    const text = this.#decode(path);
    // Templates have braces of their own, and no front matter.
    if (text === undefined || parts.includes('layouts')) return text;
    if (!CONTENT_FILE.test(name) && !TEMPLATE_WITH_MATTER.test(text)) return text;
    const body = readOpenFragment(path, text, this.#context);
    return body === undefined
      ? undefined
      : stripComments(cutMarkdownGates(body, privacy).text, this.#context.layout.generator, true);
  }

  #decode(path: string): string | undefined {
    try {
      const bytes = readWithin(join(this.#context.layout.root, path), MAX_BYTES);
      if (typeof bytes === 'number' || bytes.subarray(0, 8000).includes(0)) return undefined;
      return decodeText(bytes, path, this.#context.warnings);
    } catch {
      return undefined;
    }
  }

  /** The path from the folder of the project; undefined for one outside, also by a symbolic link. */
  #withinProject(path: string): string | undefined {
    const { root, config } = this.#context.layout;
    try {
      this.#project ??= realpathSync(config?.root ?? root);
      const inside = relative(this.#project, realpathSync(join(root, path)));
      return inside.startsWith('..') || inside === '' ? undefined : inside.split(sep).join('/');
    } catch {
      return undefined;
    }
  }
}

/** Files with settings and secrets of tools. Markdown in a hidden folder is content that pages include. */
function isToolFile(folders: readonly string[], name: string): boolean {
  if (name.startsWith('.') || folders.includes('node_modules') || folders.includes('.git')) return true;
  return !MARKDOWN_FILE.test(name) && folders.some((folder) => folder.startsWith('.'));
}

/** Keys by which a file is a fragment for other pages and no page of its own. */
const FRAGMENT = /^(?:headless|render|build|_build|permalink)$/;

/**
 * The body of a file that other pages include.
 * @returns undefined for a draft, a file with a later date, and one that is for some readers
 */
function readOpenFragment(path: string, text: string, context: EntryContext): string | undefined {
  const matter = matterOf(text);
  if (matter === undefined) return undefined;
  if (!matter.present) return matter.body;
  const { layout, now } = context;
  const place = layout.rules.place(path) ?? placeFile(path, layout, { hasCollections: false });
  if (place === undefined) return undefined;
  const quiet = { ...context, held: new HeldBack(), leftOut: new LeftOutFiles() };
  const values = new Values(matter, path, context.warnings).inheriting(context.inherited?.(path) ?? {});
  const { status, cause } = readStatus(values, place);
  const isFragment = cause !== undefined && 'key' in cause && FRAGMENT.test(cause.key);
  if (status !== 'publish' && !(status === 'draft' && isFragment)) return undefined;
  const { protected: isProtected, expires = now + 1 } = readVisibility(values, place, quiet);
  const { published = now } = readDates(values, place, context);
  return isProtected || expires <= now || published > now ? undefined : matter.body;
}

/** The title in the front matter of a file. */
function titleInMatter(text: string): string | undefined {
  const title = matterOf(text)?.data['title'];
  return typeof title === 'string' && title.trim() !== '' ? title.trim() : undefined;
}

function matterOf(text: string) {
  try {
    return readFrontMatter(text);
  } catch (error) {
    if (error instanceof FrontMatterError) return undefined;
    throw error;
  }
}
