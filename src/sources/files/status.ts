/** Reads from front matter whether a page is a draft, published, hidden or protected. */

import { isObject, objectOf } from '../../core/json.js';
import { words } from '../../core/text.js';
import type { EntryStatus } from '../port.js';
import { isNotYet, startKeys } from './date-values.js';
import type { FilePlace } from './layout.js';
import type { Cause } from './marks.js';
import type { Values } from './values.js';

/** Words for public content: of publishing, and of the maturity of a page's subject. */
const PUBLIC_WORDS =
  'publish published public live new updated current active stable final accepted approved adopted complete completed ' +
  'done deprecated superseded legacy experimental beta alpha preview released implementable implemented replaced obsolete maintained proposed none ' +
  '1 true yes on enabled open visible listed featured provisional withdrawn deferred confirmed cancelled canceled postponed planned ongoing upcoming unmaintained retired discontinued evergreen seedling budding sapling growing ok ' +
  'available ga shipped supported resolved fixed closed paused finished tested verified reviewed revised informational ' +
  'historic living stagnant moved frozen production online inactive sold unreleased recommendation monitoring';
const PUBLIC_PHRASES =
  'generally available,in production,for sale,in stock,sold out,out of stock,last call,internet standard,proposed standard,best current practice,candidate recommendation,in use,feedback appreciated,feedback welcome';

const STATUSES: Readonly<Record<string, EntryStatus>> = {
  ...Object.fromEntries(
    [...PUBLIC_WORDS.split(' '), ...PUBLIC_PHRASES.split(',')].map((word) => [word, 'publish']),
  ),
  draft: 'draft',
  drafted: 'draft',
  unpublished: 'draft',
  'not published': 'draft',
  wip: 'draft',
  'work in progress': 'draft',
  'in progress': 'draft',
  'not started': 'draft',
  todo: 'draft',
  'to do': 'draft',
  idea: 'draft',
  backlog: 'draft',
  outline: 'draft',
  writing: 'draft',
  editing: 'draft',
  'on hold': 'draft',
  rejected: 'draft',
  pending: 'pending',
  review: 'pending',
  'in review': 'pending',
  'needs review': 'pending',
  private: 'private',
  internal: 'private',
  restricted: 'private',
  hidden: 'private',
  unlisted: 'private',
  future: 'future',
  scheduled: 'future',
  embargoed: 'future',
  trash: 'trash',
  trashed: 'trash',
  deleted: 'trash',
  archived: 'private',
  'auto draft': 'auto-draft',
};

/** Drafts and published pages in other languages. */
export const IS_DRAFT =
  /^(?:entwurf|brouillon|borrador|bozza|rascunho|concept|utkast|kladde?|luonnos|szkic|koncept|taslak|piszkozat|下書き|非公開|未公開|草稿|非公开|未发布|비공개|初稿|черновик|чернетка|초안|임시저장)$/;
export const IS_PUBLISHED =
  /^(?:veröffentlicht|publi[ée]e?|publicad[oa]|pubblicat[oa]|gepubliceerd|publicerad|publiceret|publisert|julkaistu|opublikowan[aoey]?|公開|公开|发布|發佈|опубликовано|опубліковано|공개|게시)$/;

/** Keys that hold a status under another name in a generator or a theme; their other words are ignored. */
const STATES = [
  ...words(`
    state publishStatus publicationStatus publicationState publishState postStatus pageStatus
  `),
  ...words(`
    publishedStatus contentStatus entryStatus workflow workflowState workflowStatus stage reviewStatus
    review editorialStatus phase lifecycle reviewState approval approvalStatus approvalState publishingStatus
    docStatus documentStatus articleStatus lifecycleState lifecycleStatus
  `),
  ...words(
    'stato estado statut zustand toestand situação situacao stav durum статус 状态 狀態 ステータス 公開状態 公開ステータス 发布状态 상태',
  ),
];

