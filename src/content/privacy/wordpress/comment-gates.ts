import type { PrivacyRules } from '../../../config/config.js';
import { objectOf, parseShallowJson } from '../../../core/json.js';
import { BLOCK_COMMENT } from '../../body/wordpress/block-parser.js';
import { classifyGate, gateWord, isForGuests } from '../gate-names.js';
import { accessWord, classifyName } from '../privacy.js';
import { gatingAttribute } from './attributes.js';
import { isPlainBox, namesTimeOrPlace } from './audience.js';
import { isKnownBlock, isPaywallBlock, speakingName } from './known.js';
import { type Comment, plainGates } from './plain-comments.js';
import { type Edge, edgeOf, type Gate } from './ranges.js';

/** An attribute with the word of an edge as its name or value. */
const EDGE_VALUE = /"(?:[a-z]+"\s*:\s*")?(?:begin|start|open|end|close|stop|finish)s?"/i;
const BROKEN = /<!--\s*\/?wp:[^\n]*/g;

/**
 * The ranges that comments hold back: blocks by name and by attributes, everything after a paywall block, and plain
 * comments that look like gates. A gate ends at the comment that closes it, whatever else is open in between.
 */
export function commentGates(text: string, rules: PrivacyRules): readonly Gate[] {
  if (!text.includes('<!--')) return [];
  const comments = findComments(text);
  return [
    ...blockGates(text, comments, rules),
    ...freeformGates(text, comments, rules),
    ...plainGates(text, comments, rules),
  ];
}

/** The ranges that plain comments hold back in a text without blocks. */
export function plainCommentGates(text: string, rules: PrivacyRules): readonly Gate[] {
  return text.includes('<!--') ? plainGates(text, findComments(text), rules) : [];
}

function findComments(text: string): Comment[] {
  const comments: Comment[] = [];
  let from = text.indexOf('<!--');
  while (from >= 0) {
    const end = text.indexOf('-->', from + 4);
    if (end < 0) break;
    comments.push({ from, to: end + 3, text: text.slice(from + 4, end) });
    from = text.indexOf('<!--', end + 3);
  }
  if (from < 0) return comments;
  // After an unclosed comment no other has an end; those of blocks take their line.
  BROKEN.lastIndex = from;
  for (let match = BROKEN.exec(text); match !== null; match = BROKEN.exec(text)) {
    comments.push({ from: match.index, to: match.index + match[0].length, text: match[0].slice(4) });
  }
  return comments;
}

/** The edge of a range between two blocks: `x/gate-start` and `x/gate-end`, or by an attribute. */
function blockEdge(name: string, json: string): Edge | undefined {
  const at = name.indexOf('/');
  const edge = edgeOf(name.slice(at + 1), EDGE_VALUE.test(json) ? parsed(json) : {});
  return edge && { ...edge, key: `${name.slice(0, at)}/${edge.key}` };
}

interface BlockGate {
  readonly attribute?: string;
  readonly isDenied?: boolean;
}

interface OpenGate {
  readonly from: number;
  readonly name: string;
  readonly gate: BlockGate;
  /** How many blocks of its name are open. */
  depth: number;
  /** How many blocks are open of each gate that began inside. */
  readonly inner: Map<string, number>;
}

/** Counts a block in an open gate. Returns true if the gate ends: with the last one, where gates cross. */
function endsGate(open: OpenGate, name: string, isEnd: boolean, isGate: () => boolean): boolean {
  const inner = open.inner.get(name);
  if (name === open.name) open.depth = Math.max(0, open.depth + (isEnd ? -1 : 1));
  else if (isEnd ? inner !== undefined : inner !== undefined || isGate())
    open.inner.set(name, (inner ?? 0) + (isEnd ? -1 : 1));
  if (open.inner.get(name) === 0) open.inner.delete(name);
  return open.depth === 0 && open.inner.size === 0;
}

interface BlockComment {
  readonly from: number;
  readonly to: number;
  readonly name: string;
  /** The attributes. */
  readonly json: string;
  readonly isEnd: boolean;
  readonly isVoid: boolean;
}

