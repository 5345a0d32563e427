import { replaceInProse } from '../../core/prose.js';
import type { Layout } from './layout.js';

/** The name of an emoji between colons; the time `10:30:15` has none. */
const NAME = /(?<!\w):([a-z0-9+-][\w+-]*):/g;

let emoji: Readonly<Record<string, string>> = {};

/** Loads the names of emoji for a project whose generator replaces them. */
export async function loadEmoji({ rules }: Layout): Promise<void> {
  if (rules.hasEmojiNames === true) emoji = (await import('gemoji')).nameToEmoji;
}

/**
 * Replaces the names of emoji (`:tada:`) as the generator does: outside of code, and only names that exist.
 * @param text Markdown
 */
export function withEmoji(text: string, { rules }: Layout): string {
  if (rules.hasEmojiNames !== true || !text.includes(':')) return text;
  return replaceInProse(text, new RegExp(NAME), ({ index, 0: { length }, 1: name = '' }) =>
    Object.hasOwn(emoji, name) ? { text: emoji[name] ?? '', end: index + length } : undefined,
  );
}
