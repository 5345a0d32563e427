import { execFile, execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TLSSocket } from 'node:tls';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { guardedFetch } from '../../../../src/core/net/guarded-fetch.js';
import { needs } from '../../../support/needs.js';

const folder = mkdtempSync(join(tmpdir(), 'svc-https-'));
const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')];

/** A certificate for `bot.example` that is an authority of its own; false where the tool for it is not installed. */
function makeCertificate(): boolean {
  const kind = ['-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'];
  const name = ['-subj', '/CN=bot.example', '-addext', 'subjectAltName=DNS:bot.example'];
  try {
    execFileSync('openssl', ['req', ...kind, ...name, '-keyout', key, '-out', certificate], {
      stdio: 'ignore',
    });
    return true;
  } catch {
    return false;
  }
}

const OPENSSL = { reason: 'openssl is not installed (apt-get install openssl)', isMet: makeCertificate() };

afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('https', needs(OPENSSL), () => {
  const asked: string[] = [];
  let port = 0;
  let close = (): void => undefined;

  beforeAll(async () => {
    const options = { key: readFileSync(key), cert: readFileSync(certificate) };
    const server = createServer(options, (request, response) => {
      asked.push(`${(request.socket as TLSSocket).servername} ${request.headers.host}`);
      response.end('harbour');
    });
    await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
    port = (server.address() as AddressInfo).port;
    close = () => void server.close();
  });

  afterAll(() => close());

  it('is refused from somebody whom no authority knows', async () => {
    const fetch = guardedFetch({ allowPrivate: ['127.0.0.1'], resolve: async () => ['127.0.0.1'] });
    await expect(fetch(`https://bot.example:${port}/`)).rejects.toMatchObject({
      reason: 'connection',
      cause: { code: 'DEPTH_ZERO_SELF_SIGNED_CERT' },
    });
    expect(asked).toEqual([]);
  });

  it('goes to the judged address under the name that was asked for, and to nobody of another name', async () => {
    const script = `
      const { guardedFetch } = await import('./src/core/net/guarded-fetch.ts');
      const fetch = guardedFetch({ allowPrivate: ['127.0.0.1'], resolve: async () => ['127.0.0.1'] });
      const outcome = (host) =>
        fetch('https://' + host + ':${port}/', { httpsOnly: true })
          .then(({ body }) => body.toString(), ({ cause }) => cause.code);
      console.log(JSON.stringify([await outcome('bot.example'), await outcome('other.example')]));
    `;
    const { stdout } = await promisify(execFile)(
      process.execPath,
      ['--import', 'tsx', '--input-type=module', '-e', script],
      { env: { ...process.env, NODE_EXTRA_CA_CERTS: certificate } },
    );
    expect(JSON.parse(stdout)).toEqual(['harbour', 'ERR_TLS_CERT_ALTNAME_INVALID']);
    expect(asked).toEqual([`bot.example bot.example:${port}`]);
  }, 60_000);
});
