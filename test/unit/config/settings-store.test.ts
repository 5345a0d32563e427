import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Hooks } from '../../../src/config/hooks/hooks.js';
import { defaultSettings, sanitiseSettings } from '../../../src/config/settings.js';
import { baseSettings, layOver, settingsHash, settingsToStore } from '../../../src/config/settings-merge.js';
import { fileSettingsStore } from '../../../src/config/settings-store.js';
import { Warnings } from '../../../src/core/warnings.js';
import { failure, folderWith } from '../../support/config/folder.js';

const FILE = 'svc.settings.json';
const base = defaultSettings();
const stored = (folder: string) => readFileSync(join(folder, FILE), 'utf8');

describe('reading', () => {
  it('gives the defaults when nothing is stored', async () => {
    expect(await fileSettingsStore({ folder: folderWith(), base }).read()).toEqual(base);
  });

  it('lays maps one level deep and takes lists as stored', async () => {
    const folder = folderWith({
      [FILE]: '{"security": {"expires_days": 30}, "blocked_trainers": [], "post_types": ["recipe"]}',
    });
    const settings = await fileSettingsStore({ folder, base }).read();
    expect(settings.security).toEqual({ ...base.security, expires_days: 30 });
    expect(settings.blocked_trainers).toEqual([]);
    expect(settings.post_types).toEqual(['recipe']);
  });

  it.each([
    ['{\n  "enable_robots": tru\n}', 2],
    ['{"a": 1,\n "b" 2}', 2],
    ['{\n\n"topics_max": 3', 3],
    ['not json', 1],
    ['', 1],
    ['{"a": 1\n, "a": 2}', 2],
  ])('tells line and column of broken JSON: %j', async (text, line) => {
    const error = await failure(fileSettingsStore({ folder: folderWith({ [FILE]: text }), base }).read());
    expect(error.code).toBe('SVC_SETTINGS_INVALID');
    expect(error.location).toMatchObject({ file: FILE, line, column: expect.any(Number) });
    expect(error.fix).toBeTruthy();
  });

  it('refuses a file that holds no object', async () => {
    const error = await failure(fileSettingsStore({ folder: folderWith({ [FILE]: '[]' }), base }).read());
    expect(error.code).toBe('SVC_SETTINGS_INVALID');
  });

  it('warns of unknown keys and invalid values, and mends them', async () => {
    const warnings = new Warnings();
    const text =
      '{"enable_robot": false, "topics_max": "many", "identity": {"contact_email": "me", "nam": "x"}}';
    const settings = await fileSettingsStore({ folder: folderWith({ [FILE]: text }), base, warnings }).read();
    expect(settings).toEqual(base);
    expect(
      warnings
        .list()
        .map(({ field }) => field)
        .sort(),
    ).toEqual(['enable_robot', 'identity.contact_email', 'identity.nam', 'topics_max']);
    expect(warnings.list().find(({ field }) => field === 'enable_robot')?.fix).toContain('enable_robots');
  });

  it('takes null for a setting that nobody has decided', async () => {
    const warnings = new Warnings();
    const text = '{"enable_robots": null, "post_types": null, "identity": {"contact_email": null}}';
    const settings = await fileSettingsStore({ folder: folderWith({ [FILE]: text }), base, warnings }).read();
    expect(settings).toEqual(base);
    expect(warnings.list()).toEqual([]);
  });
});

describe('writing', () => {
  it('keeps only what was decided, sorted, and leaves no other file behind', async () => {
    const folder = folderWith();
    const store = fileSettingsStore({ folder, base });
    const next = sanitiseSettings({ topics_max: 5, identity: { role: 'Potter' } }, base, { types: [] });
    await store.write(next);
    expect(stored(folder)).toBe('{\n  "identity": {\n    "role": "Potter"\n  },\n  "topics_max": 5\n}\n');
    expect(readdirSync(folder)).toEqual([FILE]);
    expect(await store.read()).toEqual(next);
  });

  it('says so when the folder is not there', async () => {
    const store = fileSettingsStore({ folder: join(folderWith(), 'gone'), base });
    expect((await failure(store.write(base))).code).toBe('SVC_SETTINGS_INVALID');
  });

  it('keeps a decision that equals the default once it was stored', async () => {
    const folder = folderWith({ [FILE]: '{"topics_max": 5}' });
    await fileSettingsStore({ folder, base }).write(base);
    expect(JSON.parse(stored(folder))).toEqual({ topics_max: 12 });
  });

  it('resets to the base and tells plugins', async () => {
    const folder = folderWith({ [FILE]: '{"topics_max": 5}' });
    const hooks = new Hooks();
    const told: unknown[] = [];
    hooks.action('svc_settings_reset', (settings) => told.push(settings.topics_max));
    expect(await fileSettingsStore({ folder, base, hooks }).reset()).toEqual(base);
    expect(existsSync(join(folder, FILE))).toBe(false);
    expect(told).toEqual([12]);
  });
});

