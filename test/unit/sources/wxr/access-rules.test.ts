/** Items that others make readable for some readers only: forums, courses and rules. */
import { writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { Warnings } from '../../../../src/core/warnings.js';
import type { KnownUnit } from '../../../../src/sources/known-units.js';
import { wxrSource } from '../../../../src/sources/wxr/row.js';
import { isContentType } from '../../../../src/sources/wxr/types.js';
import { exportOf, readText, withFile } from '../../../support/sources/wxr/helpers.js';

interface Item {
  readonly id: number;
  readonly type: string;
  readonly status?: string;
  readonly parent?: number;
  readonly meta?: Readonly<Record<string, string>>;
  readonly body?: string;
}

function itemOf({ id, type, status = 'publish', parent = 0, meta = {}, body = '' }: Item): string {
  const rows = Object.entries(meta).map(
    ([key, value]) =>
      `<wp:postmeta><wp:meta_key>${key}</wp:meta_key><wp:meta_value><![CDATA[${value}]]></wp:meta_value></wp:postmeta>`,
  );
  return `<item><title>T</title><wp:post_id>${id}</wp:post_id><wp:status>${status}</wp:status><wp:post_parent>${parent}</wp:post_parent><wp:post_type>${type}</wp:post_type><content:encoded><![CDATA[${body}]]></content:encoded>${rows.join('')}</item>`;
}

async function openIds(...items: readonly Item[]): Promise<readonly number[]> {
  const { entries } = await readText(exportOf(items.map(itemOf).join('\n')));
  return entries.flatMap((entry) => (entry.protected || entry.status !== 'publish' ? [] : (entry.id ?? [])));
}

it('topics and replies of a private forum, and of the forums in it, are for its readers', async () => {
  const open = await openIds(
    { id: 1, type: 'topic', parent: 3, meta: { _bbp_forum_id: '3' } },
    { id: 2, type: 'reply', parent: 1, meta: { _bbp_forum_id: '3' } },
    { id: 3, type: 'forum', parent: 4 },
    { id: 4, type: 'forum', status: 'private' },
    { id: 5, type: 'forum' },
    { id: 6, type: 'topic', parent: 5, meta: { _bbp_forum_id: '5' } },
    { id: 7, type: 'topic', meta: { _bbp_forum_id: '8' } },
    { id: 8, type: 'forum', status: 'hidden' },
    { id: 9, type: 'topic', status: 'closed', meta: { _bbp_forum_id: '5' } },
    { id: 10, type: 'topic', status: 'spam', meta: { _bbp_forum_id: '5' } },
  );
  expect(open).toEqual([5, 6, 9]);
});

it('lessons are for enrolled learners, except in an open course and as a sample', async () => {
  const closed = 'a:1:{s:30:"sfwd-courses_course_price_type";s:6:"closed";}';
  const open = await openIds(
    { id: 1, type: 'sfwd-courses', meta: { '_sfwd-courses': closed } },
    { id: 2, type: 'sfwd-courses', meta: { _ld_price_type: 'open' } },
    { id: 3, type: 'sfwd-lessons', meta: { course_id: '1' } },
    { id: 4, type: 'sfwd-topic', meta: { ld_course_1: '1' } },
    { id: 5, type: 'sfwd-lessons', meta: { course_id: '2' } },
    { id: 6, type: 'lesson', meta: { _tutor_course_id_for_lesson: '9' } },
    { id: 7, type: 'lesson', meta: { _llms_parent_course: '9', _llms_free_lesson: 'yes' } },
    { id: 8, type: 'lesson', meta: { _lesson_course: '9', _lesson_preview: '' } },
    { id: 9, type: 'lp_lesson' },
    { id: 10, type: 'lp_lesson', meta: { _lp_preview: 'yes' } },
    { id: 11, type: 'lesson' },
    { id: 12, type: 'lesson', parent: 14 },
    { id: 13, type: 'lesson', parent: 14, meta: { _is_preview: '1' } },
    { id: 14, type: 'topics' },
    { id: 15, type: 'tutor_zoom_meeting' },
  );
  expect(open).toEqual([1, 2, 5, 7, 10, 11, 13, 14]);
});

it('pages of a content rule of User Registration are for the readers that it names', async () => {
  const ruleOf = (id: number, conditions: readonly unknown[], page: string, control = 'access'): Item => ({
    id,
    type: 'urcr_access_rule',
    body: JSON.stringify({
      enabled: id !== 9,
      logic_map: { type: 'group', logic_gate: 'OR', conditions },
      target_contents: [{ type: 'wp_posts', value: [page] }],
      actions: [{ type: 'message', access_control: control }],
    }),
  });
  const signedIn = { type: 'user_state', value: 'logged-in' };
  const guests = { type: 'user_state', value: 'logged-out' };
  const open = await openIds(
    { id: 1, type: 'post' },
    { id: 2, type: 'post' },
    { id: 3, type: 'post' },
    { id: 4, type: 'post' },
    { id: 5, type: 'post' },
    ruleOf(6, [signedIn, { type: 'roles', value: ['editor'] }], '1'),
    ruleOf(7, [guests], '2'),
    ruleOf(8, [guests], '3', 'restrict'),
    ruleOf(9, [signedIn], '4'),
    ruleOf(10, [{ type: 'season', value: 'spring' }], '12', 'restrict'),
    ruleOf(11, [{ type: 'roles', value: ['editor'] }], '5', 'restrict'),
    { id: 12, type: 'post' },
  );
  expect(open).toEqual([2, 4, 5]);
});

it('pages of a membership of SureMembers are for its members', async () => {
  const serialised = (...places: readonly string[]) =>
    `a:${places.length}:{${places.map((place, index) => `i:${index};s:${place.length}:"${place}";`).join('')}}`;
  const open = await openIds(
    { id: 1, type: 'post' },
    { id: 2, type: 'post' },
    { id: 3, type: 'page' },
    { id: 4, type: 'page', parent: 3 },
    { id: 5, type: 'recipe' },
    { id: 6, type: 'recipe' },
    {
      id: 7,
      type: 'wsm_access_group',
      meta: {
        suremembers_plan_include: serialised('post-1-|', 'postchild-3-|', 'recipe|all'),
        suremembers_plan_exclude: serialised('post-6-|'),
      },
    },
  );
  expect(open).toEqual([2, 3, 6]);
});

/** Items that are protected when a file is read, and when it is read again after a change that their bytes don't show. */
async function protectedBeforeAndAfter(
  before: string,
  after: string,
): Promise<readonly (readonly unknown[])[]> {
  return withFile(before, async (path) => {
    const units = new Map<string, KnownUnit>();
    const find = (key: string, fingerprint: string) => {
      const unit = units.get(key);
      return unit?.fingerprint === fingerprint ? unit : undefined;
    };
    const read = async () => {
      const source = await wxrSource.open({ path, options: {} });
      const found: unknown[] = [];
      const known = { sureBefore: 0, find };
      for await (const item of source.read({ warnings: new Warnings(), timeZone: 'UTC', known })) {
        if (item.kind === 'entry' && item.entry.protected) found.push(item.entry.id);
        if (item.kind === 'unit' && item.fingerprint !== undefined)
          units.set(item.key, {
            ...item,
            fingerprint: item.fingerprint,
            facts: item.facts,
            entry: undefined,
          });
      }
      return found;
    };
    const first = await read();
    writeFileSync(path, after);
    return [first, await read()];
  });
}

describe('a change elsewhere reaches items that a build knows', () => {
  it('of a rule', async () => {
    const withRule = (covered: string) => {
      const meta = { _mepr_rules_type: 'single_post', _mepr_rules_content: covered };
      const rule = { id: 3, type: 'memberpressrule', meta };
      return exportOf([{ id: 1, type: 'post' }, { id: 2, type: 'post' }, rule].map(itemOf).join('\n'));
    };
    expect(await protectedBeforeAndAfter(withRule('1'), withRule('2'))).toEqual([[1], [2]]);
  });

  it('of the parent of a category', async () => {
    const category = (slug: string, more: string) =>
      `<wp:category><wp:category_nicename>${slug}</wp:category_nicename><wp:cat_name>${slug}</wp:cat_name>${more}</wp:category>`;
    const locked = category(
      'locked',
      '<wp:termmeta><wp:meta_key>visibility</wp:meta_key><wp:meta_value>protected</wp:meta_value></wp:termmeta>',
    );
    const withParent = (parent: string) =>
      exportOf(
        itemOf({ id: 1, type: 'post' }).replace(
          '</item>',
          '<category domain="category" nicename="below">below</category></item>',
        ),
        locked +
          category('below', `<wp:category_parent>${parent}</wp:category_parent>`) +
          category('open', ''),
      );
    expect(await protectedBeforeAndAfter(withParent('open'), withParent('locked'))).toEqual([[], [1]]);
  });
});

it.each([
  'shop_order',
  'lp_order',
  'tutor_enrolled',
  'llms_transaction',
  'sfwd-essays',
  'tutor_quiz',
  'bp-email',
  'wc_booking',
  'elementor_library',
  'edd_log',
  'tribe_rsvp_attendees',
  'evo-rsvp',
  'job_application',
  'sliced_invoice',
  'fep_message',
  'cuar_private_page',
  'mec-books',
  'mto-quiz',
])('the type %s holds no pages', (type) => expect(isContentType(type)).toBe(false));

it.each([
  'post',
  'lesson',
  'llms_membership',
  'sfwd-courses',
  'travel_log',
  'case_application',
  'church_message',
  'booking',
])('the type %s may hold pages', (type) => expect(isContentType(type)).toBe(true));
