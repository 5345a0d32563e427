import { loadConfig } from '../config/load.js';
import { systemClock } from '../core/clock.js';
import { didYouMean } from '../core/did-you-mean.js';
import { type ExitCode, SvcError } from '../core/errors.js';
import { isAccountName, isRole, ROLES } from '../sidecar/accounts/can.js';
import { hashPassword, MAX_PASSWORD, passwordProblem } from '../sidecar/accounts/password.js';
import { openStorage } from '../storage/open.js';
import { databaseAddress } from '../storage/open-settings.js';
import type { Storage } from '../storage/port.js';
import { removeSessions } from '../storage/tables/sessions.js';
import { addUser, findUser, listUsers, removeUser, setPassword } from '../storage/tables/users.js';
import { askOneOf, askPassword } from './ask.js';
import type { DatabaseFlags } from './shared-options.js';
import type { Terminal } from './terminal.js';

/** Flags of `svc user`. */
export interface UserFlags extends DatabaseFlags {
  readonly role?: string;
  readonly email?: string;
  readonly passwordStdin?: boolean;
}

/** `svc user add|list|passwd|remove`. */
export async function user(
  verb: 'add' | 'list' | 'passwd' | 'remove',
  name: string,
  flags: UserFlags,
  terminal: Terminal,
): Promise<ExitCode> {
  const loaded = await loadConfig({ ...terminal, flags });
  // Errors of usage come before anything is opened or created.
  const input = await readInput(verb, name, flags, terminal);
  const storage = await openStorage(databaseAddress(loaded.config, loaded.folder));
  try {
    if (verb === 'list') await list(storage, flags, terminal);
    else await change(storage, verb, { name, ...input }, terminal);
    return 0;
  } finally {
    await storage.close();
  }
}

type Input = Awaited<ReturnType<typeof readInput>>;

async function readInput(verb: string, name: string, flags: UserFlags, terminal: Terminal) {
  const { email = '' } = flags;
  if (verb === 'add' && !isAccountName(name)) {
    throw usage(`"${name}" isn't a valid account name`, 'Use 2 to 60 letters, digits and . _ - @');
  }
  const role = verb === 'add' ? (flags.role ?? (await askOneOf(terminal, 'Role', ROLES))) : '';
  if (verb === 'add') assertRole(role);
  const password = verb === 'add' || verb === 'passwd' ? await readPassword(flags, terminal) : '';
  return { role: role ?? '', email, password };
}

function assertRole(role: string | undefined): void {
  if (role === undefined) throw usage('the role is missing', `Add --role with one of ${ROLES.join(', ')}.`);
  if (isRole(role)) return;
  const near = didYouMean(role, ROLES);
  throw usage(`"${role}" isn't a role`, near ? `Did you mean "${near}"?` : `Use one of ${ROLES.join(', ')}.`);
}

async function readPassword({ passwordStdin }: UserFlags, terminal: Terminal): Promise<string> {
  const password =
    passwordStdin === true
      ? (await readStdin(terminal, MAX_PASSWORD + 2)).replace(/\r?\n$/, '')
      : await askPassword(terminal, passwordProblem);
  if (password === undefined) {
    throw usage('the password is missing', 'Give --password-stdin and the password on standard input.');
  }
  const problem = passwordProblem(password);
  if (problem !== undefined) throw usage(`the password has ${password.length} characters`, problem);
  return password;
}

async function list({ db }: Storage, { json }: UserFlags, terminal: Terminal): Promise<void> {
  const users = await listUsers(db);
  if (json === true) {
    terminal.out(`${JSON.stringify({ users })}\n`);
    return;
  }
  const width = Math.max(0, ...users.map(({ name }) => name.length));
  for (const { name, role, email } of users) {
    terminal.out(`${`${name.padEnd(width)}  ${role.padEnd(13)}  ${email}`.trimEnd()}\n`);
  }
  if (users.length === 0) terminal.err('There are no accounts yet. Add one with "svc user add".\n');
}

async function change(
  storage: Storage,
  verb: 'add' | 'passwd' | 'remove',
  { name, role, email, password }: Input & { readonly name: string },
  terminal: Terminal,
): Promise<void> {
  const { db } = storage;
  if (verb === 'add') {
    const created = systemClock(terminal.env).now();
    const account = { name, displayName: name, email, role, password: await hashPassword(password), created };
    if ((await addUser(db, account)) === undefined) {
      const fix = `Set its password with "svc user passwd ${name.toLowerCase()} --password-stdin".`;
      throw new SvcError('SVC_ACCOUNT', `there is an account "${name.toLowerCase()}" already`, { fix });
    }
    terminal.err(`Added ${name.toLowerCase()} as ${role}.\n`);
    return;
  }
  const found = await findUser(db, name);
  if (found === undefined) {
    const names = (await listUsers(db)).map((one) => one.name);
    const near = didYouMean(name, names);
    const fix = near ? `Did you mean "${near}"?` : 'See "svc user list".';
    throw new SvcError('SVC_ACCOUNT', `there is no account "${name}"`, { fix });
  }
  if (verb === 'remove') await removeUser(db, name);
  else {
    await setPassword(db, name, await hashPassword(password));
    await removeSessions(db, found.id);
  }
  terminal.err(verb === 'remove' ? `Removed ${found.name}.\n` : `Changed the password of ${found.name}.\n`);
}

function usage(message: string, fix: string): SvcError {
  return new SvcError('SVC_USAGE', message, { fix });
}

/**
 * The whole of standard input as text.
 * @param limit maximum number of bytes
 * @throws SvcError `SVC_USAGE` when there is more, or it isn't UTF-8
 */
async function readStdin({ stdin = process.stdin }: Terminal, limit: number): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of stdin) {
    const bytes = Buffer.from(chunk as Uint8Array | string);
    size += bytes.length;
    if (size > limit) throw new SvcError('SVC_USAGE', `standard input is longer than ${limit} bytes`);
    chunks.push(bytes);
  }
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: false }).decode(Buffer.concat(chunks));
  } catch (cause) {
    throw new SvcError('SVC_USAGE', "standard input isn't UTF-8 text", { cause });
  }
}
