import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parseAllDocuments, parse as parseYaml } from 'yaml';
import { misspelledVariables } from '../../../src/cli/misspelled-variables.js';
import { createProgram } from '../../../src/cli/program.js';
import { portIn } from '../../../src/cli/serve.js';
import { blockOf } from '../../support/deploy/guides.js';

interface Container {
  readonly args: readonly string[];
  readonly env: readonly { readonly name: string }[];
  readonly ports?: readonly { readonly name: string; readonly containerPort: number }[];
  readonly securityContext: object;
  readonly volumeMounts: readonly { readonly name: string; readonly mountPath: string }[];
  readonly [probe: string]: unknown;
}

interface PodSpec {
  readonly hostname?: string;
  readonly enableServiceLinks: boolean;
  readonly securityContext: object;
  readonly containers: readonly [Container];
  readonly volumes: readonly { readonly name: string }[];
}

const manifests = (including: string) =>
  parseAllDocuments(blockOf('kubernetes', 'yaml', including)).map((one) => one.toJS());
const [service, deployment] = manifests('kind: Deployment');
const [job] = manifests('kind: CronJob');
const pods: readonly [string, PodSpec][] = [
  ['the sidecar', deployment.spec.template.spec],
  ['the build', job.spec.jobTemplate.spec.template.spec],
];

const quiet = { env: {}, cwd: '.', out: () => undefined, err: () => undefined, isTty: false };
const dockerfile = readFileSync('Dockerfile', 'utf8');

describe.each(pods)('the pod of %s', (_, { hostname, securityContext, containers: [container], volumes }) => {
  it('runs without root and writes to its volumes alone', () => {
    expect(securityContext).toMatchObject({ runAsNonRoot: true, runAsUser: 1000, fsGroup: 1000 });
    expect(container.securityContext).toEqual({
      readOnlyRootFilesystem: true,
      allowPrivilegeEscalation: false,
      capabilities: { drop: ['ALL'] },
    });
    expect(container.volumeMounts.map(({ mountPath }) => mountPath)).toEqual(['/site', '/tmp']);
    expect(container.volumeMounts.map(({ name }) => name)).toEqual(volumes.map(({ name }) => name));
    expect(dockerfile).toContain('WORKDIR /site\nUSER node\n');
  });

  it('has a name of its own, so that the next pod takes over the lock of a build that was stopped', () => {
    expect(hostname).toMatch(/^svc/);
  });

  it('calls the program as it can be called, with secrets from a Secret', () => {
    const [verb, ...rest] = container.args;
    const command = createProgram(quiet, { json: true }, () => undefined).commands.find(
      (one) => one.name() === verb,
    );
    expect(command?.parseOptions([...rest])).toMatchObject({ operands: [], unknown: [] });
    for (const variable of container.env)
      expect(variable).toHaveProperty('valueFrom.secretKeyRef.name', 'svc');
    for (const { name } of container.env) expect(['SVC_SIGNING_KEY', 'DATABASE_URL']).toContain(name);
  });
});

it('the variables of a Service with the name of the program are not its own', () => {
  const links = {
    SVC_SERVICE_HOST: '10.96.0.12',
    SVC_SERVICE_PORT: '80',
    SVC_SERVICE_PORT_HTTP: '80',
    SVC_PORT: 'tcp://10.96.0.12:80',
    SVC_PORT_80_TCP: 'tcp://10.96.0.12:80',
    SVC_PORT_80_TCP_PROTO: 'tcp',
    SVC_PORT_80_TCP_PORT: '80',
    SVC_PORT_80_TCP_ADDR: '10.96.0.12',
  };
  expect(misspelledVariables(links)).toEqual([]);
  expect(portIn(links)).toBeUndefined();
  expect(portIn({ SVC_PORT: '8080' })).toBe('8080');
  for (const [, { enableServiceLinks }] of pods) expect(enableServiceLinks).toBe(false);
});

describe('the Deployment', () => {
  const [container] = deployment.spec.template.spec.containers as [Container];

  it('has the port of the image, and one process', () => {
    expect(container.ports).toEqual([{ name: 'http', containerPort: 8787 }]);
    expect(dockerfile).toContain('SVC_PORT=8787');
    expect(service.spec).toMatchObject({ selector: { app: 'svc' }, ports: [{ targetPort: 'http' }] });
    expect(deployment.spec).toMatchObject({ replicas: 1, strategy: { type: 'Recreate' } });
  });

  it.each([
    ['startupProbe', '/svc/health/live'],
    ['livenessProbe', '/svc/health/live'],
    ['readinessProbe', '/svc/health/ready'],
  ])('has its %s at %s', (probe, path) => {
    expect(container[probe]).toMatchObject({ httpGet: { path, port: 'http' } });
  });
});

describe('compose with PostgreSQL', () => {
  const { services, volumes } = parseYaml(blockOf('docker', 'yaml', 'postgres:17'));

  it('starts the sidecar when the database is healthy, with a password from outside', () => {
    expect(services.svc.depends_on).toEqual({ postgres: { condition: 'service_healthy' } });
    expect(services.svc.environment.DATABASE_URL).toBe('postgres://svc:${POSTGRES_PASSWORD:?}@postgres/svc');
    expect(services.postgres.environment).toEqual({
      POSTGRES_USER: 'svc',
      POSTGRES_DB: 'svc',
      POSTGRES_PASSWORD: '${POSTGRES_PASSWORD:?}',
    });
    expect(services.postgres.volumes).toEqual([`${Object.keys(volumes)[0]}:/var/lib/postgresql/data`]);
  });
});
