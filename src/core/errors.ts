/** The error of this program, with its codes, and the words for errors of the system. */

import { withoutUndefined } from './json.js';
/** Exit codes of the command line: 0 done, 1 findings or failure, 2 wrong usage. */
export type ExitCode = 0 | 1 | 2;

/** Stable codes of every error that this program raises on purpose. */
export type ErrorCode =
  | 'SVC_USAGE'
  | 'SVC_CONFIG_INVALID'
  | 'SVC_SETTINGS_INVALID'
  | 'SVC_SOURCE_MISSING'
  | 'SVC_SOURCE_UNKNOWN'
  | 'SVC_SOURCE_NOT_BUILT'
  | 'SVC_SOURCE_MALFORMED'
  | 'SVC_SOURCE_MIXED'
  | 'SVC_ID_COLLISION'
  | 'SVC_ENTRY_INVALID'
  | 'SVC_OUT_UNSAFE'
  | 'SVC_OUT_OCCUPIED'
  | 'SVC_OUT_BUSY'
  | 'SVC_PREVIOUS_UNREADABLE'
  | 'SVC_STORAGE'
  | 'SVC_ACCOUNT'
  | 'SVC_CONTENT'
  | 'SVC_STRICT'
  | 'SVC_FIDELITY'
  | 'SVC_KEY_INVALID'
  | 'SVC_KEY_EXISTS'
  | 'SVC_SIGNATURE_INVALID'
  | 'SVC_UNREACHABLE'
  | 'SVC_PACKAGE_MISSING'
  | 'SVC_INTERNAL';

/** Codes of wrong usage: the call or the configuration has to change, not the content. */
const USAGE: ReadonlySet<ErrorCode> = new Set([
  'SVC_USAGE',
  'SVC_CONFIG_INVALID',
  'SVC_SOURCE_MISSING',
  'SVC_OUT_UNSAFE',
  'SVC_PACKAGE_MISSING',
]);

/** Where in the user's input an error or warning was found. Lines and columns count from 1. */
export interface InputLocation {
  readonly file?: string;
  readonly line?: number;
  readonly column?: number;
  readonly field?: string;
}

interface SvcErrorOptions extends InputLocation {
  /** How to fix it: the next action, as a sentence. */
  readonly fix?: string;
  readonly cause?: unknown;
}

/** The one error class for foreseen failures: what and where in `message`, the remedy in `fix`. */
export class SvcError extends Error {
  readonly code: ErrorCode;
  readonly fix: string | undefined;
  readonly location: InputLocation;

  /**
   * @param code stable machine-readable code
   * @param message what went wrong, one sentence without the location
   * @param options location, fix and cause
   */
  constructor(code: ErrorCode, message: string, options: SvcErrorOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'SvcError';
    this.code = code;
    this.fix = options.fix;
    const { file, line, column, field } = options;
    this.location = withoutUndefined({ file, line, column, field });
  }

  /** The exit code for the command line: a wrong call or configuration is 2, everything else is 1. */
  get exitCode(): ExitCode {
    return USAGE.has(this.code) ? 2 : 1;
  }
}

/** `file:line:column (field)`, as far as known; empty when nothing is known. */
export function formatLocation(location: InputLocation): string {
  const { file, line, column, field } = location;
  let text = file ?? '';
  if (line !== undefined) text += `${text ? ':' : 'line '}${line}`;
  if (line !== undefined && column !== undefined) text += `:${column}`;
  if (field !== undefined) text += text ? ` (${field})` : field;
  return text;
}

/** True for an error of the operating system, such as a full disk. From a thread it arrives without its code. */
export function isSystemError(error: unknown): error is NodeJS.ErrnoException {
  if (!(error instanceof Error)) return false;
  const { code, syscall, message } = error as NodeJS.ErrnoException;
  return (typeof code === 'string' && syscall !== undefined) || /^E[A-Z]+: [^,]+, \w/.test(message);
}

const RIGHTS = 'Give the user who runs svc the rights to it and to its folder, or run svc as their owner.';
const SPACE = 'Free space on the disk.';

/** Descriptions of operating system error codes for files, and their fixes. */
const SYSTEM_MESSAGES: Readonly<Record<string, readonly [string, string]>> = {
  EACCES: ['permission denied', RIGHTS],
  EPERM: ['permission denied', RIGHTS],
  EROFS: ['the file system is read-only', RIGHTS],
  ENOSPC: ['the disk is full', SPACE],
  EDQUOT: ['the quota of the disk is used up', SPACE],
  ENOENT: ['the file was removed in the meantime', 'Put it back, or build the site again.'],
  EMFILE: ['too many files are open', 'Allow more with "ulimit -n".'],
};

/**
 * Describes an operating system error that the user can fix, such as missing permissions or a full disk.
 * @returns undefined for other errors
 */
export function fileProblem(error: unknown): SvcError | undefined {
  if (!isSystemError(error)) return undefined;
  const { code = '', syscall, path, dest } = error as NodeJS.ErrnoException & { readonly dest?: string };
  const isFull = code === 'ENOSPC' || code === 'EDQUOT';
  const [what, fix] = SYSTEM_MESSAGES[code] ?? [];
  // A renamed file is our own; permission and space are missing at its destination.
  const file = (syscall === 'rename' ? dest : undefined) ?? path;
  if (what === undefined || (!isFull && file === undefined)) return undefined;
  return new SvcError('SVC_INTERNAL', `${what} (${[code, syscall].filter(Boolean).join(', ')})`, {
    ...(file !== undefined && { file }),
    ...(fix !== undefined && { fix }),
    cause: error,
  });
}

/** Writes to a file; an error names it, even a full disk, for which the system names none. */
export function writeTo(path: string, write: () => void): void {
  try {
    write();
  } catch (error) {
    throw isSystemError(error) && error.path === undefined ? Object.assign(error, { path }) : error;
  }
}

/**
 * Describes a problem with a file to clients, also where it is the cause of another error; without the file's path.
 * @returns undefined for other errors
 */
export function fileProblemText(error: unknown): string | undefined {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const known = fileProblem(cause);
    if (known !== undefined) {
      return `A file of the site can't be used: ${known.message}. ${known.fix}`;
    }
  }
  return undefined;
}

/** The message of a thrown value. */
export function errorMessage(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
