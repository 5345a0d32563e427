import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { SvcError } from '../../../src/core/errors.js';
import { importOptional, installCommand } from '../../../src/core/optional-package.js';
import { aiFailure } from '../../../src/insights/ai/provider-fetch.js';

const { peerDependencies, devDependencies } = JSON.parse(readFileSync('package.json', 'utf8'));

/** As Node.js reports it. */
const missing = (name: string) =>
  Object.assign(new Error(`Cannot find package '${name}' imported from /srv/x.js`), {
    code: 'ERR_MODULE_NOT_FOUND',
  });

describe('an optional package', () => {
  it('that is missing is an error with the feature and the command that installs it', async () => {
    const failed = await importOptional(
      () => Promise.reject(missing('pg')),
      'pg',
      'a PostgreSQL database',
    ).catch((error: unknown) => error);
    expect(failed).toBeInstanceOf(SvcError);
    expect(failed).toMatchObject({
      code: 'SVC_PACKAGE_MISSING',
      exitCode: 2,
      message: 'a PostgreSQL database needs the package "pg", which isn\'t installed',
      fix: 'Run "npm install pg@8".',
    });
  });

  it.each([missing('pg-types'), new Error('broken'), 'text'])(
    'that fails for another reason: %s',
    async (reason) => {
      await expect(importOptional(() => Promise.reject(reason), 'pg', 'x')).rejects.toBe(reason);
    },
  );

  it('is installed in a version that the tests use', () => {
    expect(installCommand(['ai', '@ai-sdk/openai'])).toBe('npm install ai@6 @ai-sdk/openai@3');
    for (const [name, range] of Object.entries(peerDependencies)) {
      // Npm must not refuse the program where a generator needs another version.
      expect(range, name).toBe(`^${devDependencies[name].replace(/^[~^]/, '')} || *`);
      expect(installCommand([name])).toMatch(/@(?:0\.\d+|[1-9]\d*)$/);
    }
  });

  it('of a language model is named in the answer of the admin API', () => {
    const error = new SvcError('SVC_PACKAGE_MISSING', 'a model needs the package "ai"', {
      fix: 'Run "npm install ai@6".',
    });
    expect(aiFailure(error, 'key').message).toBe('a model needs the package "ai". Run "npm install ai@6".');
  });
});
