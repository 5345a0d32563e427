import type { PrivacyRules } from '../../../config/config.js';
import { isListed } from '../markdown/topics.js';
import { accessWord, classifyName, nameParts } from '../privacy.js';
import { CONDITIONS } from '../words.js';
import { CLOSING, type Gate, OPENING } from './ranges.js';

/** An HTML comment of a text. */
export interface Comment {
  readonly from: number;
  readonly to: number;
  readonly text: string;
}

/** A plain comment that looks like a gate. */
interface Mark {
  readonly key: string;
  readonly does: 'open' | 'close';
  readonly isDenied: boolean;
  /**
   * Its words are explicit, or it has no others: without a partner, the rest is held back. A word such as `roles` alone
   * is a heading.
   */
  readonly isSure: boolean;
}

const FILLERS =
  /^(?:only|content|area|part|text|section|block|here|below|for|from|on|in|the|if|nur|fur|bereich|solo|para|per|pour|reserve|zone|box|wall)$/;
const SUPPORTERS = /^(?:sponsor|backer|donor|supporter|patron)s?$/;
const MAX_MARK = 120;
/** The name of gates for text that isn't for indexes. */
export const INDEX_MARK = 'noindex';

/** The ranges that comments hold back whose words sound like a restriction. */
export function plainGates(text: string, comments: readonly Comment[], rules: PrivacyRules): Gate[] {
  const gates: Gate[] = [];
  const open = new Map<string, { readonly from: number; readonly mark: Mark }[]>();
  const regions = new Regions(rules);
  for (const comment of comments) {
    const region = REGION.exec(comment.text);
    if (region !== null) {
      const gate = regions.read(comment, region);
      if (gate !== undefined) gates.push(gate);
      continue;
    }
    const mark = markOf(comment.text, rules);
    if (mark === undefined) continue;
    const stack = open.get(mark.key) ?? [];
    open.set(mark.key, stack);
    if (mark.does === 'open') {
      stack.push({ from: comment.from, mark });
      continue;
    }
    const opener = stack.pop();
    if (opener === undefined) continue;
    gates.push({
      from: opener.from,
      to: comment.to,
      kind: 'comment',
      name: mark.key,
      isDenied: mark.isDenied,
    });
  }
  gates.push(...regions.unclosed(text.length));
  for (const [name, left] of open) {
    const first = left.find(({ mark }) => mark.isSure);
    if (first === undefined) continue;
    const { isDenied } = first.mark;
    gates.push({ from: first.from, to: text.length, kind: 'comment', name, isUnclosed: true, isDenied });
  }
  return gates;
}

/** `#region private`, `endregion`, as editors fold parts of a text. */
const REGION = /^\s*(?:\/\/\s*)?#?\s*(end[-_ ]?)?region\b[:\s]*([\s\S]*)$/i;

interface Region {
  readonly from: number;
  readonly words: string;
  readonly mark: Mark | undefined;
}

/** How many regions within it the end of another one may cross. */
const MAX_CROSSED = 20;

/** The open regions of a text. An end without a name, or with an unknown one, is that of the innermost region. */
class Regions {
  readonly #open: Region[] = [];

  constructor(private readonly rules: PrivacyRules) {}

