import { join } from 'node:path';
import { hashPassword } from '../../../src/sidecar/accounts/password.js';
import { openStorage } from '../../../src/storage/open.js';
import { addUser } from '../../../src/storage/tables/users.js';
import type { BuiltSite } from './site.js';

const PASSWORD = 'the lamp is lit at dusk';

/** The owner of a site, signed in to its admin API. */
export interface Owner {
  /** Changes settings, and waits for what the API does before it answers. */
  save(settings: Readonly<Record<string, unknown>>): Promise<Response>;
}

/**
 * Makes an account and signs in.
 * @param origin where the sidecar answers, or a server in front of it
 */
export async function signInOwner(site: BuiltSite, origin: string): Promise<Owner> {
  const storage = await openStorage(join(site.folder, '.svc/svc.db'));
  const password = await hashPassword(PASSWORD);
  await addUser(storage.db, {
    name: 'ada',
    displayName: 'ada',
    email: '',
    role: 'administrator',
    password,
    created: 1,
  });
  await storage.close();
  const headers = { 'Content-Type': 'application/json' };
  const signedIn = await fetch(`${origin}/svc/login`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ username: 'ada', password: PASSWORD }),
  });
  const [Cookie = ''] = (signedIn.headers.getSetCookie()[0] ?? '').split(';', 1);
  const asked = await fetch(`${origin}/api/svc/v1/nonce`, { headers: { Cookie } });
  const { nonce } = (await asked.json()) as { nonce: string };
  return {
    save: (settings) =>
      fetch(`${origin}/api/svc/v1/settings`, {
        method: 'PATCH',
        headers: { ...headers, Cookie, 'X-Platform-Nonce': nonce },
        body: JSON.stringify(settings),
      }),
  };
}
