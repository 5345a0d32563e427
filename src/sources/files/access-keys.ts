import type { PrivacyRules } from '../../config/config.js';
import { isClosedLayout, isForGuests } from '../../content/privacy/gate-names.js';
import {
  classifyName,
  isHiddenEnvironment,
  keyRestricts,
  listsReaders,
  nameParts,
  showsPeople,
  valueIsOpen,
  valueRestricts,
} from '../../content/privacy/privacy.js';
import { isObject } from '../../core/json.js';
import { words } from '../../core/text.js';
import { foldKey, TABLES } from './keys.js';
import { isHeadKey, keySaysNoindex } from './robots-marks.js';
import { IS_DRAFT, IS_PUBLISHED, isUnpublishedState } from './status.js';

/** Why a page is held back that its front matter does not explicitly make private. */
export interface HeldKey {
  readonly key: string;
  /** True where the owner's `privacy.deny` or the platform's own mark decides: no warning is needed. */
  readonly isKnown: boolean;
  /** Named by the owner in `privacy.deny`. */
  readonly isDenied?: boolean;
}

/** The marks of platforms and generators for pages that not every reader may see. */
const KNOWN = new Set(
  words(`
    access accesslevel accesscontrol audience roles requiredroles allowedroles requiredrole allowedgroups
    encrypted encrypt staticrypt members membersonly memberonly paid paidonly premium premiumonly paywall
    paywalled subscribersonly subscriberonly restricted restrictedto protected auth authrequired
    requiresauth requireauth requiresauthentication loginrequired requireslogin requirelogin secret
    confidential internal internalonly private privacy classification permissions if
  `),
);

/** Keys read elsewhere, and keys whose words mean something else: a person's role, a form, a part of the page. */
const ELSEWHERE = new Set(
  words(`
    draft isdraft status state published publish visibility password passwords hidden unlisted noindex
    title description tags categories keywords topics aliases slug permalink url author authors head meta
    seo robots build sitemap subscribe registration signup allow user users editors plan plans sponsor
    sponsors condition logic teaser drip hides public ispublic ispublished publishable routable
    isprivate ishidden isunpublished bookhidden geekdochidden cache caches cacheable cacheenable dgpublish customers customer
  `),
);

/** Parts of a page or a site that are shown or hidden, whatever their values are. */
const PARTS_OF_PAGES =
  /^(?:comments?|title|titles|toc|table|contents|meta|metadata|nav|navbar|navigation|navigations|menu|sidebar|sidebars|aside|image|images|banner|hero|button|buttons|form|box|share|sharing|social|dates?|author|authors|count|counter|widget|search|footer|header|headline|summary|excerpt|cover|breadcrumbs?|links?|reading|time|rss|feed|newsletter|home|homepage|index|list|lists|pagination|pager|logo|icon|icons|avatar|bio|name|names|label|labels|ads?|code|copy|theme|background|edit|tags?|category|categories|related|date|updated|profile|forms?|map|gallery|video|indexing|robots|tooltip|caches?|bust|policy|token|key|keys|api|type|id|url|path|order|weight|guide|next|prev|previous|sections?|columns?|rows?|lines?|numbers?|panels?|children|participants?|subpages?|toolbar|preview|previews|feedback|repo|repos|repository|gem|gems|strength|meter|fields?|badge)$/;

/** What is hidden, or from whom, where more than a part of the page is: `hidePost`, `hide_from_guests`, `hideThis`. */
const WHOLE =
  /^(?:pages?|posts?|articles?|entry|entries|docs?|documents?|notes?|content|this|it|me|all|everyone|public|guests?|visitors?|users?|anonymous|site|web|website|if|unless|until|till|when|for|from|to|in|on|by|completely|fully)$/;