/** Layouts and keys by which a page only forwards to another. */
const FORWARDS = ['redirect_to', 'redirectTo', 'redirect_url', 'redirect'];

function statusOf(written: string): EntryStatus | undefined {
  const word = written
    .trim()
    .toLowerCase()
    // Notion and others put an emoji before a status: "🚧 In progress".
    .replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, '')
    .replace(/[-_\s]+/g, ' ')
    .replace(/^(superseded) by .*|^(draft|unpublished|wip)\b.*/, '$1$2')
    .replace(
      /^(?:in|under|pending|awaiting|waiting for|ready for|needs) (?:\w{1,12} )?(?:review|approval|edits?|editing)$/,
      'in review',
    );
  if (IS_DRAFT.test(word)) return 'draft';
  if (IS_PUBLISHED.test(word)) return 'publish';
  return Object.hasOwn(STATUSES, word) ? STATUSES[word] : undefined;
}

/** Returns true if a status, or any of a list, means that the page isn't published yet or any more. */
export function isUnpublishedState(value: unknown): boolean {
  return [value].flat().some((one) => (statusOf(String(one)) ?? 'publish') !== 'publish');
}

interface StatusWord {
  readonly status: EntryStatus;
  readonly key: string;
}

function statusWord(values: Values): StatusWord | undefined {
  const keys = values.alike('status');
  const written = values.text(...keys);
  // A page about a status of HTTP.
  if (written === undefined || /^[1-5]\d\d$/.test(written)) return stateWord(values);
  const key = values.find(keys)?.key ?? 'status';
  const status = statusOf(written);
  if (status === undefined) {
    values.warn(
      'front-matter-status',
      'status',
      `the status "${written}" is unknown, so the page counts as private`,
      `Use one of: ${Object.keys(STATUSES).join(', ')}.`,
    );
    return { status: 'private', key };
  }
  return status === 'publish' ? (stateWord(values) ?? { status, key }) : { status, key };
}

function stateWord(values: Values): StatusWord | undefined {
  for (const key of values.alike(...STATES)) {
    const status = statusOf(String(values.peek(key)));
    if (status !== undefined && status !== 'publish') return { status, key };
  }
  const notYet = startKeys(values).find((key) => isNotYet(key, values.peek(key)));
  return notYet === undefined ? undefined : { status: 'future', key: notYet };
}

const OFF = /^(?:false|no|n|off|0|never)$/i;
const NOT_YET =
  /^(?:later|soon|draft|pending|todo|private|unpublished|hidden|internal|unlisted|paid|(?:members?|subscribers?|staff)(?:[-_ ]?only)?)$/i;

/** `published: false`, `publish: false`, `dg-publish: false` and the like. A date under such a key is ignored. */
const PUBLISHED = [
  ...['published', 'publish', 'dg-publish', 'isPublished', 'public', 'isPublic', 'publishable', 'routable'],
];

/** Dates of publication. Systems write `null` for an entry that has never been published. */
const PUBLISHED_AT = words(
  'published publish publishedAt firstPublishedAt datePublished publishedDate publishedOn publishDate',
);

/** The key that prevents the page from being written at all. */
function withholdingKey(values: Values): string | undefined {
  const unpublished = values.alike(...PUBLISHED).find((key) => {
    // `published: { en: false }`, `publish: { enabled: no }`.
    const value = values.find([key])?.value ?? '';
    const written = isObject(value) ? Object.values(value) : [value];
    const isOff = (one: unknown) => OFF.test(String(one).trim()) || NOT_YET.test(String(one).trim());
    return written.length > 0 && written.every(isOff);
  });
  const undated = values.alike(...PUBLISHED_AT).find((key) => values.isNull(key));
  const { render } = objectOf(values.find(['build', '_build'])?.value);
  const isHeadless = values.find(['headless'])?.value === true;
  const computed = objectOf(values.peek('eleventyComputed'))['permalink'];
  // Eleventy writes no file for either; Zola calls it `render`.
  const notWritten = [values.find(['permalink'])?.value, computed].some(
    (permalink) => OFF.test(String(permalink)) || objectOf(permalink)['build'] === false,
  );
  const notRendered = [render, values.peek('render'), values.peek('build')].some(
    (value) => value === 'link' || OFF.test(String(value)),
  );
  if (unpublished !== undefined || undated !== undefined) return unpublished ?? undated;
  if (notWritten) return 'permalink';
  // Lume.
  if (values.find(['url'])?.value === false) return 'url';
  if (isHeadless) return 'headless';
  return notRendered ? 'render' : undefined;
}

