import type { DatabaseProblem, ProblemKind } from '../unavailable.js';

/** The database's name and host, as far as they may be printed. */
interface PostgresPlace {
  readonly host: string;
  readonly port: number;
  readonly database: string;
  readonly user: string;
}

const BY_ITSELF = 'A running server recovers by itself once it does.';

/** What is wrong, by kind. */
const TEXTS: Readonly<
  Record<
    string,
    (place: PostgresPlace, reason: string) => readonly [told: string, message: string, fix: string]
  >
> = {
  unreachable: ({ host, port, database }, reason) => [
    `The PostgreSQL database "${database}" doesn't respond.`,
    `PostgreSQL at ${host}:${port} doesn't respond (${reason})`,
    `Start it, or check the address and the network. ${BY_ITSELF}`,
  ],
  credentials: ({ host, port, database, user }, reason) => [
    `The PostgreSQL database "${database}" refuses the account of this server.`,
    `PostgreSQL at ${host}:${port} refuses the account "${user}" (${reason})`,
    'Check the user name and the password in the address of the database.',
  ],
  absent: ({ host, port, database, user }) => [
    `There is no PostgreSQL database "${database}".`,
    `there is no database "${database}" on PostgreSQL at ${host}:${port}`,
    `Create it with "createdb --owner ${user} ${database}", or restore it from a backup with "pg_restore --create".`,
  ],
  full: ({ host, port, database }) => [
    `The disk of the PostgreSQL database "${database}" is full.`,
    `the disk of PostgreSQL at ${host}:${port} is full`,
    'Free space on the machine of the database. A running server recovers by itself then.',
  ],
  'read-only': ({ host, port, database }) => [
    `The PostgreSQL database "${database}" accepts no writes.`,
    `PostgreSQL at ${host}:${port} accepts no writes: it is a standby, or set to read only`,
    'Check that the address is that of the primary. A running server recovers by itself once it is.',
  ],
  damaged: ({ host, port, database }, reason) => [
    `The PostgreSQL database "${database}" is damaged.`,
    `the database "${database}" on PostgreSQL at ${host}:${port} is damaged (${reason})`,
    'Restore it from a backup with "pg_restore", and start the server again.',
  ],
};

const KINDS: Readonly<Record<string, ProblemKind>> = { credentials: 'refused', absent: 'refused' };

/** SQLSTATE of errors that concern the whole database. Classes have two letters. */
const BY_STATE: Readonly<Record<string, string>> = {
  '08': 'unreachable',
  // Ended or restarted by its administrator, crashed, not started yet, or out of connections.
  '57P01': 'unreachable',
  '57P02': 'unreachable',
  '57P03': 'unreachable',
  '57P05': 'unreachable',
  '25P03': 'unreachable',
  '53300': 'unreachable',
  '28': 'credentials',
  '3D000': 'absent',
  '53100': 'full',
  '25006': 'read-only',
  XX001: 'damaged',
  XX002: 'damaged',
};

/** Messages of the system or the driver without a connection. */
const NO_CONNECTION =
  /^(?:E(?:CONNREFUSED|CONNRESET|CONNABORTED|PIPE|TIMEDOUT|HOSTUNREACH|HOSTDOWN|NETUNREACH|NETDOWN|NOTFOUND|AI_AGAIN)|ENOENT)$/;
const BROKEN =
  /^Connection terminated|^timeout e(?:xceeded|xpired)|is not queryable$|^Query read timeout$|^Connection ended/;
const NO_PASSWORD = /client password must be|^SASL/;

/** What an error of PostgreSQL or its driver says about the database; undefined for one of a statement. */
export function explainPostgres(place: PostgresPlace, error: unknown): DatabaseProblem | undefined {
  const {
    code = '',
    message = '',
    severity,
  } = error as { [name in 'code' | 'message' | 'severity']?: string };
  const name = nameOf({ code, message, isAnswer: severity !== undefined });
  const texts = name === undefined ? undefined : TEXTS[name];
  if (name === undefined || texts === undefined) return undefined;
  const [told, text, fix] = texts(place, message === '' ? code : message);
  return { kind: KINDS[name] ?? (name as ProblemKind), message: text, told, fix };
}

function nameOf(error: {
  readonly code: string;
  readonly message: string;
  readonly isAnswer: boolean;
}): string | undefined {
  const { code, message, isAnswer } = error;
  if (isAnswer) return BY_STATE[code] ?? BY_STATE[code.slice(0, 2)];
  if (NO_CONNECTION.test(code) || BROKEN.test(message)) return 'unreachable';
  return NO_PASSWORD.test(message) ? 'credentials' : undefined;
}
