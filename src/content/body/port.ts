/** The forms of bodies, and what their renderers need from the site. */

import type { Root } from 'hast';
import type { PrivacyRules } from '../../config/config.js';
import type { Warnings } from '../../core/warnings.js';
import { parseHtml } from '../html/parse.js';
import { toHtml } from '../html/serialise.js';

/** How a raw body is written; the renderer of each form turns it into HTML. */
export type BodyFormat = 'html' | 'wordpress' | 'markdown';

/** A media item with its address already rebased. */
export interface Media {
  readonly id: number;
  readonly url: string;
  readonly alt: string;
  readonly title: string;
  readonly caption: string;
  readonly width?: number;
  readonly height?: number;
  readonly mime: string;
  /** Unix seconds of its upload. */
  readonly published?: number;
  readonly parent?: number;
  readonly menuOrder: number;
  /** Key of the page that the platform made for the file (`attachmentPageKey`); the built site has none. */
  readonly page?: number;
}

/** Lookups of media while a body is rendered. */
export interface MediaLibrary {
  byId(id: number): Media | undefined;
  /** Images uploaded to an entry, in gallery order (menu order, then id). */
  attachedTo(entryId: number): readonly Media[];
}

/** What a body renderer may look up. Nothing here does I/O. */
export interface BodyContext {
  readonly entryId: number;
  /** For messages: `export.xml:1234`, `posts/tea.md`. */
  readonly ref: string;
  readonly media: MediaLibrary;
  /** Body of a published reusable block, or a table of TablePress by `tablePatternId`. */
  pattern(id: number): string | undefined;
  readonly warnings: Warnings;
  /** The owner's rules for names that sound like a restriction; none when left out. */
  readonly privacy?: PrivacyRules;
}

/** Tables of TablePress are patterns too, with numbers of their own that posts don't have. */
export function tablePatternId(id: string): number | undefined {
  return /^[1-9]\d{0,8}$/.test(id) ? -Number(id) : undefined;
}

/** The pattern that a shortcode shows by its id: a table, or a recipe. */
export function patternOfShortcode(name: string, id: string): number | undefined {
  if (name === 'table') return tablePatternId(id);
  return /^(?:wprm|tasty)-recipe$/.test(name) && /^[1-9]\d{0,14}$/.test(id) ? Number(id) : undefined;
}

/** Blocks that show a recipe by its id. */
export const RECIPE_BLOCKS: ReadonlySet<string> = new Set([
  'wp-recipe-maker/recipe',
  'wp-tasty/tasty-recipe',
]);

/** An HTML fragment: its text, or the tree that an HTML parser makes of it. */
export type RenderedBody = string | Root;

/** Turns a raw body into an HTML fragment. Links stay as written; nothing is sanitised yet. */
export type BodyRenderer = (body: string, context: BodyContext) => RenderedBody;

/** The tree of a rendered body, which may be changed. */
export function treeOf(body: RenderedBody): Root {
  return typeof body === 'string' ? parseHtml(body) : body;
}

/** The text of a rendered body. */
export function htmlOf(body: RenderedBody): string {
  return typeof body === 'string' ? body : toHtml(body);
}
