import {
  Client as ClientV2,
  type ClientOptions as ClientV2Options,
  StreamableHTTPClientTransport as TransportV2,
  UnauthorizedError as UnauthorizedV2,
} from '@modelcontextprotocol/client';
import { UnauthorizedError as UnauthorizedV1 } from '@modelcontextprotocol/sdk/client/auth.js';
import { Client as ClientV1 } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as TransportV1 } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { Browser } from '../auth/harness.js';

/** Which of the SDK's own clients. */
export type ClientKind = 'v1' | 'v2' | 'v2, newest version';

/** What the tests ask of a client, whichever it is. */
export interface ConnectedClient {
  /** Version of the protocol that was agreed upon, as far as the client tells. */
  readonly instructions: string;
  listTools(): Promise<readonly { readonly name: string; readonly inputSchema: Schema }[]>;
  callTool(
    name: string,
    given: Readonly<Record<string, unknown>>,
  ): Promise<{ readonly isError?: unknown; readonly content: unknown; readonly structuredContent?: unknown }>;
  listResources(): Promise<readonly { readonly uri: string; readonly mimeType?: string | undefined }[]>;
  readResource(uri: string): Promise<readonly { readonly uri: string; readonly text?: unknown }[]>;
  close(): Promise<void>;
}

export interface Schema {
  readonly required?: readonly string[] | undefined;
}

const CALLBACK = 'http://127.0.0.1:49777/callback';

/** What a client hands over to be kept, whatever it is. */
interface Kept {
  readonly information?: never;
  readonly tokens?: never;
  readonly discovered?: never;
  readonly asked?: URL;
  readonly verifier: string;
}

/** Remembers for one client what an assistant's program would keep on disk. */
function memoryProvider() {
  const kept: Kept = { verifier: '' };
  const put = (values: object) => void Object.assign(kept, values);
  return {
    kept,
    redirectUrl: CALLBACK,
    clientMetadata: { client_name: 'Samovar', redirect_uris: [CALLBACK] },
    state: () => 'what we were doing',
    clientInformation: () => kept.information,
    saveClientInformation: (information: object) => put({ information }),
    tokens: () => kept.tokens,
    saveTokens: (tokens: object) => put({ tokens }),
    redirectToAuthorization: (asked: URL) => put({ asked }),
    saveCodeVerifier: (verifier: string) => put({ verifier }),
    codeVerifier: () => kept.verifier,
    saveDiscoveryState: (discovered: object) => put({ discovered }),
    discoveryState: () => kept.discovered,
  };
}

/**
 * Connects as a program does that was given nothing but an address: it is refused, registers, sends the owner to the
 * consent page, and comes back with a token.
 * @param sidecar address below which the owner's pages are
 * @param owner signed in
 */
export async function connectClient(
  kind: ClientKind,
  endpoint: string,
  { sidecar, owner, grant }: { readonly sidecar: string; readonly owner: Browser; readonly grant: string },
): Promise<ConnectedClient> {
  const provider = memoryProvider();
  const approve = async (): Promise<URLSearchParams> => {
    const { asked } = provider.kept;
    if (asked === undefined) throw new Error('the client did not ask for consent');
    const page = asked.href.slice(sidecar.length);
    const answer = await owner.submit(page, { decision: 'approve', grant });
    const location = answer.headers.get('location') ?? '';
    if (!location.startsWith(CALLBACK)) throw new Error(`${answer.status} ${location}`);
    return new URL(location).searchParams;
  };
  return kind === 'v1'
    ? connectV1(new URL(endpoint), provider, approve)
    : connectV2(new URL(endpoint), provider, approve, kind === 'v2' ? {} : NEWEST);
}

const NEWEST: ClientV2Options = { versionNegotiation: { mode: 'auto' } };
const INFO = { name: 'samovar', version: '1.0.0' };

type Provider = ReturnType<typeof memoryProvider>;

async function connectV1(
  endpoint: URL,
  authProvider: Provider,
  approve: () => Promise<URLSearchParams>,
): Promise<ConnectedClient> {
  const first = new TransportV1(endpoint, { authProvider });
  const refused = await new ClientV1(INFO).connect(asTransport(first)).catch((error: unknown) => error);
  if (!(refused instanceof UnauthorizedV1)) throw refused ?? new Error('it was let in without a token');
  await first.finishAuth((await approve()).get('code') ?? '');
  const client = new ClientV1(INFO);
  await client.connect(asTransport(new TransportV1(endpoint, { authProvider })));
  return {
    instructions: client.getInstructions() ?? '',
    listTools: async () => (await client.listTools()).tools,
    callTool: async (name, given) => (await client.callTool({ name, arguments: given })) as never,
    listResources: async () => (await client.listResources()).resources,
    readResource: async (uri) => (await client.readResource({ uri })).contents,
    close: () => client.close(),
  };
}

/** The types of that client do not know of exactly optional members. */
function asTransport(transport: TransportV1): Parameters<ClientV1['connect']>[0] {
  return transport as Parameters<ClientV1['connect']>[0];
}

async function connectV2(
  endpoint: URL,
  authProvider: Provider,
  approve: () => Promise<URLSearchParams>,
  options: ClientV2Options,
): Promise<ConnectedClient> {
  const first = new TransportV2(endpoint, { authProvider });
  const refused = await new ClientV2(INFO, options).connect(first).catch((error: unknown) => error);
  if (!(refused instanceof UnauthorizedV2)) throw refused ?? new Error('it was let in without a token');
  await first.finishAuth(await approve());
  const client = new ClientV2(INFO, options);
  await client.connect(new TransportV2(endpoint, { authProvider }));
  return {
    instructions: client.getInstructions() ?? '',
    listTools: async () => (await client.listTools()).tools as never,
    callTool: async (name, given) => (await client.callTool({ name, arguments: given })) as never,
    listResources: async () => (await client.listResources()).resources,
    readResource: async (uri) => (await client.readResource({ uri })).contents,
    close: () => client.close(),
  };
}
