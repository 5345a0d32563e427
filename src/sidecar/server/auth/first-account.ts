import { html } from '../../../content/html/template.js';
import { isAccountName } from '../../accounts/account-name.js';
import { hashPassword, MAX_PASSWORD, MIN_PASSWORD, passwordProblem } from '../../accounts/password.js';
import { isFirstLink, redeemFirstLink } from '../../accounts/sign-in.js';
import { untilClosed } from '../http/request.js';
import type { Services } from '../services.js';
import { EXPIRED, FORM_FIELD, formToken, isOwnForm } from './form-guard.js';
import { openSession } from './open-session.js';
import { type PageCall, problem, sendOn, sendPage } from './page.js';
import { field, readForm } from './read-form.js';

const PURPOSE = 'first-account';

/** Shows the form that creates the first administrator. */
export function firstAccountPage(
  { request, response }: PageCall,
  services: Services,
  { link, note, name = '' }: { readonly link: string; readonly note?: string; readonly name?: string },
): void {
  const { value, cookies } = formToken(request, services, { purpose: PURPOSE, now: services.now() });
  const body = html`<p class="soft">There are no accounts yet. Choose the name and password of the administrator.</p>
${note !== undefined && problem(note)}
<form method="post" action="${services.basePath}/svc/first-account">
<input type="hidden" name="${FORM_FIELD}" value="${value}">
<input type="hidden" name="link" value="${link}">
<label for="username">Name</label>
<input id="username" name="username" value="${name}" autocomplete="username" autocapitalize="none" spellcheck="false" required autofocus>
<label for="password">Password, at least ${MIN_PASSWORD} characters</label>
<input id="password" name="password" type="password" autocomplete="new-password" minlength="${MIN_PASSWORD}" maxlength="${MAX_PASSWORD}" required>
<div class="buttons"><button>Create the account and sign in</button></div>
</form>`;
  const status = note === undefined ? 200 : 400;
  sendPage(response, { title: 'Welcome', body }, { status, headers: { 'Set-Cookie': cookies } });
}

/** `POST /svc/first-account`: redeems the link. */
export async function handleFirstAccount(call: PageCall, services: Services): Promise<void> {
  const { request, response } = call;
  const sent = await readForm(request);
  const fields = sent.kind === 'form' ? sent.fields : {};
  const link = field(fields, 'link');
  const username = field(fields, 'username').trim();
  const password = field(fields, 'password');
  const passwordFault = passwordProblem(password);
  const now = services.now();
  const again = (note: string) => firstAccountPage(call, services, { link, note, name: username });
  if (!(await isFirstLink(services.storage, link, now))) {
    sendOn(response, `${services.basePath}/svc/login?link=used`);
  } else if (!isOwnForm(request, services, { purpose: PURPOSE, now, value: fields[FORM_FIELD] })) {
    again(EXPIRED);
  } else if (!isAccountName(username)) {
    again('Use a name of 2 to 60 letters, digits and . _ - @ that starts with a letter or digit.');
  } else if (passwordFault !== undefined) {
    again(`The password can't be used. ${passwordFault}`);
  } else {
    const account = { secret: link, username, password: await hashPassword(password, untilClosed(response)) };
    const id = await redeemFirstLink(services.storage, account, now);
    if (id === undefined) {
      sendOn(response, `${services.basePath}/svc/login?link=used`);
      return;
    }
    const { cookie } = await openSession(call, services, { id });
    sendOn(response, `${services.basePath}/svc/`, { 'Set-Cookie': [cookie] });
  }
}