/** Keys about the topic of a page, where others say that it is an event or a person. */
const OF_TOPICS = [
  [
    /^(?:registration|signup|rsvp)(?:is)?required$|^vip$/,
    /^(?:event\w*|venue|location|(?:start|end)(?:date|time|s)?|registrationdeadline|maxparticipants)$/,
  ],
  [
    /^groups?$/,
    /^(?:e-?mail|phone|orcid|photo|avatar|position|job\w*|affiliation|github|linkedin|(?:first|last)name)$/,
  ],
] as const;

/** One person's place in a group, which pages about people have. */
const PERSON_ROLE = /^(?:role|jobrole|position)$/;
const JOB =
  /\b(?:engineer|developer|designer|manager|scientist|director|officer|researcher|architect|analyst|consultant|professor|writer)s?$/i;
const GROUP_OF_READERS =
  /^(?:members?|members[- ]only|membership|subscribers?|subscription|account|password|sign[- ]?in|founding|founders?|paid|premium|private|internal|confidential|restricted|admins?|administrators?|staff|employees|registered|logged[- ]?in|login|auth|authenticated|intranet|embargoed|[^\s@]+@[^\s@]+\.[a-z]{2,})(?:[- ](?:use[- ])?only)?$/i;

/** Switches of the page itself: off, it isn't meant to be seen, or not yet. */
const SHOWN =
  /^(?:is)?(?:show|shown|display|displayed|enabled?|index|indexed|indexing|robotsindex|searchengineindex|sitemapinclude|list|discoverable|live|online|active|ready|approved|reviewed|finished|completed?|done|production|prod|free|accessibleforfree)$/;
/** Such switches in other languages, and switches for writing or listing the page. */
const SHOWN_BY =
  /^(?:(?:ö|oe?)ffentlich|offentlig|pubblic[oa]|p[úu]blic[oa]|openbaar|sichtbar|visibile|visível|veröffentlichen|publi(?:er|car)|pubblicare|indicizzabile|indexierbar|output|ready(?:to|for)publi(?:sh|shing|cation)|crawl(?:able|ing)?|searchengines?|allow(?:crawl|index)(?:ing)?|(?:show|render|build|output|generate)page|(?:show|shown|visible|display|publish|render)(?:on|to)(?:the)?(?:web|website|site)|(?:in|included?(?:in)?|addto|shown?in|on)(?:sitemap|searchengines?|google|production))$/;
/** Switches that leave the page out when they're on. */
const LEFT_OUT =
  /^(?:is)?(?:disabled?|expired|preview|staging|todo|(?:under)?embargo|ignored?|skip|skipped|omit|omitted|excluded?|deleted|trash|trashed|removed|invisible|drafted|(?:under)?nda|unpublish|drafts|notpublic|scheduled|embargoed|unlist|no(?:t)?show|ignorepublish|(?:no|not|donot|dont)publish(?:ed)?|noai|nositemap|(?:send)?(?:dev|development|debug|beta|test|testers?|local|staging|preview|rss|feed|atom|email|newsletter|send)only|skippublish(?:ing)?|stealth|(?:on|publish)?hold|no(?:build|render)|skip(?:build|render)|(?:as|in|still|keep|post|page|article|content)draft|draft(?:mode|post|page|article|status|only)|withh(?:old|eld)|takedown|(?:hid(?:e|den)|excluded?|omit|remove|ignored?|skip)(?:from|in)(?:build|publish(?:ing)?|site|website|web|export|production|public|publication|index|lists?|listings?|collections?|sitemap|searchengines?|google|ai)|(?:sitemap|ai)(?:excluded?|ignored?|hidden))$/;