describe('profiles', () => {
  it('lie between the defaults and what is stored', async () => {
    const folder = folderWith({ [FILE]: '{"enable_root_sitemap": false}' });
    const ready = baseSettings('max-readiness');
    const settings = await fileSettingsStore({ folder, base: ready }).read();
    expect(settings).toMatchObject({
      enable_ai_catalog: true,
      blocked_trainers: [],
      enable_root_sitemap: false,
    });
    expect(baseSettings('default')).toEqual(base);
  });

  it('are not frozen into the store by a save', async () => {
    const folder = folderWith();
    const ready = baseSettings('max-readiness');
    await fileSettingsStore({ folder, base: ready }).write({ ...ready, topics_max: 3 });
    expect(JSON.parse(stored(folder))).toEqual({ topics_max: 3 });
  });

  it('carry the identity of the configuration below the stored one', () => {
    const withName = baseSettings('default', { name: 'Slate Quay', role: 'Museum' });
    expect(layOver(withName, { identity: { role: 'Archive' } }).identity).toMatchObject({
      name: 'Slate Quay',
      role: 'Archive',
    });
  });
});

describe('plugins', () => {
  it('change defaults and reading, but not what a change starts from', async () => {
    const hooks = new Hooks();
    hooks.filter('svc_default_settings', (settings) => ({ ...settings, topics_max: 3 }));
    hooks.filter('svc_settings', () => ({ enable_robots: false, topics_max: 900 }));
    const store = fileSettingsStore({ folder: folderWith(), base, hooks });
    expect(await store.read()).toMatchObject({ enable_robots: false, topics_max: 50 });
    expect(await store.readForChange()).toMatchObject({ enable_robots: true, topics_max: 3 });
  });

  it('see what is stored, and what was sent', async () => {
    const hooks = new Hooks();
    hooks.filter('svc_sanitize_settings', (clean, input) => ({
      ...clean,
      topics_max: (input as { n: number }).n,
    }));
    const folder = folderWith();
    await fileSettingsStore({ folder, base, hooks }).write(base, { n: 4 });
    expect(JSON.parse(stored(folder))).toEqual({ topics_max: 4 });
  });

  it('neither see nor undo what the owner hides', async () => {
    const vetoes = {
      suppressed_resources: ['shop'],
      post_types_vetoed: ['memo'],
      hold_back_changing_jobs: true,
    };
    const hooks = new Hooks();
    const seen: unknown[] = [];
    const release = { suppressed_resources: ['café'], post_types_vetoed: [], hold_back_changing_jobs: false };
    hooks.filter('svc_settings', (settings) => {
      seen.push(settings['suppressed_resources']);
      return release;
    });
    hooks.filter('svc_sanitize_settings', () => release);
    const folder = folderWith();
    const store = fileSettingsStore({ folder, base, hooks });
    const kept = { ...vetoes, suppressed_resources: ['shop', 'caf'] };
    expect(await store.write({ ...base, ...vetoes })).toMatchObject(kept);
    expect(await store.read()).toMatchObject(kept);
    expect(seen).toEqual([[]]);
  });

  it('that return no object are ignored', async () => {
    const hooks = new Hooks();
    hooks.filter('svc_settings', (() => 'nonsense') as never);
    expect(await fileSettingsStore({ folder: folderWith(), base, hooks }).read()).toEqual(base);
    expect(hooks.notices()).toHaveLength(1);
  });
});

describe('the pure merge', () => {
  const change = fc.record(
    {
      enable_robots: fc.boolean(),
      topics_max: fc.integer({ min: 1, max: 50 }),
      blocked_trainers: fc.array(fc.constantFrom('Kelpbot', 'Reefbot')),
      identity: fc.record(
        { role: fc.constantFrom('', 'Baker'), name: fc.constantFrom('', 'Dune') },
        { requiredKeys: [] },
      ),
    },
    { requiredKeys: [] },
  );

  it('stores enough: laid over the base again it gives the same settings', () => {
    fc.assert(
      fc.property(change, change, (first, second) => {
        const before = settingsToStore({}, base, sanitiseSettings(first, base, { types: [] }));
        const next = sanitiseSettings(second, layOver(base, before), { types: [] });
        expect(layOver(base, settingsToStore(before, base, next))).toEqual(next);
      }),
    );
  });

  it('hashes equal settings alike and different ones apart', () => {
    fc.assert(
      fc.property(change, (input) => {
        const next = sanitiseSettings(input, base, { types: [] });
        expect(settingsHash(next) === settingsHash(base)).toBe(JSON.stringify(next) === JSON.stringify(base));
      }),
    );
    expect(settingsHash(base)).toMatch(/^[0-9a-f]{16}$/);
  });
});
