/** What was wrong with something that was registered. */
export type NoticeCode =
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
