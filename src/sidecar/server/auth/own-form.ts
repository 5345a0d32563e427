import { html } from '../../../content/html/template.js';
import type { SignedIn } from '../../accounts/sessions.js';
import type { Services } from '../services.js';
import { FORM_FIELD, isOwnForm } from './form-guard.js';
import { sendPage } from './page.js';
import type { PageCall } from './page-call.js';
import { readForm } from './read-form.js';

/**
 * Reads a form of a signed-in page.
 * @param purpose what the form does
 * @returns its fields; undefined after a 403 was sent, for anything but our own form
 */
export async function readOwnForm(
  call: PageCall,
  services: Services,
  { session }: SignedIn,
  purpose: string,
): Promise<Readonly<Record<string, unknown>> | undefined> {
  const sent = await readForm(call.request);
  const fields = sent.kind === 'form' ? sent.fields : {};
  const form = { purpose, session: session.id, now: services.now(), value: fields[FORM_FIELD] };
  if (isOwnForm(call.request, services, form)) return fields;
  const body = html`<p>Go back, reload the page and try again.</p>`;
  sendPage(call.response, { title: 'The page was open for too long', body }, { status: 403 });
  return undefined;
}