const [ON, ON_OR_ONE] = [
  /^(?:true|yes|y|on|ja|oui|si|sí|sim|tak|evet|да|так|はい|是|예)$/i,
  /^(?:true|yes|y|on|1|ja|oui|si|sí|sim|tak|evet|да|так|はい|是|예)$/i,
];
const REMOVED_AT = /^(?:(?:deleted|trashed|removed)(?:at|on|date|time)|archived(?:at|on))$/;
/** Levels of the Traffic Light Protocol that allow publication. */
const TLP_OPEN = /^(?:tlp:?\s*)?(?:white|clear)$/i;
/** Keys that name readers, or what they need; other values are topics. */
const READERS =
  /^(?:only|level|tiers?|requires?|required|needs|who|who(?:can)?(?:see|view|read)|for|groups?|middlewares?|guards?|readers?|viewers?|distribution|scope|channel|sensitivity|security|rights|readership|(?:target|intended)audience|sharing|share|availability|allow|(?:available|limit(?:ed)?|visible|viewable|accessible|readable|open|shared?|shown|published)(?:to|for|with|by)|limited)$/;
/** Keys for marks of any kind, most of which are topics. */
const MARKS = /^(?:labels|flags?|markers?|kind|collection|section|folder)$/;
const MARK =
  /^(?:drafts?|wip|unpublished|private|hidden|unlisted|internal|confidential|restricted|(?:members?|subscribers?|staff)[- _]?only)$/i;
/** The least degree of a reader. */
const LEAST =
  /^(?:(?:min|minimum|require[sd]?)(?:user|member|membership|access)?|membership|patreon|subscription|subscriber)(?:level|tier|plan|rank|role)$|^levelrequired$|^(?:(?:min|minimum|required)(?:patreon)?pledge|patreon(?:min|minimum)?pledge)(?:amount|cents)?$/;

/** A degree of access as a number, and a membership by its name. One `tier` may be that of a sponsor. */
const [DEGREE, MEMBERSHIP] = [/^[1-9]\d*$/, /^(?:gold|silver|bronze|platinum|diamond)$/i];
/** Keys for how confidential a page is. */
const CONFIDENTIALITY =
  /^(?:confidentiality|confidentialité|sensitivity|security|(?:protective)?markings?|(?:data|security)?classification)(?:level)?$/;
const CONFIDENTIAL =
  /^(?:high|medium|strict|secret|internal|restricted|private|sensitive|confidential|tlp[: ]*(?:red|amber|green)(?:\+strict)?)$/i;
const MEMBERSHIPS = /^(?:memberships?(?:levels?)?|tiers|access|(?:access|user)level)$/;
/** A plan that is paid for; its name alone, such as `pro`, may be the topic. */
const PLANS = /^plans?$/;
const PAID = /^(?:paid|paid[- ]only|members?|members[- ]only|subscribers?)$/i;
/** `for_clients`, of people in business with the author; `for_beginners` is a degree of difficulty. */
const FOR_GROUP =
  /^for(?:our)?(?:clients?|partners|staff|employees|dealers|resellers|retailers|moderators|team|admins)(?:only)?$/;

/** Where a page is built. */
const ENVIRONMENTS = /^(?:env|environments?)$/;
/** The people whom a manual addresses. */
const ADDRESSED =
  /^(?:(?:end|power|new)[- ]?)?(?:users?|customers?|clients?|authors?|editors?|contributors?|owners?|students?|teachers?|teams?)$/i;

const LAYOUT = /^(?:layout|template|pagelayout|pagetemplate)$/;

/** Switches in tables. Other code reads them at the top level of front matter. */
const OFF_LIST =
  /^(?:is)?(?:draft|wip|unpublished|hidden|unlisted|private)$|^(?:robots)?noindex$|^unpublish(?:ed)?$/;
/** Keys in tables whose value is the state of the page. The second kind counts only in a table with such a name. */
const [STATE, NAME_OF_STATE] = [
  /^(?:status|state|poststatus|publishstatus|workflowstate)$/,
  /^(?:name|value|type|slug|code|label)$/,
];
const STATE_TABLE = /^(?:status|state|visibility|workflow)$/;

const isOff = (value: unknown) =>
  value === false ||
  /^(?:false|no|off|never|nein|non|n[ãa]o|nee|nej|nei|ei|nie|ne|hay[ıi]r|нет|ні|否|いいえ|아니요)$/iu.test(
    String(value).trim(),
  );
