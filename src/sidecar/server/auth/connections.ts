import { removeSharedToken } from '../../../storage/tables/shared-token.js';
import type { SignedIn } from '../../accounts/sessions.js';
import { removeGrant } from '../../oauth/grants.js';
import { makeSharedToken } from '../../oauth/shared-token.js';
import type { Services } from '../services.js';
import { CONNECTIONS, sendConnections } from './connections-page.js';
import { readOwnForm } from './own-form.js';
import { problem, sendOn, sendPage } from './page.js';
import type { PageCall } from './page-call.js';
import { field } from './read-form.js';
import { requireAdminForMcp } from './require-admin.js';

const PATH = '/svc/connections';

/** `GET /svc/connections`: the address for assistants, the connected assistants, and the token of the site. */
export async function showConnections(call: PageCall, services: Services): Promise<void> {
  const found = await letIn(call, services);
  if (found !== undefined) await sendConnections(call, services, { found });
}

/** `POST /svc/connections`: ends a connection, or creates or revokes the token of the site. */
export async function takeConnections(call: PageCall, services: Services): Promise<void> {
  const found = await letIn(call, services);
  const fields = found && (await readOwnForm(call, services, found, CONNECTIONS));
  if (found === undefined || fields === undefined) return;
  const { storage, site, now } = services;
  const [remove, token] = [field(fields, 'remove'), field(fields, 'token')];
  if (token === 'make') {
    const mayWrite = (await site.settings()).enable_agent_writes;
    const scope = field(fields, 'scope') === 'write' && mayWrite ? 'write' : 'read';
    // The token is only ever shown on the page of this response.
    const made = await makeSharedToken(storage, { scope, userId: found.user.id }, now());
    await sendConnections(call, services, { found, made });
    return;
  }
  if (token === 'revoke') await removeSharedToken(storage.db);
  if (remove !== '') await removeGrant(storage, remove);
  sendOn(call.response, services.basePath + PATH);
}

function letIn(call: PageCall, services: Services): Promise<SignedIn | undefined> {
  return requireAdminForMcp(call, services, {
    path: PATH,
    deed: 'see the connections',
    refuse(text) {
      sendPage(call.response, { title: 'Connections', body: problem(text) }, { status: 403 });
    },
  });
}