  /** Reads an edge, and returns the range that it ends if that is held back. */
  read({ from, to }: Comment, [, end, written = '']: RegExpExecArray): Gate | undefined {
    const words = written.trim().toLowerCase();
    if (end === undefined) {
      const mark = markOf(`begin ${words}`, this.rules);
      const isGate = mark?.isDenied === true || !isAboutAccess(accessParts(nameParts(words)));
      this.#open.push({ from, words, mark: isGate ? mark : undefined });
      return undefined;
    }
    const named = this.#open.slice(-MAX_CROSSED).findLastIndex((region) => region.words === words);
    const fromEnd = Math.min(this.#open.length, MAX_CROSSED) - named;
    const [region] = this.#open.splice(named < 0 ? -1 : -fromEnd, 1);
    return region?.mark && gateOf(region, region.mark, to);
  }

  unclosed(to: number): Gate[] {
    const region = this.#open.find(({ mark }) => mark?.isSure);
    return region?.mark === undefined ? [] : [{ ...gateOf(region, region.mark, to), isUnclosed: true }];
  }
}

function gateOf({ from }: Region, { key, isDenied }: Mark, to: number): Gate {
  return { from, to, kind: 'comment', name: key, isDenied };
}

/** Comments around text that isn't for indexes: of Google's appliance, Yandex and others. */
const FOR_INDEXES =
  /^\s*(?:google(?:off|on):\s*|\/?(?:(?:begin|start|end)[-_ :])?(?:\w+[-_])?no(?:index|snippet)(?:[-_ :](?:begin|start|end))?\s*$|(?:stop|start)index\s*$)/i;
const BACK_ON = /^\s*(?:googleon|\/|startindex)|\bend\b/i;

/** Whether a comment starts or ends text that isn't for indexes: `<!--noindex-->`, `<!--googleon: all-->`; undefined for others. */
export function indexEdge(comment: string): 'open' | 'close' | undefined {
  if (!FOR_INDEXES.test(comment)) return undefined;
  if (BACK_ON.test(comment)) return 'close';
  // Links in such text aren't followed, but the text itself is read.
  return /googleoff:\s*anchor/i.test(comment) ? undefined : 'open';
}

function markOf(comment: string, rules: PrivacyRules): Mark | undefined {
  const edge = indexEdge(comment);
  if (edge !== undefined) {
    const isAllowed = classifyName(INDEX_MARK, rules)?.kind === 'allow';
    return isAllowed ? undefined : { key: INDEX_MARK, does: edge, isDenied: false, isSure: true };
  }
  const text = comment.trim().replace(/^<(.*)>$/s, '$1');
  if (text === '' || text.length > MAX_MARK || /^\/?wp:|^\[|^(?:more|nextpage|noteaser)\b/i.test(text))
    return undefined;
  const isSlashed = text.startsWith('/');
  // Its settings follow the name: `nonMember:false tier="gold"`.
  const whole = text.replace(/^\//, '').replace(/\s+[\w-]+\s*(?:=\s*|:)(?=\S)[\s\S]*$/, '');
  // `restricted: level 2`, which a note can look like too.
  const name = /^([^:]+):\s/.exec(whole)?.[1] ?? '';
  const isNamed = accessWord(name) !== undefined && nameParts(name).every(isAccessOrFiller);
  const head = isNamed ? name : whole;
  const parts = nameParts(head);
  const named = parts.filter((part) => !OPENING.test(part) && !CLOSING.test(part) && part !== 'endif');
  const does =
    isSlashed || parts.some((part) => CLOSING.test(part)) || /\bendif\b/i.test(head) ? 'close' : 'open';
  const isMarked = isSlashed || named.length < parts.length;
  const key = named.filter((part) => part !== 'if').join('-');
  const isPaired = PAIRED.test(key);
  const verdict = classifyName(key, rules) ?? (isPaired ? { kind: 'access' } : undefined);
  if (key === '' || verdict === undefined || verdict.kind === 'allow') return undefined;
  const isDenied = verdict.kind === 'deny';
  if (isDenied) return { key, does, isDenied, isSure: true };
  const isPure = named.every(isAccessOrFiller) || PAYWALL.test(text);
  if (!isPure && !isPaired && !(isMarked && named.length <= 4)) return undefined;
  const words = accessParts(named);
  // Tools write lists of them between comments.
  if (!isPaired && words.every((part) => SUPPORTERS.test(part))) return undefined;
  // A word such as "Condition" alone may be a heading of the text.
  const isTopic = isListed(words) || (!isMarked && (CONDITIONS.has(key) || isAboutAccess(words)));
  return { key, does, isDenied, isSure: !isNamed && !isPaired && (isMarked || isPure) && !isTopic };
}

const accessParts = (parts: readonly string[]) => parts.filter((part) => accessWord(part) !== undefined);

/** True for words that are headings of a text or parts of a program: `access-control`, `roles`. */
function isAboutAccess(words: readonly string[]): boolean {
  return (
    words.length > 0 &&
    words.every(
      (word) =>
        isListed([word]) ||
        /^(?:access|subscri(?:be|ptions?)|authenticat\w*|secrets|visibility|gate|teaser|restrictions|protection)$/.test(
          word,
        ),
    )
  );
}

/** Text between two marks that isn't finished, or isn't for language models: `DRAFT START`; one alone is a note. */
const PAIRED = /^(?:drafts?|wip|unpublished|llms?-(?:exclude|ignore))$/;

/** The mark after which an extension shows text to members only: `steady-paywall`. */
const PAYWALL = /^[a-z][a-z\d]*[-_:]paywall$/i;

const isAccessOrFiller = (part: string): boolean => FILLERS.test(part) || accessWord(part) !== undefined;
