import { cut } from '../../config/text.js';
import { printable } from '../../core/printable.js';
import type { Notice, NoticeCode } from './notice.js';

/** Takes notices of one provider. */
export interface Report {
  /** Refused: the thing is not registered. */
  error(code: NoticeCode, message: string, fix: string): void;
  /** Accepted with changes. */
  warn(code: NoticeCode, message: string, fix: string): void;
}

/**
 * Reports for a provider.
 * @param origin the provider: `svc`, `config`, a package name or a path relative to the project
 */
export function reportFor(origin: string, note: (notice: Notice) => void): Report {
  return {
    error: (code, message, fix) => note({ level: 'error', code, message, fix, origin }),
    warn: (code, message, fix) => note({ level: 'warning', code, message, fix, origin }),
  };
}

/** A value quoted in a message: one short line, whatever it contains. */
export function quoted(value: unknown): string {
  if (typeof value === 'string') return `"${cut(printable(value), 80)}"`;
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (value === null || value === undefined) return 'nothing';
  if (Array.isArray(value)) return 'a list';
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}
