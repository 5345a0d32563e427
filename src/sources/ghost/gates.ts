import type { PrivacyRules } from '../../config/config.js';
import { accessWord, classifyName, valueIsOpen, valueRestricts } from '../../content/privacy/privacy.js';
import { gatingAttribute } from '../../content/privacy/wordpress/attributes.js';
import { plainCommentGates } from '../../content/privacy/wordpress/comment-gates.js';
import { shownCurlyGates } from '../../content/privacy/wordpress/cut.js';
import { type Gate, outermost, without } from '../../content/privacy/wordpress/ranges.js';
import { publicPart } from './paywall.js';
import { asRow, type TableRow } from './values.js';

/** How parts for some readers are distinguished from the others. */
export interface GateMeans {
  readonly rules: PrivacyRules;
  /** Called with what is held back for its sound, or never ends. */
  onGate(gate: Gate): void;
  /** Called with what the format itself marks as restricted. */
  onKnown?(gate: Gate): void;
}

const MARK = /<!--\s*kg-gated-block\s*:\s*(begin|end)\b([^>]*?)(?:-->|>|$)/gi;

/**
 * Cuts from a text what visitors without an account don't read: the part after the paywall, blocks between gate
 * comments, and the text inside other comments and tags in curly brackets that sound like a restriction. Works on the text as it is stored: unbalanced
 * boxes around a comment move no boundary.
 */
export function cutGhostGates(text: string, { rules, onGate, onKnown }: GateMeans): string {
  const open = publicPart(text);
  if (open.length < text.length)
    onKnown?.({ from: open.length, to: text.length, kind: 'comment', name: 'members-only' });
  if (!/<!--|\{/.test(open)) return open;
  const guessed = [...plainCommentGates(open, rules), ...shownCurlyGates(open, rules)].filter(
    ({ name }) => !name.startsWith('kg-gated-block'),
  );
  for (const gate of guessed) onGate(gate);
  const known = gatedBlocks(open, onGate);
  for (const gate of known) if (!gate.isUnclosed) onKnown?.(gate);
  const gates = outermost([...known, ...guessed]);
  return without(open, gates);
}

/** Everything between the marks of a restricted block; an unclosed one goes to the end of the text. */
function gatedBlocks(text: string, onGate: GateMeans['onGate']): Gate[] {
  const gates: Gate[] = [];
  const open: { readonly from: number; readonly isGated: boolean }[] = [];
  const add = (from: number, to: number, isUnclosed: boolean) =>
    gates.push({ from, to, kind: 'comment', name: 'kg-gated-block', isUnclosed });
  for (const match of text.matchAll(MARK)) {
    const [mark, does = '', settings = ''] = match;
    if (does.toLowerCase() === 'begin') {
      open.push({ from: match.index, isGated: !/nonMember\s*[:=]\s*["']?true/i.test(settings) });
      continue;
    }
    const opener = open.pop();
    if (opener?.isGated) add(opener.from, match.index + mark.length, false);
  }
  const unclosed = open.find(({ isGated }) => isGated);
  if (unclosed === undefined) return gates;
  add(unclosed.from, text.length, true);
  const last = gates.at(-1);
  if (last !== undefined) onGate(last);
  return gates;
}

/** Nodes and cards of the editor whose own names aren't about readers. */
const OWN_CARDS = new Set(['paywall', 'email', 'email-cta', 'signup']);

/** True for a card, or any node, that visitors without an account don't see. */
export function isGatedCard(name: string, card: TableRow, means: GateMeans): boolean {
  const { children, visibility, ...facts } = card;
  const known = knownVisibility(visibility);
  if (known) means.onKnown?.({ from: 0, to: 0, kind: 'block', name, attribute: 'visibility' });
  if (known !== undefined) return known;
  if (OWN_CARDS.has(name)) return false;
  const gate = guessedGate(name, facts, visibility, means.rules);
  if (gate === undefined) return false;
  means.onGate({ from: 0, to: 0, kind: 'block', name, ...gate });
  return true;
}

/** The editor's own audience of a card; the older forms only distinguish web and e-mail. */
function knownVisibility(visibility: unknown): boolean | undefined {
  const known = asRow(visibility);
  if (known === undefined) return undefined;
  const web = asRow(known['web']);
  // Without the word for visitors, Ghost shows it to the segment of members alone.
  if (web !== undefined && Object.keys(web).length > 0) return web['nonMember'] !== true;
  if (typeof known['showOnWeb'] === 'boolean') return !known['showOnWeb'];
  return known['emailOnly'] === true ? true : undefined;
}

function guessedGate(
  name: string,
  facts: TableRow,
  visibility: unknown,
  rules: PrivacyRules,
): Pick<Gate, 'attribute' | 'isDenied'> | undefined {
  const verdict = classifyName(name, rules);
  if (verdict?.kind === 'allow') return undefined;
  if (verdict?.kind === 'deny') return { isDenied: true };
  if (verdict !== undefined && accessWord(name) !== undefined) return {};
  const isOpen = classifyName('visibility', rules)?.kind === 'allow' || valueIsOpen(visibility);
  if (!isOpen && valueRestricts(visibility)) return { attribute: 'visibility' };
  const found = gatingAttribute(facts, rules);
  return found && { attribute: found.path, ...(found.pattern === undefined ? {} : { isDenied: true }) };
}
