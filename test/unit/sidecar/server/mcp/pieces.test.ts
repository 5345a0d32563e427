import { describe, expect, it } from 'vitest';
import {
  type Ability,
  type AbilityCaller,
  AbilityError,
  type Permission,
} from '../../../../../src/sidecar/abilities/ability.js';
import { type AbilityEvent, type RunContext, runAbility } from '../../../../../src/sidecar/abilities/run.js';
import { inputOf, integerOf, outputOf, textOf } from '../../../../../src/sidecar/abilities/schema.js';
import type { AbilityServices } from '../../../../../src/sidecar/abilities/services.js';
import { callTool } from '../../../../../src/sidecar/server/mcp/messages.js';

const ADA: AbilityCaller = {
  actor: { id: 1, name: 'ada', role: 'administrator' },
  scope: 'write',
  credential: { kind: 'session' },
};

function ability(run: Ability['run'], permission: Permission = 'manage'): Ability {
  return {
    slug: 'test',
    namespace: 'harbour',
    label: 'Test',
    description: 'Tests.',
    tier: 'write',
    permission,
    input: inputOf({ depth: integerOf() }, ['depth']),
    output: outputOf({ said: textOf() }, ['said']),
    run,
  };
}

function context(caller: AbilityCaller | undefined = ADA): RunContext & { readonly events: AbilityEvent[] } {
  const events: AbilityEvent[] = [];
  const services = { now: () => 5, logError: () => undefined } as unknown as AbilityServices;
  return { caller, services, events, record: (event) => void events.push(event) };
}

describe('a tool', () => {
  it('that takes too long is not waited for', async () => {
    const result = await callTool(
      ability(() => new Promise(() => undefined)),
      { depth: 1 },
      context(),
      20,
    );
    expect(result).toMatchObject({
      isError: true,
      content: [{ text: expect.stringContaining('No result within') }],
    });
  });

  it('that says that it failed has failed', async () => {
    const failing = {
      ...ability(async () => ({ success: false, error: 'Low water.' })),
      output: { type: 'object' },
    };
    expect(await callTool(failing, { depth: 1 }, context())).toEqual({
      content: [{ type: 'text', text: 'Low water.' }],
      isError: true,
    });
  });

  it('tells what its ability tells, and no code', async () => {
    const refusing = ability(() =>
      Promise.reject(new AbilityError(409, 'svc_low_water', 'Wait for the tide.')),
    );
    const { content, isError } = await callTool(refusing, { depth: 1 }, context());
    expect([content, isError]).toEqual([[{ type: 'text', text: 'Wait for the tide.' }], true]);
  });
});

describe('a run', () => {
  const said = async () => ({ said: 'aye' });

  it('asks for permission before or after it looks at the input, as the way it came by demands', async () => {
    const nobody = context({ ...ADA, actor: { ...ADA.actor, role: 'subscriber' } });
    const wrong = { depth: 'deep' };
    expect(await runAbility(ability(said), wrong, 'permission-first', nobody)).toMatchObject({
      kind: 'refused',
    });
    expect(await runAbility(ability(said), wrong, 'input-first', nobody)).toMatchObject({ kind: 'invalid' });
    expect(nobody.events.map(({ kind, detail }) => [kind, detail])).toEqual([['refused', '403']]);
  });

  it('of nobody is written down as a 401', async () => {
    const events: AbilityEvent[] = [];
    const anonymous = {
      ...context(),
      caller: undefined,
      record: (event: AbilityEvent) => void events.push(event),
    };
    await runAbility(ability(said), { depth: 1 }, 'input-first', anonymous);
    expect(events).toEqual([{ kind: 'refused', ability: 'harbour/test', caller: undefined, detail: '401' }]);
  });

  it('is asked again with the input as it has been judged, and is written down once', async () => {
    const asked: unknown[] = [];
    const own = ability(said, (input) => {
      asked.push(input);
      return true;
    });
    const ctx = context();
    expect(await runAbility(own, { depth: 2 }, 'permission-first', ctx)).toEqual({
      kind: 'done',
      output: { said: 'aye' },
    });
    expect(asked).toEqual([{ depth: 2 }, { depth: 2 }]);
    expect(ctx.events.map(({ kind }) => kind)).toEqual(['used']);
  });

  it('gets a copy of its input, and nothing undeclared out', async () => {
    const given = { depth: 3 };
    const changing = ability(async (input) => {
      (input as { depth: number }).depth = 9;
      return { said: 'aye', more: 1 };
    });
    expect(await runAbility(changing, given, 'input-first', context())).toMatchObject({
      kind: 'failed',
      status: 500,
      code: 'ability_invalid_output',
    });
    expect(given).toEqual({ depth: 3 });
  });

  it.each(['shared', 'oauth'] as const)(
    'with a %s credential that may only read is refused before anything is looked at',
    async (kind) => {
      const asked: unknown[] = [];
      const credential = kind === 'shared' ? { kind } : { kind, clientId: 'c', name: 'Kettle' };
      const own = ability(said, (input) => {
        asked.push(input);
        return true;
      });
      const reader = context({ ...ADA, scope: 'read', credential });
      expect(await runAbility(own, { depth: 1 }, 'permission-first', reader)).toEqual({
        kind: 'refused',
        because: 'credential',
      });
      expect(asked).toEqual([]);
      expect(
        await runAbility({ ...own, tier: 'read' }, { depth: 1 }, 'permission-first', reader),
      ).toMatchObject({
        kind: 'done',
      });
    },
  );
});