/** True where a list opens a page to all, whatever else is in it. */
function opensToAll(value: unknown): boolean {
  return (
    Array.isArray(value) && value.some((item) => typeof item === 'string' && item !== '' && valueIsOpen(item))
  );
}

const textsIn = (value: unknown) => [value].flat().map((one) => String(one).trim());

/** A key with its value. */
interface KeyedValue {
  readonly key: string;
  /** The key in lower case, without separators. */
  readonly name: string;
  readonly value: unknown;
  /** The value as a text. */
  readonly text: string;
}

/** Decides about some keys: whether their value restricts, or undefined to leave that to a later rule. */
type KeyRule = readonly [
  names: RegExp | ReadonlySet<string>,
  decide: (of: KeyedValue) => boolean | undefined,
];

const someText = (value: unknown, pattern: RegExp): boolean =>
  textsIn(value).some((one) => pattern.test(one));
const saysOn = ({ text }: KeyedValue): boolean => ON_OR_ONE.test(text);
/** A rule that can restrict, but not open: later rules decide about other values. */
const onlyIf =
  (restricts: (of: KeyedValue) => boolean) =>
  (of: KeyedValue): true | undefined =>
    restricts(of) || undefined;

/** The first rule that decides about a key counts. Keys without a rule are judged by their words. */
const KEY_RULES: readonly KeyRule[] = [
  [PERSON_ROLE, ({ text }) => GROUP_OF_READERS.test(text)],
  [/^(?:access|user)level$/, onlyIf(({ text }) => DEGREE.test(text))],
  // The minimum amount; a longer number is an account's id.
  [/^patreon$/, onlyIf(({ text }) => /^[1-9]\d{0,2}$/.test(text))],
  [CONFIDENTIALITY, onlyIf(({ text }) => CONFIDENTIAL.test(text))],
  [MEMBERSHIPS, onlyIf(({ value }) => someText(value, MEMBERSHIP))],
  [PLANS, onlyIf(({ value }) => someText(value, PAID))],
  [MARKS, ({ value }) => someText(value, MARK)],
  [/(?:)/, onlyIf(({ key, value }) => listsReaders(key, value))],
  // The hashes of passwords, for VuePress.
  [/^keys$/, ({ value }) => someText(value, /^[\da-f]{32}$/i)],
  [FOR_GROUP, ({ text }) => ON.test(text)],
  [ENVIRONMENTS, ({ value }) => textsIn(value).some(Boolean) && textsIn(value).every(isHiddenEnvironment)],
  [/^audience$/, ({ value }) => (isObject(value) ? undefined : addressesReaders(value))],
  // GitBook: `if: visitor.claims.unsigned.isBetaUser`.
  [/^if$/, ({ text }) => /\bvisitor\.claims\b/.test(text)],
  // The jobs of a person.
  [/^roles$/, ({ value }) => (someText(value, JOB) ? false : undefined)],
  [KNOWN, ({ value }) => valueRestricts(value)],
  [READERS, ({ value }) => someText(value, GROUP_OF_READERS) || (isObject(value) && valueRestricts(value))],
  [ELSEWHERE, () => false],
  [SHOWN, isSwitchedOff],
  [SHOWN_BY, isSwitchedOff],
  [IS_PUBLISHED, isSwitchedOff],
  [LAYOUT, ({ text }) => isClosedLayout(text)],
  [IS_DRAFT, saysOn],
  [REMOVED_AT, ({ value }) => !valueIsOpen(value)],
  [/^tlp$/, ({ value, text }) => !valueIsOpen(value) && !TLP_OPEN.test(text)],
  // `skip: 1` may be a number of lines.
  [/^skip$/, ({ text }) => ON.test(text)],
  [LEFT_OUT, saysOn],
  [LEAST, ({ value }) => (['string', 'number'].includes(typeof value) ? !valueIsOpen(value) : undefined)],
];

