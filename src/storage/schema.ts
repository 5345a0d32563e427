import type {
  FlaggedAddressRow,
  LogFileRow,
  ReferralRow,
  UnknownSourceRow,
  VisitKindRow,
  VisitLabelRow,
  VisitRow,
} from './rows/activity.js';
import type { AgentAccessRow } from './rows/assistants.js';
import type { CitationCheckRow, CitationRunRow } from './rows/citations.js';
import type { ContentIndexRow, LockRow, RevisionRow, VerdictRow } from './rows/content.js';
import type { OauthClientRow, OauthCodeRow, OauthTokenRow, SharedTokenRow } from './rows/oauth.js';
import type {
  OptionRow,
  RateCountRow,
  SessionRow,
  SignInFailureRow,
  SingleUseTokenRow,
  UserRow,
} from './rows/platform.js';

/** Every table, by name. Later features add theirs in a migration of their own. */
export interface Tables {
  readonly options: OptionRow;
  readonly users: UserRow;
  readonly sessions: SessionRow;
  readonly single_use_tokens: SingleUseTokenRow;
  readonly sign_in_failures: SignInFailureRow;
  readonly rate_counts: RateCountRow;
  readonly verdicts: VerdictRow;
  readonly revisions: RevisionRow;
  readonly locks: LockRow;
  readonly content_index: ContentIndexRow;
  readonly agent_access: AgentAccessRow;
  readonly visit_labels: VisitLabelRow;
  readonly visit_kinds: VisitKindRow;
  readonly visits: VisitRow;
  readonly flagged_addresses: FlaggedAddressRow;
  readonly referrals: ReferralRow;
  readonly unknown_sources: UnknownSourceRow;
  readonly log_files: LogFileRow;
  readonly oauth_clients: OauthClientRow;
  readonly oauth_codes: OauthCodeRow;
  readonly oauth_tokens: OauthTokenRow;
  readonly shared_tokens: SharedTokenRow;
  readonly citation_runs: CitationRunRow;
  readonly citation_checks: CitationCheckRow;
}
