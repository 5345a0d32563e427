import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { generatedDocs, schemasWithNames } from '../../../src/cli/docs.js';
import { declarations } from '../../../src/config/declarations.js';
import { configTypes } from '../../../src/config/docs.js';
import { options } from '../../../src/config/env.js';
import { configSchema, schemaProblems } from '../../../src/config/schema.js';
import type { Profile } from '../../../src/config/settings-merge.js';

describe('generated references', () => {
  it.each(Object.keys(generatedDocs))('docs/%s is up to date (npm run build && npm run docs)', (name) => {
    const text = generatedDocs[name]?.() ?? '';
    if (process.env['UPDATE'] === '1') writeFileSync(`docs/${name}`, text);
    expect(readFileSync(`docs/${name}`, 'utf8')).toBe(text);
  });

  it('the types of the configuration are up to date, with a comment on each key (npm run docs)', () => {
    const text = readFileSync('src/config/raw-config.ts', 'utf8');
    expect(text).toBe(configTypes());
    const lines = text.split('\n');
    const keys = lines.flatMap((line, at) => (/^\s*readonly \w+\??:/.test(line) ? [at] : []));
    expect(keys.length).toBeGreaterThan(80);
    expect(keys.filter((at) => !lines[at - 1]?.endsWith('*/'))).toEqual([]);
  });

  it('name every setting, every flag and every configuration key', () => {
    const settings = generatedDocs['settings.md']?.() ?? '';
    const configuration = generatedDocs['configuration.md']?.() ?? '';
    for (const key of Object.keys(declarations)) expect(settings).toContain(`| \`${key}\` |`);
    for (const { variable } of options) expect(configuration).toContain(`\`${variable}\``);
    for (const key of Object.keys(configSchema()['properties'] as object)) {
      if (key !== '$schema') expect(configuration).toContain(`| \`${key}\` |`);
    }
  });
});

describe('the schema', () => {
  const properties = configSchema()['properties'] as Record<
    string,
    { enum?: unknown; items?: { enum?: unknown } }
  >;

  it('knows the profiles that the program knows', () => {
    expect(properties['profile']?.enum).toEqual(['default', 'max-readiness'] satisfies Profile[]);
  });

  it.each([...schemasWithNames()])(
    '%s has the names of all hosts and sources (npm run docs)',
    (name, text) => {
      expect(JSON.parse(readFileSync(`schemas/${name}`, 'utf8'))).toEqual(JSON.parse(text));
    },
  );

  it('describes every key', () => {
    const undescribed: string[] = [];
    const walk = (schema: Record<string, unknown>, name: string) => {
      for (const [key, inner] of Object.entries(
        (schema['properties'] ?? {}) as Record<string, Record<string, unknown>>,
      )) {
        if (typeof inner['description'] !== 'string') undescribed.push(`${name}${key}`);
        walk(inner, `${name}${key}.`);
      }
    };
    walk(configSchema(), '');
    expect(undescribed).toEqual([]);
  });
});

describe('the examples of configurations in the documentation', () => {
  const schema = configSchema();
  const keys = Object.keys(schema['properties'] as object);
  const pages = readdirSync('docs', { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.md'),
  );
  const examples = pages.flatMap((page) =>
    [...readFileSync(join('docs', page), 'utf8').matchAll(/^ *```jsonc?\n([\s\S]*?)^ *```/gm)].flatMap(
      ([, block = '']) => {
        const value = parsed(block) ?? parsed(`{${block}}`) ?? {};
        const names = Object.keys(value);
        return names.length > 0 && names.every((key) => keys.includes(key))
          ? [[page, block, value] as const]
          : [];
      },
    ),
  );

  it('are many', () => expect(examples.length).toBeGreaterThan(15));

  it.each(examples)('fit the schema: docs/%s', (_, block, value) => {
    expect(
      schemaProblems(schema, value, () => false),
      block,
    ).toEqual([]);
  });

  function parsed(text: string): object | undefined {
    try {
      return JSON.parse(text.replace(/^\s*\/\/.*$/gm, '')) as object;
    } catch {
      return undefined;
    }
  }
});
