import { groupBy } from '../../../core/multimap.js';
import type { Warning } from '../../../core/warnings.js';
import { gateWord } from '../gate-names.js';
import { accessWord } from '../privacy.js';
import { isKnownBlock, isKnownShortcode, isPaywallBlock } from './known.js';
import { INDEX_MARK } from './plain-comments.js';
import type { Gate } from './ranges.js';

/** The location of the text. */
interface Place {
  readonly file: string;
  readonly line?: number;
  /** Its name in messages. */
  readonly label: string;
}

/** Attributes of extensions that are known to hide a block. */
const KNOWN_ATTRIBUTE = /^(?:metadata\.)?(?:blockVisibility|visibilityBlockEnabled|llms_visibility)(?:\.|$)/;

/**
 * The warnings about gates: one for each name that was held back for its sound, or that never ends. Gates
 * of known extensions and those that the owner denies need no word.
 */
export function gateWarnings(gates: readonly Gate[], { label, ...location }: Place): Warning[] {
  const groups = groupBy(gates.filter(isNoteworthy), ({ kind, name, attribute, isUnclosed }) =>
    [kind, name, attribute, isUnclosed].join('\u0000'),
  );
  return [...groups.values()].flatMap(([gate, ...more]) =>
    gate === undefined
      ? []
      : [
          {
            code: 'privacy-held-back',
            ...location,
            message: `In ${label}, ${textsOf(more.length + 1)} in ${describe(gate)} ${more.length === 0 ? 'is' : 'are'} held back: ${reasonOf(gate)}.`,
            fix: fixOf(gate),
            skipped: true,
          },
        ],
  );
}

/** False for gates of known extensions and for those that the owner denies: no warning names them. */
export function isNoteworthy(gate: Gate): boolean {
  if (gate.isDenied) return gate.isUnclosed === true;
  if (gate.isUnclosed) return true;
  if (gate.attribute !== undefined) return !KNOWN_ATTRIBUTE.test(gate.attribute);
  if (gate.kind === 'shortcode') return !isKnownShortcode(gate.name);
  if (gate.kind === 'comment') return gate.name !== INDEX_MARK;
  return !(isKnownBlock(gate.name) || isPaywallBlock(gate.name));
}

function textsOf(count: number): string {
  return count === 1 ? 'the text' : `${count} texts`;
}

function describe({ kind, name, attribute }: Gate): string {
  const shown = { shortcode: `[${name}]`, block: `the block “${name}”`, comment: `the comment “${name}”` }[
    kind
  ];
  return `${shown}${attribute === undefined ? '' : ` with “${attribute}”`}`;
}

function reasonOf({ name, attribute, isUnclosed }: Gate): string {
  if (isUnclosed) return 'it is never closed, so everything behind it counts as its content';
  const word = attribute === undefined ? gateWord(name) : accessWord(attribute);
  return word === undefined ? 'it sounds like a restriction' : `“${word}” sounds like a restriction`;
}

function fixOf({ name, attribute, isUnclosed }: Gate): string {
  const key = attribute?.split('.').at(-1) ?? name;
  const first = isUnclosed ? 'Close it on the site. ' : '';
  return `${first}If every reader may see it, add "${key}" to "privacy.allow". If not, add it to "privacy.deny" to hold it back without a warning.`;
}
