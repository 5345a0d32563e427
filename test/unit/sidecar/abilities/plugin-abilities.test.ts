import { describe, expect, it } from 'vitest';
import { Registrations } from '../../../../src/config/hooks/registrations.js';
import { abilityName, wireName } from '../../../../src/sidecar/abilities/ability.js';
import { pluginAbilities } from '../../../../src/sidecar/abilities/registry.js';
import type { Notice } from '../../../../src/site/registry/notice.js';

const GOOD = {
  name: 'harbour/high-tide',
  label: 'Next high tide',
  description: 'Returns when the water is highest.',
  run: () => ({ at: '18:40' }),
};

function registered(...definitions: readonly unknown[]): Registrations {
  const registrations = new Registrations();
  for (const definition of definitions) {
    registrations.add('ability', { definition, priority: 10, origin: './harbour.js' });
  }
  return registrations;
}

describe('abilities of plugins', () => {
  it('are taken as they are declared, or as the careful would have them', async () => {
    const [plain, open] = pluginAbilities(
      registered(GOOD, () => ({ ...GOOD, name: 'harbour/low-tide', readonly: true, permission: 'upload' })),
    );
    expect(plain).toMatchObject({
      tier: 'write',
      isDestructive: false,
      permission: 'manage',
      input: { default: {} },
    });
    expect(open).toMatchObject({ tier: 'read', permission: 'upload' });
    if (plain === undefined) throw new Error('it was not taken');
    expect([abilityName(plain), wireName(plain)]).toEqual(['harbour/high-tide', 'harbour-high-tide']);
    await expect(plain.run({}, { now: 0, actor: undefined } as never)).resolves.toEqual({ at: '18:40' });
  });

  it.each([
    ['nothing', undefined, "it isn't an object"],
    ['a name without a namespace', { ...GOOD, name: 'tide' }, 'its name is "tide"'],
    ['a name of another form', { ...GOOD, name: 'Harbour/High Tide' }, 'its name is'],
    ['our namespace', { ...GOOD, name: 'svc/read-readiness' }, 'is reserved'],
    ['no label', { ...GOOD, label: ' ' }, 'it has no label'],
    ['no description', { ...GOOD, description: undefined }, 'it has no description'],
    ['no run', { ...GOOD, run: 'now' }, 'it has no "run" function'],
    ['a schema of a text', { ...GOOD, input: { type: 'string' } }, "its input isn't the schema"],
    [
      'a schema that is none',
      { ...GOOD, output: { type: 'object', properties: 7 } },
      "its output isn't the schema",
    ],
    [
      'a schema that leads elsewhere',
      { ...GOOD, input: { type: 'object', $ref: 'https://a.example/x' } },
      'its input',
    ],
    ['an unknown permission', { ...GOOD, permission: 'root' }, 'its permission is "root"'],
    [
      'a function that throws',
      () => {
        throw new Error('low water');
      },
      'low water',
    ],
  ])('are left out with a notice: %s', (_, definition, message) => {
    const notices: Notice[] = [];
    const found = pluginAbilities(registered(definition, GOOD), (notice) => notices.push(notice));
    expect(found.map(abilityName)).toEqual(['harbour/high-tide']);
    expect(notices).toEqual([
      expect.objectContaining({
        level: 'error',
        message: expect.stringContaining(message),
        origin: './harbour.js',
        fix: expect.stringContaining('docs/abilities.md'),
      }),
    ]);
  });

  it('have one name each: the first of two is taken', () => {
    const notices: Notice[] = [];
    const all = registered(GOOD, { ...GOOD, label: 'Another' });
    const found = pluginAbilities(all, (notice) => notices.push(notice));
    expect(found.map(({ label }) => label)).toEqual(['Next high tide']);
    expect(notices.map(({ message }) => message)).toEqual([expect.stringContaining('its name is taken')]);
    // They are looked at once for each build; whoever asks again hears the same.
    pluginAbilities(all, (notice) => notices.push(notice));
    expect(notices).toHaveLength(2);
  });
});
