type Members = Readonly<Record<string, unknown>>;

/**
 * A way in which clients in use are known to talk: redirect addresses, header fields and messages of the kinds that they
 * send, put together by hand. None is a recording.
 */
export interface RealClient {
  readonly name: string;
  /** Undefined: the field is not sent. */
  readonly accept: string | undefined;
  /** What `initialize` proposes. */
  readonly version: string;
  readonly registration: { readonly redirect_uris: readonly string[] } & Members;
  /** Further members of the parameters of `initialize`. */
  readonly initialize: Members;
  /** Of `tools/list` beside its name, and of the parameters of a call. */
  readonly call: { readonly list: Members; readonly params: Members };
  /** Fields of `initialize` beside `Accept`. */
  readonly headers: Readonly<Record<string, string>>;
}

const BOTH = 'application/json, text/event-stream';
const NATIVE = {
  grant_types: ['authorization_code', 'refresh_token'],
  response_types: ['code'],
  token_endpoint_auth_method: 'none',
};
const PLAIN = { list: {}, params: { arguments: {} } };

export const CLIENTS: readonly RealClient[] = [
  {
    name: 'a chat in the browser',
    accept: BOTH,
    version: '2025-06-18',
    registration: {
      ...NATIVE,
      client_name: 'Claude',
      redirect_uris: ['https://claude.ai/api/mcp/auth_callback', 'https://claude.com/api/mcp/auth_callback'],
      scope: 'read write',
    },
    initialize: {},
    call: PLAIN,
    headers: {},
  },
  {
    name: 'a coding assistant in the terminal',
    accept: BOTH,
    version: '2025-11-25',
    registration: {
      ...NATIVE,
      client_name: 'Claude Code',
      redirect_uris: ['http://localhost:54545/callback'],
    },
    initialize: { capabilities: { roots: {}, elicitation: null } },
    call: { list: { params: { _meta: null } }, params: { arguments: {}, _meta: { progressToken: null } } },
    headers: { 'MCP-Protocol-Version': '2025-11-25' },
  },
  {
    name: 'a connector of a chat that wants a secret',
    accept: 'application/json,text/event-stream',
    version: '2025-03-26',
    registration: {
      client_name: 'ChatGPT',
      redirect_uris: ['https://chatgpt.com/connector_platform_oauth_redirect'],
      token_endpoint_auth_method: 'client_secret_post',
    },
    initialize: {},
    // Strict mode: every optional input is there, as null.
    call: {
      list: { params: { cursor: null } },
      params: { arguments: { filter: null, page: null, per: 5, issue: null } },
    },
    headers: {},
  },
  {
    name: 'an editor with a scheme of its own',
    accept: BOTH,
    version: '2025-06-18',
    registration: {
      ...NATIVE,
      client_name: 'Cursor',
      redirect_uris: ['cursor://anysphere.cursor-retrieval/oauth/user-harbour/callback'],
      client_uri: null,
      logo_uri: null,
    },
    initialize: { capabilities: { tools: true, prompts: true, roots: { listChanged: false } } },
    call: PLAIN,
    headers: {},
  },
  {
    name: 'an editor with several addresses',
    accept: 'text/event-stream, application/json',
    version: '2025-11-25',
    registration: {
      ...NATIVE,
      client_name: 'Visual Studio Code',
      application_type: 'native',
      redirect_uris: [
        'https://insiders.vscode.dev/redirect',
        'https://vscode.dev/redirect',
        'http://localhost/',
        'http://127.0.0.1/',
        'http://localhost:33418/',
        'http://127.0.0.1:33418/',
      ],
    },
    initialize: {},
    call: { list: { params: {} }, params: { arguments: { per: '5' } } },
    headers: {},
  },
  {
    name: 'an assistant in the terminal of another vendor',
    accept: BOTH,
    version: '2025-06-18',
    registration: {
      ...NATIVE,
      client_name: 'Gemini CLI MCP Client',
      redirect_uris: ['http://localhost:7777/oauth/callback'],
      scope: '',
    },
    initialize: {},
    call: PLAIN,
    headers: {},
  },
  {
    name: 'an inspector in a web page',
    accept: BOTH,
    version: '2025-06-18',
    registration: {
      ...NATIVE,
      client_name: 'MCP Inspector',
      client_uri: 'https://github.com/modelcontextprotocol/inspector',
      redirect_uris: ['http://localhost:6274/oauth/callback'],
    },
    initialize: { capabilities: { sampling: {}, elicitation: {}, roots: { listChanged: true } } },
    call: PLAIN,
    headers: { Origin: 'https://inspector.example' },
  },
  {
    name: 'a bridge for clients without OAuth',
    accept: BOTH,
    version: '2025-06-18',
    registration: {
      ...NATIVE,
      client_name: 'MCP CLI Proxy',
      redirect_uris: ['http://127.0.0.1:3334/oauth/callback'],
      software_id: '2e6dc280-f3c3-4e01-99a7-8181dbd1d23d',
      software_version: '0.1.0',
    },
    initialize: { clientInfo: { name: 'bridge', version: '1', title: null, icons: null } },
    call: PLAIN,
    headers: {},
  },
  {
    name: 'a program in Go',
    accept: BOTH,
    version: '2025-06-18',
    registration: {
      ...NATIVE,
      client_name: 'agent',
      redirect_uris: ['http://localhost:8085/callback'],
      contacts: null,
    },
    initialize: { capabilities: { experimental: null, sampling: null }, _meta: null },
    call: { list: { params: null }, params: { arguments: null, _meta: null } },
    headers: {},
  },
  {
    name: 'a gateway that takes JSON alone',
    accept: 'application/json',
    version: '2025-06-18',
    registration: {
      ...NATIVE,
      client_name: 'Gateway',
      redirect_uris: ['https://global.consent.azure-apim.net/redirect/harbour'],
    },
    initialize: {},
    call: PLAIN,
    headers: {},
  },
  {
    name: 'a library that says nothing of what it takes',
    accept: undefined,
    version: '2024-11-05',
    registration: {
      client_name: null,
      redirect_uris: ['https://chat.example/api/mcp/harbour/oauth/callback'],
    },
    initialize: {},
    call: PLAIN,
    headers: {},
  },
  {
    name: 'a client of a year to come',
    accept: '*/*',
    version: '2027-03-01',
    registration: {
      ...NATIVE,
      client_name: 'Raycast',
      redirect_uris: ['raycast://oauth?package_name=Extension'],
    },
    initialize: {},
    call: PLAIN,
    headers: { 'MCP-Protocol-Version': '2027-03-01' },
  },
];
