import { cpSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { programVersion } from '../../../src/config/program-version.js';
import { abilityName } from '../../../src/sidecar/abilities/ability.js';
import { abilities } from '../../../src/sidecar/abilities/table.js';
import { filesIn, text, workspace } from '../../support/build/workspace.js';
import { build } from '../../support/cli/run-svc.js';

/** Every object of a JSON document, with its path. */
function* objectsIn(value: unknown, path = ''): Generator<readonly [string, Record<string, unknown>]> {
  if (typeof value !== 'object' || value === null) return;
  if (!Array.isArray(value)) yield [path, value as Record<string, unknown>];
  for (const [key, inner] of Object.entries(value)) yield* objectsIn(inner, `${path}/${key}`);
}

describe('documents of a site with everything switched on', () => {
  let documents: ReadonlyMap<string, unknown>;

  beforeAll(async () => {
    const cwd = workspace();
    cpSync('fixtures/documents', cwd, { recursive: true });
    await build(['--config', 'sidecar.config.json', '--out', 'out', '--full'], {
      cwd,
      env: { SVC_SIGNING_KEY: readFileSync('fixtures/signing-key.jwk', 'utf8') },
    });
    const names = filesIn(join(cwd, 'out')).filter((name) => /(?:\.json|api-catalog)$/.test(name));
    documents = new Map(names.map((name) => [name, JSON.parse(text(cwd, `out/${name}`)) as unknown]));
  });

  it('tell the version of the program in one form', () => {
    const all = [...documents].flatMap(([file, document]) =>
      [...objectsIn(document)].flatMap(([path, { version }]) =>
        typeof version === 'string' && version.endsWith(programVersion())
          ? [[`${file}${path}`, version]]
          : [],
      ),
    );
    expect(all.length).toBeGreaterThan(3);
    expect(all.filter(([, version]) => version !== programVersion())).toEqual([]);
  });

  it('have no schema with a list of types, nor has any ability', () => {
    const inputs = abilities.map(
      (one) => [abilityName(one), { input: one.input, output: one.output }] as const,
    );
    const lists = [...documents, ...inputs].flatMap(([file, document]) =>
      [...objectsIn(document)].flatMap(([path, { type }]) =>
        Array.isArray(type) && type.includes('null') ? [`${file}${path}`] : [],
      ),
    );
    expect(documents.has('.well-known/openapi.json')).toBe(true);
    expect(lists).toEqual([]);
  });
});
