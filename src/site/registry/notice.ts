import { truncate } from '../../config/text.js';
import { printable } from '../../core/text.js';

/** What was wrong with something that was registered. */
type NoticeCode =
  | 'resource_invalid'
  | 'resource_id'
  | 'resource_title'
  | 'resource_type'
  | 'resource_type_marked'
  | 'resource_duplicate'
  | 'resource_unknown_key'
  | 'resource_capability'
  | 'resource_tool'
  | 'resource_endpoint'
  | 'resource_agent'
  | 'resource_auth'
  | 'resource_address'
  | 'mcp_server'
  | 'well_known_name'
  | 'well_known_source'
  | 'well_known_conflict'
  | 'provider_error'
  | 'filter_result'
  | 'hook_failed'
  | 'plugin_lost'
  | 'document_invalid';

/**
 * A finding about the registry. An `error` means that something was refused; a `warning`, that it was taken with
 * changes.
 */
export interface Notice {
  readonly level: 'error' | 'warning';
  readonly code: NoticeCode;
  /** What and where, one sentence. */
  readonly message: string;
  /** The next action. */
  readonly fix: string;
  /** The provider: `svc`, `config`, a package name or a path relative to the project. */
  readonly origin: string;
  /** Name of the filter or action that failed. */
  readonly hook?: string;
}

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
  if (typeof value === 'string') return `"${truncate(printable(value), 80)}"`;
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (value === null || value === undefined) return 'nothing';
  if (Array.isArray(value)) return 'a list';
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}
