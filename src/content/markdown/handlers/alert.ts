import type { Element } from 'hast';
import type { Blockquote } from 'mdast';
import { classes } from '../element.js';
import type { Flow } from '../flow.js';
import { textOf } from '../nodes.js';

/** GitHub has five kinds of alerts; the kinds of other systems are written as the nearest of them. */
const ALERTS = new Map<string, string>(
  Object.entries({
    NOTE: 'note info information abstract summary todo question faq help quote cite seealso example details versionadded check primary secondary default',
    TIP: 'tip hint success okay',
    IMPORTANT: 'important',
    WARNING: 'warning warn attention bug',
    CAUTION: 'caution danger error failure',
  }).flatMap(([alert, kinds]) => kinds.split(' ').map((kind): [string, string] => [kind, alert])),
);

/**
 * Makes the alert of a callout: a quote of the class `callout` that begins with its label in bold.
 *
 * @param node quote
 * @param children its blocks
 * @returns undefined for any other quote; without its label where that is the word of the alert
 * @see https://docs.github.com/get-started/writing-on-github (alerts)
 */
export function alertOf(node: Element, children: readonly Flow[]): Blockquote | undefined {
  const names = classes(node);
  if (!names.includes('callout')) return undefined;
  const kind = names.find((name) => name.startsWith('callout-'))?.slice('callout-'.length) ?? '';
  const alert = ALERTS.get(kind) ?? 'NOTE';
  const [first, ...rest] = children;
  const isLabel =
    first?.type === 'paragraph' && first.children.length === 1 && first.children[0]?.type === 'strong';
  const isRepeated = isLabel && rest.length > 0 && textOf([first]).trim().toUpperCase() === alert;
  return { type: 'blockquote', data: { alert }, children: isRepeated ? rest : [...children] };
}
