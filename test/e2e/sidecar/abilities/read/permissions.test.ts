/** Who may run which read ability. */
import { beforeAll, describe, expect, it } from 'vitest';
import { readAbilities } from '../../../../../src/sidecar/abilities/table.js';
import {
  type AbilitySite,
  abilitySite,
  type Who,
} from '../../../../support/sidecar/abilities/ability-site.js';
import { LIGHTHOUSE } from '../../../../support/sidecar/abilities/read/lighthouse.js';

let site: AbilitySite;

beforeAll(async () => {
  site = await abilitySite({ files: LIGHTHOUSE });
}, 60_000);

const PEOPLE: Readonly<Record<string, Who | null>> = {
  administrator: { name: 'keeper', role: 'administrator' },
  editor: { name: 'mate', role: 'editor' },
  author: { name: 'orla', role: 'author' },
  contributor: { name: 'runa', role: 'contributor' },
  subscriber: { name: 'visitor', role: 'subscriber' },
  nobody: null,
};

/** Abilities about one entry, the media library and all that the caller may see; all others are the administrator's. */
const EDIT = ['check-page', 'read-content', 'suggest-internal-links'];
const UPLOAD = ['search-media'];
const WRITERS = ['find-content'];

const REQUIRED: Readonly<Record<string, object>> = {
  'preview-markdown': { post_id: 11 },
  'identify-bot': { ip: '192.0.2.1' },
};

async function may(slug: string, person: string, input?: object): Promise<boolean> {
  const outcome = await site.run(slug, input ?? REQUIRED[slug], PEOPLE[person]);
  if (outcome.kind === 'refused') expect(outcome.because).toBe('permission');
  else expect(outcome.kind, `${slug} as ${person}`).toBe('done');
  return outcome.kind === 'done';
}

describe('[5-read-permissions] abilities of the whole site', () => {
  const whole = readAbilities.filter(({ slug }) => ![...EDIT, ...UPLOAD, ...WRITERS].includes(slug));

  it.each(whole)('$slug is for administrators alone', async ({ slug }) => {
    for (const person of Object.keys(PEOPLE)) {
      expect(await may(slug, person), person).toBe(person === 'administrator');
    }
  });

  it('find-content is for everybody who may write', async () => {
    for (const person of Object.keys(PEOPLE)) {
      expect(await may('find-content', person), person).toBe(!['subscriber', 'nobody'].includes(person));
    }
  });

  it('search-media is for everybody who may upload', async () => {
    for (const person of Object.keys(PEOPLE)) {
      expect(await may('search-media', person), person).toBe(
        ['administrator', 'editor', 'author'].includes(person),
      );
    }
  });
});

describe.each(EDIT)('[5-read-permissions] %s', (slug) => {
  const ask = (person: string, id: number) => may(slug, person, { post_id: id });

  it('is for everybody who may edit the entry', async () => {
    // 11 is Orla's and published, 12 is Piet's and published, 14 is his draft, 15 is Runa's draft, 17 is a page.
    for (const id of [11, 12, 14, 15, 17]) {
      expect(await ask('administrator', id), `administrator ${id}`).toBe(true);
      expect(await ask('editor', id), `editor ${id}`).toBe(true);
      expect(await ask('author', id), `author ${id}`).toBe(id === 11);
      expect(await ask('contributor', id), `contributor ${id}`).toBe(id === 15);
      expect(await ask('subscriber', id), `subscriber ${id}`).toBe(false);
      expect(await ask('nobody', id), `nobody ${id}`).toBe(false);
    }
  });

  it('says that an entry is missing only to those who may edit every entry', async () => {
    for (const person of ['administrator', 'editor']) {
      const outcome = await site.run(slug, { post_id: 999 }, PEOPLE[person]);
      expect(outcome).toMatchObject({ kind: 'failed', status: 404, code: 'svc_not_found' });
    }
    for (const person of ['author', 'contributor', 'subscriber', 'nobody']) {
      expect(await ask(person, 999), person).toBe(false);
    }
  });

  it('is nobody’s without the id of an entry, which those who may edit every entry are told', async () => {
    const error =
      slug === 'read-content'
        ? { status: 400, code: 'svc_bad_post' }
        : { status: 404, code: 'svc_not_found' };
    for (const id of [0, -1]) {
      const outcome = await site.run(slug, { post_id: id }, PEOPLE['administrator']);
      expect(outcome).toMatchObject({ kind: 'failed', ...error });
      expect(await ask('author', id), String(id)).toBe(false);
    }
    expect(await site.run(slug, {})).toMatchObject({ kind: 'invalid' });
    expect(await site.run(slug, { post_id: '11' })).toMatchObject({ kind: 'invalid' });
    expect(await site.run(slug, { post_id: 11, also: 1 })).toMatchObject({ kind: 'invalid' });
  });
});
