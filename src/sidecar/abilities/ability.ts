import { toolName } from '../../site/registry/providers/mcp-servers.js';
import type { Actor } from '../accounts/can.js';
import type { AbilityServices } from './services.js';

/** A JSON Schema (2020-12) as it is shown to clients and judged with. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/** Input of an ability once it has been found valid. */
export type AbilityInput = Readonly<Record<string, unknown>>;

/** Who runs an ability, and with what. */
export interface AbilityCall {
  /** Undefined for an anonymous caller, which may only read public documents. */
  readonly actor: Actor | undefined;
  /** The credential reaches as far as its account: what the account may edit can be read, public or not. */
  readonly seesHidden: boolean;
  readonly services: AbilityServices;
  /** Unix seconds. */
  readonly now: number;
}

/**
 * Who may run an ability. `manage`: capability `manage_options`. `edit`: `edit_post` on the entry that input
 * `post_id` names, never when it names none. `upload`: `upload_files`. `anybody`: every caller, for public documents.
 * A function decides for itself; it sees input that has not been judged yet.
 */
export type Permission =
  | 'manage'
  | 'edit'
  | 'upload'
  | 'anybody'
  | ((input: AbilityInput, call: AbilityCall) => boolean | Promise<boolean>);

/**
 * `read` and `document` abilities change nothing. `write` abilities exist only while the MCP server and agents'
 * writes are both switched on, and only for credentials that may write. `document` abilities are the public
 * documents: resources of the MCP server, never its tools.
 */
type AbilityTier = 'read' | 'write' | 'document';

/** One ability, declared once: for the abilities REST API, the MCP server, and the permissions of both. */
export interface Ability {
  /** Name without its prefix. */
  readonly slug: string;
  /** The prefix; `svc` when absent. Abilities of plugins bring their own. */
  readonly namespace?: string;
  /** Title for people. */
  readonly label: string;
  /** What a language model reads before it chooses. */
  readonly description: string;
  readonly tier: AbilityTier;
  /** True where a run may destroy what cannot be brought back. */
  readonly isDestructive?: boolean;
  /** `manage` unless given. */
  readonly permission?: Permission;
  /** `type: object`, closed; with `default: {}` where nothing is required. */
  readonly input: JsonSchema;
  /** Makes input fit that is taken too, where the schema is as narrow as vendors of language models want it. */
  fit?(given: AbilityInput): AbilityInput;
  /** What `run` returns; an undeclared key is a failure of this program. */
  readonly output: JsonSchema;
  /** The description of this moment, where it says more than the fixed one. */
  describe?(call: AbilityCall): Promise<string>;
  /** Present on documents. */
  readonly resource?: AbilityResource;
  /**
   * @param input valid, with defaults
   * @throws AbilityError what the caller is told
   */
  run(input: AbilityInput, call: AbilityCall): Promise<object>;
}

/** A public document that the MCP server offers. */
interface AbilityResource {
  /** Below the base address, with leading slash. */
  readonly path: string;
  readonly mimeType: string;
}

/** Prefix of our own abilities. */
export const OWN_NAMESPACE = 'svc';

type Named = Pick<Ability, 'slug' | 'namespace'>;

/** Full name of an ability: `svc/read-readiness`. */
export function abilityName({ slug, namespace = OWN_NAMESPACE }: Named): string {
  return `${namespace}/${slug}`;
}

/** Its name as an MCP tool or resource: `svc-read-readiness`. */
export function wireName(ability: Named): string {
  return toolName(abilityName(ability));
}

/** The scope of a credential. It never grants more than the account itself may do. */
export type AccessScope = 'read' | 'write';

/** How a caller has proved who they are. */
export type Credential =
  | { readonly kind: 'session' }
  | { readonly kind: 'shared' }
  | { readonly kind: 'oauth'; readonly clientId: string; readonly name: string };

/** Who runs abilities, through which credential. */
export interface AbilityCaller {
  readonly actor: Actor;
  readonly scope: AccessScope;
  readonly credential: Credential;
}

/** A failure that is reported to the caller, with a way to recover. Unless its code says otherwise, nothing has been written. */
export class AbilityError extends Error {
  override readonly name = 'AbilityError';

  /**
   * @param status HTTP status
   * @param code with prefix `svc_`
   * @param message says what was wrong and what to do instead: a language model reads it
   */
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
  ) {
    super(message);
  }
}