function addressesReaders(value: unknown): boolean {
  const audiences = textsIn(value).flatMap((one) => one.split(/ and |[,;&]/));
  return audiences.some((one) => !ADDRESSED.test(one.trim()) && valueRestricts(one));
}

function isSwitchedOff({ name, value }: KeyedValue): boolean {
  return isOff(value) || (String(value) === '0' && /^(?:is|enabled|active|online|live|show)/.test(name));
}

function restricts(key: string, value: unknown): boolean {
  if (opensToAll(value)) return false;
  const of: KeyedValue = { key, name: foldKey(key), value, text: String(value).trim() };
  for (const [names, decide] of KEY_RULES) {
    const isMatch = names instanceof RegExp ? names.test(of.name) : names.has(of.name);
    const decision = isMatch ? decide(of) : undefined;
    if (decision !== undefined) return decision;
  }
  return soundsRestricted(key, value);
}

function soundsRestricted(key: string, value: unknown): boolean {
  if (isForGuests(key)) return false;
  const [first = '', ...others] = nameParts(key);
  if (showsPeople(key)) return false;
  if (others.length > 0 && [first, ...others].some((part) => PARTS_OF_PAGES.test(part))) return false;
  const hidesPart = /^hid(?:e|es|den)$/.test(first) && others.length > 0;
  if (hidesPart && !others.some((part) => WHOLE.test(part))) return false;
  return keyRestricts(key, value);
}

/** True for a key of a table that keeps readers out, including keys that other code reads at the top level. */
function restrictsInTable(key: string, value: unknown, table: string): boolean {
  const name = foldKey(key);
  if (OFF_LIST.test(name)) return ON_OR_ONE.test(String(value).trim());
  if (!isHeadKey(table) && keySaysNoindex(key, value)) return true;
  if (STATE.test(name) || (NAME_OF_STATE.test(name) && STATE_TABLE.test(foldKey(table))))
    return isUnpublishedState(value) || (STATE_TABLE.test(foldKey(table)) && valueRestricts(value));
  if (!ELSEWHERE.has(name)) return restricts(key, value);
  return /pass|visib|private|hidden|unlist|publi/.test(name) && keyRestricts(key, value);
}

function isOfTopic(key: string, entries: readonly (readonly [key: string, value: unknown])[]): boolean {
  return OF_TOPICS.some(
    ([own, other]) => own.test(foldKey(key)) && entries.some(([name]) => other.test(foldKey(name))),
  );
}

/** Other audiences, such as `administrators`, may be the readers for whom a text is written: not without a warning. */
const PAYING = /member|paid|subscri|found|premium|private|internal/i;

/**
 * The first key that holds a page back: a known mark, one that sounds like a restriction and has a value that restricts,
 * or one that the owner denies.
 * @param table key of the table with the entries; if it is left out, nested tables are searched too
 */
export function keyThatHolds(
  entries: readonly (readonly [key: string, value: unknown])[],
  rules: PrivacyRules,
  table?: string,
): HeldKey | undefined {
  for (const [key, value] of entries) {
    const verdict = classifyName(key, rules);
    if (verdict?.kind === 'deny' && !valueIsOpen(value)) return { key, isKnown: true, isDenied: true };
    if (verdict?.kind === 'allow') continue;
    if (isOfTopic(key, entries)) continue;
    if (table === undefined && isObject(value) && TABLES.has(foldKey(key))) {
      const inner = keyThatHolds(Object.entries(value), rules, key);
      if (inner !== undefined) return { ...inner, key: `${key}.${inner.key}` };
    } else if (table === undefined ? restricts(key, value) : restrictsInTable(key, value, table))
      return {
        key,
        isKnown: KNOWN.has(foldKey(key)) && !(foldKey(key) === 'audience' && !PAYING.test(String(value))),
      };
  }
  return undefined;
}
