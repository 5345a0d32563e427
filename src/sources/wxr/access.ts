import { classifyName, NO_PRIVACY_RULES } from '../../content/privacy/privacy.js';
import type { Mark } from '../audit.js';
import type { EntryStatus, RawEntry } from '../port.js';
import { guessWarning, privateTerm } from '../private-places.js';
import type { AccessRules } from './access-rules.js';
import type { EntryContext } from './entry.js';
import type { Fields } from './fields.js';
import { noindexKey, redirectKey } from './meta-seo.js';
import { isHiddenProduct } from './product.js';

/** Why an item is for some readers only, as a clause: its post meta, a term, or a rule of the export. */
export function accessOf(
  fields: Fields,
  { type, terms }: Pick<RawEntry, 'type' | 'terms'>,
  { file, warnings, privacy, rules }: EntryContext,
): string | undefined {
  const mark = fields.accessMark(privacy);
  if (mark !== undefined) {
    if (!mark.isKnown && !mark.isDenied) warnings.add(guessWarning('post meta', mark.key, file));
    return `the post meta "${mark.key}" keeps it to members`;
  }
  const term = privateTerm(terms, privacy);
  if (term !== undefined) {
    if (!term.isDenied) warnings.add(guessWarning(term.taxonomy, term.slug, file));
    return `its ${term.taxonomy} "${term.slug}" keeps it to members`;
  }
  if (isLesson(fields, type, rules) && classifyName(type, privacy ?? NO_PRIVACY_RULES)?.kind !== 'allow') {
    warnings.add(guessWarning('post type', type, file));
    return `it is a "${type}" of a course, which only enrolled learners may read`;
  }
  return rules?.reason({
    id: fields.integer('wp:post_id'),
    type,
    terms,
    link: fields.get('link'),
    partOf: () => fields.partOf(),
  });
}

/** Types of lessons and meetings of LearnPress, MasterStudy and others; the type `lesson` belongs to an extension if it has such post meta. */
const LESSON =
  /^(?:lp|stm|tutor|llms|academy|masteriyo|mto|tva|mpcs|namaste|crlms)[-_](?:lessons?|(?:zoom[-_]|google[-_])?meet(?:ing)?s?|announcements?)$|^course_unit$/;

const OF_COURSE = new Set(['_tutor_course_id_for_lesson', '_llms_parent_course', '_lesson_course']);

/** Post meta by which everyone may read a lesson. */
const PREVIEW = new Set(['_is_preview', '_lp_preview', '_llms_free_lesson', '_lesson_preview', 'preview']);

function isLesson(fields: Fields, type: string, rules: AccessRules | undefined): boolean {
  const isPart = () => rules?.isTopic(fields.integer('wp:post_parent')) === true;
  const isOfCourse =
    LESSON.test(type) || (type === 'lesson' && (fields.metaLists(OF_COURSE).size > 0 || isPart()));
  if (!isOfCourse) return false;
  return ![...fields.metaLists(PREVIEW).values()]
    .flat()
    .some((value) => /^(?:1|yes|on|true|preview)$/.test(value));
}

/** The marks in an item by which it is not for every reader. */
export function marksOf(
  fields: Fields,
  {
    word,
    status,
    type,
    access,
  }: {
    readonly word: string;
    readonly status: EntryStatus;
    readonly type: string;
    /** Why it is for some readers only, as a clause. */
    readonly access: string | undefined;
  },
): readonly Mark[] {
  const { line } = fields.element;
  const meta = fields.meta();
  const marks: Mark[] = [];
  const add = (about: Mark['about'], rule: string, setting: string) =>
    marks.push({ about, rule, setting, line });
  if (status !== 'publish') {
    add('status', `<wp:status> is "${word.slice(0, 40)}"`, 'Publish it on the site and export again.');
  }
  if (fields.hasPassword) {
    add('protected', 'it has a <wp:post_password>', 'Remove its password on the site and export again.');
  }
  if (access !== undefined) {
    add('protected', access, 'Make it public in the membership extension and export again.');
  }
  const seo = noindexKey(meta);
  if (seo !== undefined) {
    const does = seo === redirectKey(meta) ? 'sends visitors to another address' : 'says noindex';
    add('noindex', `the post meta "${seo}" ${does}`, 'Change it on the site and export again.');
  }
  if (isHiddenProduct(fields, type)) {
    add('noindex', 'its catalogue visibility is "hidden"', 'Show it in the shop and export again.');
  }
  return marks;
}
