import type { PrivacyRules } from '../../../config/config.js';
import { isFold } from '../../body/markdown/hexo.js';
import { isOnlyForSome } from '../classes.js';
import { classifyGate, gateWord, isForGuests } from '../gate-names.js';
import {
  classifyName,
  isHiddenEnvironment,
  kebabName,
  type NameVerdict,
  nameParts,
  valueRestricts,
} from '../privacy.js';
import { gates } from '../wordpress/attributes.js';
import { namesTimeOrPlace } from '../wordpress/audience.js';
import { isKnownShortcode, isPrinted } from '../wordpress/known.js';
import type { Gate } from '../wordpress/ranges.js';
import { gatingShortcodeAttribute } from '../wordpress/shortcode-attributes.js';
import { readAttributes } from '../wordpress/tags.js';
import { CONDITIONS } from '../words.js';
import { conditionVerdict } from './conditions.js';
import { type Dialect, INVERTED } from './tags.js';
import { isLabelled, isTopic } from './topics.js';

/** Why a tag is a gate: the name that decides, and the attribute, if one does. */
export type TagVerdict = Pick<Gate, 'name' | 'attribute' | 'isDenied'>;

const HTML =
  /^(?:a|abbr|address|area|article|aside|audio|b|base|bdi|bdo|blockquote|body|br|button|canvas|caption|cite|code|col|colgroup|data|datalist|dd|del|details|dfn|dialog|div|dl|dt|em|embed|fieldset|figcaption|figure|font|footer|form|h[1-6]|head|header|hr|html|i|iframe|img|input|ins|kbd|label|legend|li|link|main|map|mark|math|menu|meta|meter|nav|object|ol|optgroup|option|output|p|param|picture|pre|progress|q|rp|rt|ruby|s|samp|script|section|select|slot|small|source|span|strong|style|sub|summary|sup|svg|table|tbody|td|template|textarea|tfoot|th|thead|time|title|tr|track|u|ul|var|video|wbr)$/;

/** Branches: the condition, not the name, decides who sees the text. */
const BRANCH = /^(?:if|unless|case|ifAsync)$/;
/** Statements of template languages: they take variables, not attributes. */
const STATEMENT =
  /^(?:for|each|foreach|await|key|snippet|set|assign|capture|include\w*|render|raw|verbatim|comment|highlight|macro|block|call|filter|cache|else|elsif|elseif|when)$/;

