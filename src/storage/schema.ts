import { key, number, oneOf, ownedBy, type Row, serial, table, text, unique } from './columns.js';

const ofUser = ownedBy(number, 'users.id');
/** Codes and tokens are deleted with the registration that they belong to. */
const ofClient = ownedBy(text, 'oauth_clients.id');

/** Accounts, and what the service keeps under a name. */
const PLATFORM = {
  /** Settings, flags, secrets of its own. */
  options: table({
    name: key(text),
    value: text, // JSON.
    version: number, // Grows with every write, so that a reader sees that something changed.
  }),
  users: table({
    id: serial,
    name: unique(text), // Lower case.
    display_name: text,
    email: text,
    role: text,
    password: text, // scrypt with its parameters; empty for an account that can't sign in with a password.
    created: number,
  }),
  sessions: table(
    {
      id: key(text), // SHA-256 of the cookie's secret, hexadecimal.
      user_id: ofUser,
      created: number,
      last_seen: number,
      expires: number,
      user_agent: text,
      address: text,
    },
    { indexes: { sessions_user: ['user_id'] } },
  ),
  /** Secrets that work once: sign-in links and the like. */
  single_use_tokens: table({
    hash: key(text), // SHA-256, hexadecimal.
    kind: text,
    data: text, // JSON.
    expires: number,
  }),
  sign_in_failures: table(
    {
      id: serial,
      name: text,
      address: text, // SHA-256 of name and address, hexadecimal.
      at: number,
    },
    { indexes: { sign_in_failures_pair: ['name', 'address', 'at'] } },
  ),
  /** The counts of callers within the windows of their limits. */
  rate_counts: table(
    {
      key: key(text), // SHA-256 of the limit's name and the caller, hexadecimal.
      ends: number, // When the window is over.
      count: number,
    },
    { indexes: { rate_counts_ends: ['ends'] } },
  ),
};

const CONTENT = {
  /** Former bodies of entries. */
  revisions: table(
    {
      id: serial,
      post_id: number,
      user_id: number,
      created: number,
      title: text,
      body: text,
      head: text, // Byte order mark and front matter.
      file: text, // From the configuration's folder, with `/`.
    },
    { indexes: { revisions_post: ['post_id', 'id'] } },
  ),
  /** Who has an entry open. */
  locks: table({ post_id: key(number), user_id: number, at: number }),
  /** The words of the content, for the owner's search. */
  content_index: table({
    place: key(number), // Grows with the time of modification: the order of answers.
    post_id: unique(number),
    type: text,
    status: text,
    title: text,
    url: text,
    stamp: text, // Changes with everything else in the row.
    words: text, // Title, excerpt and body, folded.
  }),
};

/**
 * The log of visits. What visits have in common is stored once. A visit is then two numbers, so that the order of ids
 * is that of time.
 */
const ACTIVITY = {
  /** Everything of a line of the log but time and User-Agent. */
  visit_labels: table(
    {
      id: serial,
      endpoint: text,
      agent: text,
      network: text,
      verdict: number, // 0 unchecked, 1 verified, 2 spoofed.
      signer: text,
      refused: number,
    },
    { unique: { visit_labels_all: ['endpoint', 'agent', 'network', 'verdict', 'signer', 'refused'] } },
  ),
  /** A label and a User-Agent. */
  visit_kinds: table(
    { id: serial, label_id: number, ua: text },
    { unique: { visit_kinds_all: ['label_id', 'ua'] } },
  ),
  visits: table(
    {
      id: key(number), // Unix seconds times 2^20, and a number that makes it unique.
      kind_id: number,
    },
    { indexes: { visits_kind: ['kind_id', 'id'] } },
  ),
  /** Addresses of flagged clients, only while the owner keeps them. */
  flagged_addresses: table(
    {
      id: serial,
      client: text, // Review key.
      address: text,
      hits: number,
      first_at: number,
      last_at: number,
    },
    { unique: { flagged_addresses_all: ['client', 'address'] } },
  ),
  /** Visits of a day that an assistant sent to a page, and nothing else about them. */
  referrals: table(
    {
      id: serial,
      day: text, // UTC, `YYYY-MM-DD`.
      source: text,
      path: text, // Without query.
      hits: number,
    },
    { unique: { referrals_tally: ['day', 'source', 'path'] } },
  ),
  /** Visits of a day from a site, or with a mark, that belongs to no known assistant. */
  unknown_sources: table(
    { id: serial, day: text, kind: oneOf<'host' | 'utm'>(), token: text, hits: number },
    { unique: { unknown_sources_tally: ['day', 'kind', 'token'] } },
  ),
  /** Access logs that have been read, identified by their beginnings. */
  log_files: table(
    {
      id: serial,
      opening: text, // First digits of a hash of the very first bytes: files that may be the same.
      head: text, // SHA-256 of the first `head_bytes` bytes.
      head_bytes: number,
      position: number, // Bytes that have been read, unpacked.
      counted: number, // Bytes up to which referrals from assistants have been counted.
      updated: number,
    },
    { unique: { log_files_head: ['opening', 'head', 'head_bytes'] } },
  ),
};