/** Words under `visibility` that demand something of readers. */
export const PROTECTED = new Set(
  words('password protected members paid subscribers premium restricted member tiers'),
);
/** Words under `visibility` that show a page to all. */
const OPEN = new Set(
  'public all everyone everybody anyone any open free default normal visible world published listed'.split(
    ' ',
  ),
);
/** Words under `visibility` that keep a page out of lists. */
export const UNLISTED = new Set(['unlisted', 'hidden']);

/** The key of a visibility that is neither public nor one of the words above: it keeps the page to its owner. */
function privateKey(values: Values): string | undefined {
  const word = visibilityOf(values);
  if (word === '' || OPEN.has(word) || PROTECTED.has(word) || UNLISTED.has(word)) return undefined;
  if (word !== 'private' && word !== 'internal') {
    values.warn(
      'front-matter-status',
      'visibility',
      `the visibility "${word}" is unknown, so the page counts as private`,
      'Use public, unlisted, members or private.',
    );
  }
  return values.alike('visibility')[0] ?? 'visibility';
}

/** The word under `visibility`, in lower case; empty where there is none. */
export function visibilityOf(values: Values): string {
  return values.text(...values.alike('visibility'))?.toLowerCase() ?? '';
}

/** The first key of these that is on. All are read, so that each counts as understood. */
export function keyThatIsOn(values: Values, ...names: string[]): string | undefined {
  const looked = values.alike(...names).map((key) => ({ key, isOn: values.isOn(key) }));
  return looked.find(({ isOn }) => isOn)?.key;
}

/** Keys that mark a page as unfinished when they are on. */
const UNFINISHED = [
  ...['draft', 'isDraft', 'unpublished', 'isUnpublished', 'wip', 'isWip', 'workInProgress', 'inProgress'],
  ...['unfinished', 'incomplete', 'saveAsDraft'],
];

/** A status and its cause. */
interface ReadStatus {
  readonly status: EntryStatus;
  /** Undefined for a public page. */
  readonly cause: Cause | undefined;
  /** True for a redirect page that nothing else keeps from the public. */
  readonly isForward?: true;
}

/** The status of a page by its front matter and its place; in doubt it is unpublished. */
export function readStatus(values: Values, place: FilePlace): ReadStatus {
  const draft = keyThatIsOn(values, ...UNFINISHED);
  const withheld = withholdingKey(values);
  const word = statusWord(values);
  const forward =
    values.find(FORWARDS)?.key ?? (values.find(['layout'])?.value === 'redirect' ? 'layout' : undefined);
  if (word?.status === 'trash') return { status: 'trash', cause: word };
  const key = draft ?? withheld ?? forward;
  const closed = privateKey(values) ?? keyThatIsOn(values, 'private', 'isPrivate');
  // A draft for its generator, and pending review here.
  if (key !== undefined || place.isDraft) {
    const cause = key === undefined ? { place: "it's in a folder for drafts" } : { key };
    const isForward =
      key === forward && closed === undefined && !place.isDraft && (word?.status ?? 'publish') === 'publish';
    const status = word?.status === 'pending' ? 'pending' : 'draft';
    return { status, cause, ...(isForward && { isForward }) };
  }
  if (closed !== undefined) return { status: 'private', cause: { key: closed } };
  return { status: word?.status ?? 'publish', cause: word };
}