/** What Vue never shows, and what authors keep from files for language models (`vitepress-plugin-llms`). */
const NEVER_SHOWN = /(?:^|\s)v-(?:if|show)\s*=\s*(["'])\s*(?:false|null|undefined|0)\s*\1/;
/** Conditions of Vue, Alpine and components. */
const SHOWN_IF =
  /(?:^|\s)(?:(?:v-(?:if|else-if|show)|x-(?:if|show))\s*=\s*(?:"([^"]*)"|'([^']*)')|(?:when|if|condition)\s*=\s*\{([^{}]*)\})/;
const NOT_FOR_MODELS = /^(?:llms?-?(?:exclude|ignore)|no-?(?:index|ai|llms?)|humans?-?only)$/i;

/** Parts whose value says for whom, or where, they are shown: `<Env name="staging">`. */
const FOR_SOME = /^(?:audience|env(?:ironment)?|feature(?:-flag)?|flag|segment|profile)$/;
/** Parts that aren't published yet, or no more. */
const UNFINISHED =
  /^(?:drafts?|unpublished|embargo(?:ed)?|scheduled|expired|(?:show|visible|publish|available)-?(?:after|from|until|at|on))$/i;
/** Notes of the authors, and Django's text for accounts. A component is for readers; an admonition or callout is a box. */
const NOTE = /^(?:todo|comment|auth)$/i;
/** What a reader may do: `<Can I="edit">`, `<Can perform="posts:edit">`. */
const MAY = /^(?:If)?Can$/;
const DEED = /(?:^|\s)(?:I|do|perform|permission|action)\s*=/;

/** Conditions of Quarto's `.content-visible` and `.content-hidden`. */
const QUARTO = /(when|unless)-(format|profile|meta)\s*=\s*["']?([^\s"'}]*)/g;

/**
 * Returns false for a part that Quarto leaves out of HTML, where no profile is chosen and nothing is known of
 * metadata.
 */
export function shownInHtml(name: string, attributes: string): boolean | undefined {
  if (!/^content-(?:visible|hidden)$/.test(name)) return undefined;
  const isShownIfMet = name === 'content-visible';
  const isMet = [...attributes.matchAll(QUARTO)].every(([, sense, subject, value = '']) => {
    if (subject === 'meta') return !isShownIfMet;
    return (subject === 'format' && /^(?:html|web)/.test(value)) === (sense === 'when');
  });
  return isMet === isShownIfMet;
}

/** Text that Mintlify's `<Visibility>` adds for agents. */
const FOR_AGENTS = /(?:^|\s)for\s*=\s*["']agents["']/;

/** True for the name of an HTML element; a `<Section>` is a component. */
export function isHtmlElement(name: string): boolean {
  return HTML.test(/^[A-Z][a-z]/.test(name) ? name : name.toLowerCase());
}

/** True for a tag of a template language itself, whose enclosed text has other reasons. */
export function isStatement(name: string): boolean {
  return STATEMENT.test(name) || BRANCH.test(name);
}

/** Why a tag holds back what it encloses; undefined where it does not. */
export function tagVerdict(
  dialect: Dialect | 'container' | 'admonition',
  name: string,
  attributes: string,
  rules: PrivacyRules,
): TagVerdict | undefined {
  if (dialect === 'curly' && attributes === INVERTED) return conditionVerdict(name, rules, 'unless');
  const isTemplate = dialect === 'liquid' || dialect === 'curly' || dialect === 'program';
  if (isTemplate && STATEMENT.test(name)) return undefined;
  if (isTemplate && BRANCH.test(name))
    return conditionVerdict(attributes.replaceAll('@', ''), rules, name === 'unless' ? 'unless' : 'if');
  const hidden = dialect === 'component' ? componentVerdict(name, attributes, rules) : undefined;
  if (hidden !== undefined) return hidden;
  const shown = dialect === 'container' ? shownInHtml(name, attributes) : undefined;
  if (shown !== undefined) return shown ? undefined : { name, isDenied: true };
  const tag: MaybeGate = { dialect, name, attributes, parts: nameParts(name) };
  const word = nameVerdict(tag, rules);
  if (word?.kind === 'deny') return { name, isDenied: true };
  const isOther = dialect === 'component' && comparesOther(attributes);
  const isOpen = isNoGate(tag) || (isOther && CONDITIONS.has(tag.parts.join('-')));
  const isKnown = dialect === 'curly' && word === undefined && isKnownShortcode(name);
  if ((word?.kind === 'access' || isKnown) && !isOpen) return { name };
  if (word === undefined && isForSomeReaders(tag)) return { name };
  const own = word?.kind === 'allow' ? { ...rules, allow: ['*'] } : rules;
  return attributeVerdict(tag, isOther, own);
}

interface MaybeGate {
  readonly dialect: Dialect | 'container' | 'admonition';
  readonly name: string;
  readonly attributes: string;
  /** The words of its name. */
  readonly parts: readonly string[];
}

const isElement = ({ dialect, name }: MaybeGate): boolean => dialect === 'component' && isHtmlElement(name);

/** What components say about themselves: not for models, never shown, or shown on a condition. */
function componentVerdict(name: string, attributes: string, rules: PrivacyRules): TagVerdict | undefined {
  if (NOT_FOR_MODELS.test(name) || NEVER_SHOWN.test(attributes)) return { name, isDenied: true };
  const [, ...conditions] = SHOWN_IF.exec(attributes) ?? [];
  const condition = conditions.find((one) => one !== undefined);
  return condition === undefined ? undefined : conditionVerdict(condition, rules);
}

/** Whether the name of a tag sounds like a restriction, or the owner's rules name it. */
function nameVerdict(tag: MaybeGate, rules: PrivacyRules): NameVerdict | undefined {
  const { dialect, name, attributes, parts } = tag;
  const classify = dialect === 'curly' ? classifyGate : classifyName;
  const guessed = isElement(tag) ? undefined : classify(name, rules);
  if (guessed !== undefined) return guessed;
  const isNote = dialect !== 'component' && dialect !== 'admonition' && NOTE.test(name);
  const isPermission = MAY.test(name) && DEED.test(attributes);
  return UNFINISHED.test(name) || isOnlyForSome(parts) || isPermission || isNote
    ? { kind: 'access', word: name }
    : undefined;
}

/** True for a name that sounds like a restriction and means something else. */
function isNoGate({ dialect, name, attributes, parts }: MaybeGate): boolean {
  return (
    (dialect === 'liquid' && (isFold(name) || name === 'hideInline')) ||
    (dialect === 'component' && (isPrinted(parts) || isForGuests(name) || FOR_AGENTS.test(attributes))) ||
    isTopic(parts, attributes)
  );
}

/** True for a part that says for whom, or where, it is shown. `<env>` is an element of configuration files. */
function isForSomeReaders({ dialect, name, attributes, parts }: MaybeGate): boolean {
  if ((dialect === 'component' && /^[a-z]/.test(name)) || !FOR_SOME.test(parts.join('-'))) return false;
  const values = Object.values(readAttributes(attributes)).map((value) => value.replace(/[{}"'/]/g, ''));
  return values.some((value) => isHiddenEnvironment(value) || (valueRestricts(value) && value !== 'true'));
}

/** @param isOther its values compare something other than readers */
function attributeVerdict(tag: MaybeGate, isOther: boolean, rules: PrivacyRules): TagVerdict | undefined {
  const { dialect, name, attributes, parts } = tag;
  const all = attributesOf(dialect, isOther ? withEntries(attributes) : attributes, isElement(tag));
  if (isOther) for (const key of CONDITIONS) if (classifyName(key, rules)?.kind !== 'deny') delete all[key];
  const found = gatingShortcodeAttribute(isLabelled(parts) ? named(all) : all, rules);
  return found && { name, attribute: found.path, ...(found.pattern === undefined ? {} : { isDenied: true }) };
}

/** What a condition compares. */
const SUBJECT = /^(?:prop|property|variable|option|context)(?:-name)?$/;
const PLAIN =
  /(?<![\p{L}\w-])([\p{L}][\w-]*)\s*=\s*(?:"([\w, -]+)"|'([\w, -]+)'|\{\s*\[([\w, "'-]+)\]\s*\})/gu;

/** A condition that is an object, and its entries. */
const OBJECT = /(?:^|\s)(?:when|if|condition)\s*=\s*\{\s*\{([^{}]*)\}\s*\}/;
const ENTRY = /(?<![\w.-])["']?(\p{L}[\w.-]*)["']?\s*:\s*("[^"]*"|'[^']*'|true)\s*,?/gu;

/** The entries of such a condition as attributes. */
function withEntries(attributes: string): string {
  return attributes.replace(OBJECT, (_, entries: string) =>
    entries.replace(ENTRY, (_entry, key: string, value: string) => {
      const name = key.replaceAll('.', '-');
      return value === 'true' ? ` ${name} ` : ` ${name}=${value} `;
    }),
  );
}

/** True where plain values compare something other than readers, times and places: `<If sdk="expo">`. */
function comparesOther(written: string): boolean {
  const attributes = withEntries(written);
  const pairs = [...attributes.matchAll(PLAIN)].map(([, key = '', ...values]) => ({
    key,
    value: values.join('').replace(/["']/g, ''),
  }));
  const hasSubject = pairs.some(({ key }) => SUBJECT.test(kebabName(key)));
  return (
    pairs.length > 0 &&
    attributes.replace(PLAIN, '').split(/\s+/).every(isOtherSwitch) &&
    pairs.every(
      ({ key, value }) =>
        ((hasSubject && CONDITIONS.has(key)) || (gateWord(key) === undefined && !gates(key, value))) &&
        !namesTimeOrPlace(key, value) &&
        !valueRestricts(value) &&
        !value.split(/[, ]+/).some((one) => isHiddenEnvironment(one) || gateWord(one) !== undefined),
    )
  );
}

/** True for a switch about something other than readers: `ignoreWarning`. */
function isOtherSwitch(word: string): boolean {
  return word === '' || (/^[a-z][\w-]*$/i.test(word) && gateWord(word) === undefined && !gates(word, true));
}

/** Without positional ones: of a tab or a card, they are the label. */
function named(attributes: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(attributes).filter(([key]) => !/^\d+$/.test(key)));
}

/**
 * A switch without a value is on. Of HTML elements only `data-` attributes count: the others aren't about
 * readers.
 */
function attributesOf(dialect: string, text: string, isElement: boolean): Record<string, string> {
  const plain = dialect === 'component' ? withoutBindings(text) : text;
  const entries = Object.entries(readAttributes(plain)).map(([key, value]): [string, string] => {
    const isSwitch = /^(?:component|container|admonition)$/.test(dialect) && /^\d+$/.test(key);
    return isSwitch ? [value.replace(/^[.#]|\/$/g, ''), 'true'] : [key, value];
  });
  return Object.fromEntries(isElement ? entries.filter(([key]) => key.startsWith('data-')) : entries);
}

/** Attributes of a component with plain values; expressions and bindings are program code. */
function withoutBindings(text: string): string {
  const plain = text.replace(/=\s*\{\s*(?:"([^"]*)"|'([^']*)'|(true|false))\s*\}/g, '="$1$2$3"');
  // A brace in quotation marks is text.
  const [start = ''] = /^(?:[^"'{]|"[^"]*"|'[^']*')*/.exec(plain) ?? [];
  const at = start.length === plain.length || plain[start.length] === '{' ? start.length : plain.indexOf('{');
  return (at < 0 ? plain : plain.slice(0, at)).replace(
    // A status that a program computes is a label.
    /(?:^|\s)(?:(?:[:@#]|v-)[\w.:-]*(?:="[^"]*")?|status=$)/g,
    ' ',
  );
}