function readBlockComment({ from, to, text }: Comment): BlockComment | undefined {
  const match = BLOCK_COMMENT.exec(text);
  if (match === null) return undefined;
  const [, slash, fullName = '', tail = ''] = match;
  const isVoid = tail.trimEnd().endsWith('/');
  return {
    from,
    to,
    name: fullName.toLowerCase().replace(/^core\//, ''),
    json: isVoid ? tail.trimEnd().slice(0, -1) : tail,
    isEnd: slash !== '',
    isVoid,
  };
}

function blockGates(text: string, comments: readonly Comment[], rules: PrivacyRules): readonly Gate[] {
  const finder = new BlockGateFinder(text, rules);
  for (const comment of comments) {
    const block = readBlockComment(comment);
    if (block !== undefined && finder.add(block) === 'paywall') return finder.gates;
  }
  finder.finish();
  return finder.gates;
}

/** Widget Options keeps the settings of a text without a block in a comment before it. */
const FREEFORM = /^start_widgetopts\s([\s\S]*)\send_widgetopts$/;

function freeformGates(text: string, comments: readonly Comment[], rules: PrivacyRules): readonly Gate[] {
  if (!text.includes('start_widgetopts')) return [];
  let to = text.length;
  return [...comments].reverse().flatMap((comment): Gate[] => {
    if (BLOCK_COMMENT.test(comment.text)) to = comment.from;
    const json = FREEFORM.exec(comment.text)?.[1];
    const gate = json === undefined ? undefined : attributeVerdict(json, rules);
    return gate === undefined ? [] : [{ from: comment.from, to, kind: 'comment', name: 'freeform', ...gate }];
  });
}

/** Reads the comments of blocks in order. */
class BlockGateFinder {
  readonly gates: Gate[] = [];
  #open: OpenGate | undefined;
  /** Ranges that a block began which encloses nothing of them. */
  readonly #begun = new Map<string, Gate & { readonly isVoid: boolean }>();

  constructor(
    private readonly text: string,
    private readonly rules: PrivacyRules,
  ) {}

  /** @returns `paywall` for a block after which everything is held back */
  add(block: BlockComment): 'paywall' | undefined {
    const edge = block.isEnd ? undefined : blockEdge(block.name, block.json);
    if (edge?.isEnd && this.#endRange(edge.key, block)) return undefined;
    if (this.#open !== undefined) this.#addInside(this.#open, block);
    else if (!block.isEnd) return this.#addOutside(block, edge);
    return undefined;
  }

  /** Gates that nothing closes reach to the end of the text. */
  finish(): void {
    const to = this.text.length;
    for (const { isVoid, ...gate } of this.#begun.values()) {
      if (isVoid) this.gates.push({ ...gate, to, isUnclosed: true });
    }
    if (this.#open === undefined) return;
    const { from, name, gate } = this.#open;
    this.gates.push({ from, to, kind: 'block', name, isUnclosed: true, ...gate });
  }

  #endRange(key: string, { from, to, name, isVoid }: BlockComment): boolean {
    const beginning = this.#begun.get(key);
    if (beginning === undefined) return false;
    this.gates.push({ ...beginning, to });
    this.#begun.delete(key);
    if (!isVoid) this.#open = { from, name, gate: {}, depth: 1, inner: new Map() };
    return true;
  }

  #addInside(open: OpenGate, { to, name, json, isEnd, isVoid }: BlockComment): void {
    const isGate = () => gateOfBlock(name, json, this.rules) !== undefined;
    if (isVoid || !endsGate(open, name, isEnd, isGate)) return;
    this.gates.push({ from: open.from, to, kind: 'block', name: open.name, ...open.gate });
    this.#open = undefined;
  }

  #addOutside({ from, to, name, json, isVoid }: BlockComment, edge: Edge | undefined): 'paywall' | undefined {
    if (isPaywallBlock(name) && (isVoid || name === 'jetpack/paywall')) {
      if (classifyName(name, this.rules)?.kind === 'allow') return undefined;
      // The comment itself stays: it ends the page that a reusable block stands in.
      this.gates.push({ from: to, to: this.text.length, kind: 'block', name });
      return 'paywall';
    }
    const gate = gateOfBlock(name, json, this.rules);
    if (gate === undefined || (gate.isDenied !== true && isShell(name, this.text, to))) return undefined;
    const range: Gate = { from, to, kind: 'block', name, ...gate };
    if (edge?.isEnd === false) this.#begun.set(edge.key, { ...range, isVoid });
    else if (isVoid) this.gates.push(range);
    if (!isVoid) this.#open = { from, name, gate, depth: 1, inner: new Map() };
    return undefined;
  }
}

const MEETS_AS_GUEST = /"condition"\s*:\s*"(?:(?:not[-_]|un)enrolled|(?:logged|signed)[-_]out)"/i;

/** Whether readers without an account meet the conditions of a block; level 0 of PMPro is having none. */
function isMetByGuests(json: string): boolean {
  const isInverted = /"invert_restrictions"\s*:\s*(?:"?1"?|true)/.test(json);
  const isForNone =
    /"levels"\s*:\s*\[[^\]]{0,200}"0"/.test(json) && !/"segment"\s*:\s*"(?:all|logged_in)"/.test(json);
  return MEETS_AS_GUEST.test(json) || isInverted !== isForNone;
}

const MAX_VIEWS = 4;
const MAX_SHELL = 100_000;

/**
 * Returns true for `acme/container` with nothing but views for different readers, one of them for guests: the view for
 * members is a gate itself.
 * @param from end of its comment
 */
function isShell(name: string, text: string, from: number): boolean {
  const [, space] = /^(.*)\/container$/.exec(name) ?? [];
  if (space === undefined) return false;
  let rest = text.slice(from, from + MAX_SHELL);
  let isForGuests = false;
  for (let views = 0; views <= MAX_VIEWS; views += 1) {
    rest = rest.replace(/^(?:\s|<\/?div(?:\s[^<>]*)?>)+/, '');
    if (rest.startsWith(`<!-- /wp:${name} `)) return isForGuests;
    const [, view] = /^<!-- wp:([\w/-]+-view) /.exec(rest) ?? [];
    const end = `<!-- /wp:${view} -->`;
    const at = view?.startsWith(`${space}/`) ? rest.indexOf(end) : -1;
    if (at < 0) return false;
    isForGuests ||= view === `${space}/logged-out-view`;
    rest = rest.slice(at + end.length);
  }
  return false;
}

function gateOfBlock(name: string, json: string, rules: PrivacyRules): BlockGate | undefined {
  const verdict = classifyGate(name, rules);
  if (verdict?.kind === 'deny') return { isDenied: true };
  if (verdict?.kind === 'allow') return attributeVerdict(json, { ...rules, allow: ['*'] });
  if (isMetByGuests(json))
    return attributeVerdict(json, allowing(rules, 'levels', 'invert_restrictions', 'visibilityBlockEnabled'));
  // Kadence's switches hide a row from readers with and without an account.
  if (/\/rowlayout$/.test(name) && /"logged(?:In|Out)"\s*:\s*true/.test(json)) {
    const isHidden =
      /"loggedOut"\s*:\s*true/.test(json) && classifyName('loggedOut', rules)?.kind !== 'allow';
    return isHidden
      ? { attribute: 'loggedOut' }
      : attributeVerdict(json, allowing(rules, 'loggedIn', 'loggedInUser', 'loggedInShow'));
  }
  const isKnown = isKnownBlock(name) && !isForGuests(name);
  if (isKnown || gateWord(speakingName(name)) !== undefined) return {};
  return attributeVerdict(json, rules) ?? boxVerdict(name, json, rules);
}

const allowing = (rules: PrivacyRules, ...keys: readonly string[]): PrivacyRules => ({
  ...rules,
  allow: [...rules.allow, ...keys],
});

/** Returns true for a container such as `acme/box`, or a block of the editor, that is limited to a time or a place. */
function boxVerdict(name: string, json: string, rules: PrivacyRules): BlockGate | undefined {
  const [, own = ''] = name.split('/');
  if (/^(?:if|if-?else|else-?if)$/.test(own)) return {};
  if (!/"[a-z_-]*(?:countr|region|city|start|end|from|to|until|date|expire)/i.test(json)) return undefined;
  if (own !== '' && !isPlainBox(own) && own !== 'schedule') return undefined;
  const keys = Object.entries(parsed(json) ?? {}).flatMap(([key, value]) =>
    classifyName(key, rules)?.kind !== 'allow' && namesTimeOrPlace(key, value) ? key : [],
  );
  const [key] = keys;
  // The editor's own blocks have dates of their own, but no span.
  if (own === '' && keys.length < 2) return undefined;
  return key === undefined ? undefined : { attribute: key };
}

function attributeVerdict(json: string, rules: PrivacyRules): BlockGate | undefined {
  const found = attributeGate(json, rules);
  return found && { attribute: found.path, ...(found.pattern === undefined ? {} : { isDenied: true }) };
}

function attributeGate(json: string, rules: PrivacyRules): { path: string; pattern?: string } | undefined {
  if (json.trim() === '') return undefined;
  const attributes = parsed(json);
  if (attributes !== undefined) return gatingAttribute(attributes, rules);
  // For unreadable attributes, a key that sounds like a restriction is enough.
  const key = [...json.matchAll(/"([\w-]{2,60})"\s*:/g)].find(
    ([, name = '']) =>
      name !== 'lock' && classifyName(name, rules)?.kind !== 'allow' && accessWord(name) !== undefined,
  );
  return key?.[1] === undefined ? undefined : { path: key[1] };
}

/** Undefined for attributes that can't be read. */
function parsed(json: string): Readonly<Record<string, unknown>> | undefined {
  const value = parseShallowJson(json);
  return value === undefined ? undefined : objectOf(value);
}