const ASSISTANTS = {
  /** What an ability did through a credential: one row for all times that it happened. */
  agent_access: table(
    {
      id: serial,
      kind: text, // `ability_used`, `ability_refused`, `ability_probed`.
      user_id: number, // 0 for anonymous callers.
      cred: text, // Which credential; empty for a session, and for anonymous callers.
      subject: text, // Name of the ability; empty for a probe.
      detail: text, // HTTP status of the last refusal.
      hits: number,
      first_at: number,
      last_at: number,
      seen: number, // Whether the owner has looked at it.
    },
    {
      unique: { agent_access_rollup: ['kind', 'user_id', 'cred', 'subject'] },
      indexes: { agent_access_last: ['last_at', 'id'] },
    },
  ),
  oauth_clients: table(
    {
      place: serial, // The order of registration.
      id: unique(text), // As we issued it, or the https address of the client's own document.
      name: text, // The name that the client gives itself: a claim.
      redirect_uris: text, // JSON list.
      created: number,
      fresh_until: number, // Until when its document isn't fetched again; 0 for a client that has registered.
      approved: number, // Time of the last approval; 0 before the first one.
      approved_by: number, // Account that approved last; 0 before.
      scope: text, // Of the last approval; empty before.
      last_used: number, // 0 before the first use.
    },
    { indexes: { oauth_clients_approved: ['approved', 'created'] } },
  ),
  /** An authorization code. It stays after its use, so that a second use is detected. */
  oauth_codes: table(
    {
      hash: key(text), // SHA-256, hexadecimal.
      client_id: ofClient,
      user_id: ofUser,
      redirect_uri: text,
      challenge: text, // PKCE, S256.
      scope: text,
      resource: text, // The server that its tokens will be good for.
      used: number,
      expires: number,
      forget: number, // When the row may be deleted.
    },
    {
      indexes: {
        oauth_codes_grant: ['client_id', 'user_id'],
        oauth_codes_user: ['user_id'],
        oauth_codes_end: ['forget'],
      },
    },
  ),
  /** An access or refresh token. A refresh token stays after its rotation, so that a second use is detected. */
  oauth_tokens: table(
    {
      hash: key(text), // SHA-256, hexadecimal.
      kind: oneOf<'access' | 'refresh'>(),
      pair: text, // The same for the two tokens that were issued together.
      client_id: ofClient,
      user_id: ofUser,
      scope: text,
      resource: text,
      family: text, // The same for all tokens that descend from one authorization: the hash of its code.
      rotated: number,
      rotated_at: number, // 0 before.
      expires: number,
    },
    {
      indexes: {
        oauth_tokens_grant: ['client_id', 'user_id'],
        oauth_tokens_user: ['user_id'],
        oauth_tokens_end: ['expires'],
        oauth_tokens_pair: ['pair'],
        oauth_tokens_family: ['family'],
      },
    },
  ),
  /** The token of the whole site: at most one row. */
  shared_tokens: table({
    id: key(number), // Always 1.
    hash: text, // SHA-256, hexadecimal.
    scope: text,
    user_id: ofUser, // The account that created it.
    created: number,
    last_used: number, // 0 before the first use.
    last_user_agent: text,
  }),
};

const CITATIONS = {
  /** A finished run of citation checks. */
  citation_runs: table({
    id: key(number), // When it started: the name of the run.
    completed: number,
    checks: number,
    capped: number, // It was stopped by the ceiling.
  }),
  /** An answer of a language model to a question about the site. */
  citation_checks: table(
    {
      id: serial,
      run_id: number,
      checked_at: number,
      brand: text, // Name of the subject of the question.
      provider: text,
      model: text,
      prompt_hash: text,
      prompt: text,
      mentioned: number, // Its name or its domain occurs.
      cited: number, // Its domain occurs, or is the host of a source.
      position: number, // 0 where it isn't mentioned; else its position among the named ones, from 1.
      competitors: text, // JSON list of the competitors that are named.
      answer_excerpt: text,
      sources: text, // JSON list.
      error: text, // Empty where the engine answered.
    },
    { indexes: { citation_checks_run: ['run_id', 'id'] } },
  ),
};

/** Every table, by name, in an order in which they can be created. */
export const TABLES = { ...PLATFORM, ...CONTENT, ...ACTIVITY, ...ASSISTANTS, ...CITATIONS };

/** The rows of every table, by its name. */
export type Tables = { readonly [Name in keyof typeof TABLES]: Row<(typeof TABLES)[Name]> };
