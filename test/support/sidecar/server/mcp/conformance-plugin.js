/**
 * The tools, resources and prompts that the conformance suite of the protocol expects of a server, as a plugin: they
 * run through our whole stack. Long because it is one list, and the words are the suite's.
 */
import { setTimeout as delay } from 'node:timers/promises';
import {
  createRequestStateCodec,
  inputRequired,
  MissingRequiredClientCapabilityError,
  ProtocolError,
  ProtocolErrorCode,
} from '@modelcontextprotocol/server';

const PNG =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==';
const WAV = 'UklGRiQAAABXQVZFZm10IBAAAAABAAEAQB8AAEAfAAABAAgAZGF0YQAAAAA=';
const codec = createRequestStateCodec({ key: 'a key for tests alone, long enough to be one' });

const text = (words) => ({ content: [{ type: 'text', text: words }] });
const form = (message, properties, required = Object.keys(properties)) => ({
  message,
  requestedSchema: { type: 'object', properties, ...(required.length > 0 && { required }) },
});
const ask = (message, properties) => ({ method: 'elicitation/create', params: form(message, properties) });
const sample = (words, maxTokens) => ({
  method: 'sampling/createMessage',
  params: { messages: [{ role: 'user', content: { type: 'text', text: words } }], maxTokens },
});
const ROOTS = { method: 'roots/list', params: {} };
const NAME = { name: { type: 'string' } };
const answersOf = (ctx) => ctx.mcpReq.inputResponses ?? {};

/** The state that came back, if it is one of ours. */
async function stateOf(ctx) {
  const state = ctx.mcpReq.requestState();
  if (state === undefined) return undefined;
  try {
    return await codec.verify(state, ctx);
  } catch {
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'requestState is not ours');
  }
}

const capabilitiesOf = (ctx) =>
  ctx.mcpReq.envelope?.['io.modelcontextprotocol/clientCapabilities'] ??
  ctx.mcpReq._meta?.['io.modelcontextprotocol/clientCapabilities'] ??
  {};

/** Name to what it does; `schema` where it takes something. */
const TOOLS = {
  test_simple_text: { call: () => text('This is a simple text response for testing.') },
  test_image_content: { call: () => ({ content: [{ type: 'image', data: PNG, mimeType: 'image/png' }] }) },
  test_audio_content: { call: () => ({ content: [{ type: 'audio', data: WAV, mimeType: 'audio/wav' }] }) },
  test_embedded_resource: {
    call: () => ({
      content: [
        {
          type: 'resource',
          resource: {
            uri: 'test://embedded-resource',
            mimeType: 'text/plain',
            text: 'This is an embedded resource content.',
          },
        },
      ],
    }),
  },
  test_multiple_content_types: {
    call: () => ({
      content: [
        { type: 'text', text: 'Multiple content types test:' },
        { type: 'image', data: PNG, mimeType: 'image/png' },
        {
          type: 'resource',
          resource: {
            uri: 'test://mixed-content-resource',
            mimeType: 'application/json',
            text: '{"test":"data","value":123}',
          },
        },
      ],
    }),
  },
  test_error_handling: {
    call: () => ({ ...text('This tool intentionally returns an error for testing'), isError: true }),
  },
  test_tool_with_logging: { call: logging },
  test_logging_tool: { call: logging },
  test_tool_with_progress: {
    async call(_, ctx) {
      const { progressToken } = ctx.mcpReq._meta ?? {};
      for (const progress of [0, 50, 100]) {
        if (progressToken !== undefined) {
          await ctx.mcpReq.notify({
            method: 'notifications/progress',
            params: { progressToken, progress, total: 100 },
          });
        }
        await delay(50);
      }
      return text('Done.');
    },
  },
  test_missing_capability: {
    call(_, ctx) {
      if (capabilitiesOf(ctx).sampling === undefined) {
        throw new MissingRequiredClientCapabilityError({ requiredCapabilities: { sampling: {} } });
      }
      return text('The client can sample.');
    },
  },
  test_streaming_elicitation: {
    async call(_, ctx) {
      if (answersOf(ctx).user_name !== undefined) return text('Thank you.');
      return inputRequired({ inputRequests: { user_name: ask('What is your name?', NAME) } });
    },
  },
  test_input_required_result_elicitation: {
    call(_, ctx) {
      const name = answersOf(ctx).user_name?.content?.name;
      if (typeof name === 'string') return text(`Hello, ${name}!`);
      return inputRequired({ inputRequests: { user_name: ask('What is your name?', NAME) } });
    },
  },
  test_input_required_result_sampling: {
    call(_, ctx) {
      const answer = answersOf(ctx).capital_question;
      if (answer !== undefined) return text(JSON.stringify(answer.content ?? answer));
      return inputRequired({
        inputRequests: { capital_question: sample('What is the capital of France?', 100) },
      });
    },
  },
  test_input_required_result_list_roots: {
    call(_, ctx) {
      const answer = answersOf(ctx).client_roots;
      if (answer !== undefined) return text(`Roots: ${JSON.stringify(answer.roots)}`);
      return inputRequired({ inputRequests: { client_roots: ROOTS } });
    },
  },
  test_input_required_result_request_state: {
    async call(_, ctx) {
      const state = await stateOf(ctx);
      if (state !== undefined && answersOf(ctx).confirm !== undefined) return text('state-ok');
      return inputRequired({
        inputRequests: { confirm: ask('Please confirm', { ok: { type: 'boolean' } }) },
        requestState: await codec.mint({ step: 1 }),
      });
    },
  },
  test_input_required_result_tampered_state: {
    async call(_, ctx) {
      const state = await stateOf(ctx);
      if (state !== undefined) return text('state-ok');
      return inputRequired({
        inputRequests: { confirm: ask('Please confirm', { ok: { type: 'boolean' } }) },
        requestState: await codec.mint({ step: 1 }),
      });
    },
  },
  test_input_required_result_multiple_inputs: {
    async call(_, ctx) {
      const state = await stateOf(ctx);
      const { user_name, greeting, client_roots } = answersOf(ctx);
      if (state && user_name && greeting && client_roots) return text('All there.');
      return inputRequired({
        inputRequests: {
          user_name: ask('What is your name?', NAME),
          greeting: sample('Generate a greeting', 50),
          client_roots: ROOTS,
        },
        requestState: await codec.mint({ step: 1 }),
      });
    },
  },
  test_input_required_result_multi_round: {
    async call(_, ctx) {
      const state = await stateOf(ctx);
      const { step1, step2 } = answersOf(ctx);
      if (state?.step === 2 && step2) return text('Both steps are done.');
      if (state?.step === 1 && step1) {
        return inputRequired({
          inputRequests: {
            step2: ask('Step 2: What is your favorite color?', { color: { type: 'string' } }),
          },
          requestState: await codec.mint({ step: 2 }),
        });
      }
      return inputRequired({
        inputRequests: { step1: ask('Step 1: What is your name?', NAME) },
        requestState: await codec.mint({ step: 1 }),
      });
    },
  },
  test_input_required_result_capabilities: {
    call(_, ctx) {
      const can = capabilitiesOf(ctx);
      const inputRequests = {
        ...(can.elicitation && { user_name: ask('What is your name?', NAME) }),
        ...(can.sampling && { greeting: sample('Generate a greeting', 50) }),
        ...(can.roots && { client_roots: ROOTS }),
      };
      const wanted = Object.keys(inputRequests);
      if (wanted.length === 0 || wanted.every((key) => answersOf(ctx)[key])) return text('Enough is known.');
      return inputRequired({ inputRequests });
    },
  },
  json_schema_2020_12_tool: {
    schema: {
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      type: 'object',
      $defs: {
        address: {
          $anchor: 'addressDef',
          type: 'object',
          properties: { street: { type: 'string' }, city: { type: 'string' } },
        },
      },
      properties: {
        name: { type: 'string' },
        address: { $ref: '#/$defs/address' },
        contactMethod: { type: 'string', enum: ['phone', 'email'] },
        phone: { type: 'string' },
        email: { type: 'string' },
      },
      allOf: [{ anyOf: [{ required: ['phone'] }, { required: ['email'] }] }],
      if: { properties: { contactMethod: { const: 'phone' } }, required: ['contactMethod'] },
      // biome-ignore lint/suspicious/noThenProperty: the word of JSON Schema
      then: { required: ['phone'] },
      else: { required: ['email'] },
      additionalProperties: false,
    },
    call: () => text('The schema was kept.'),
  },
};

/** What only a client of an older version can be asked for, while a call is open. */
const PUSHING = {
  test_sampling: {
    schema: { type: 'object', properties: { prompt: { type: 'string' } }, required: ['prompt'] },
    async call({ prompt }, ctx) {
      const { content } = await ctx.mcpReq.requestSampling(sample(prompt, 100).params);
      return text(`LLM response: ${content.text ?? ''}`);
    },
  },
  test_elicitation: {
    schema: { type: 'object', properties: { message: { type: 'string' } }, required: ['message'] },
    async call({ message }, ctx) {
      const answer = await ctx.mcpReq.elicitInput(
        form(message, { username: { type: 'string' }, email: { type: 'string' } }),
      );
      return text(`User response: ${JSON.stringify(answer)}`);
    },
  },
};

const PROMPTS = {
  test_simple_prompt: {
    get: () => [{ type: 'text', text: 'This is a simple prompt for testing.' }],
  },
  test_prompt_with_arguments: {
    args: ['arg1', 'arg2'],
    get: ({ arg1, arg2 }) => [
      { type: 'text', text: `Prompt with arguments: arg1='${arg1}', arg2='${arg2}'` },
    ],
  },
  test_prompt_with_embedded_resource: {
    args: ['resourceUri'],
    get: ({ resourceUri }) => [
      {
        type: 'resource',
        resource: {
          uri: resourceUri,
          mimeType: 'text/plain',
          text: 'Embedded resource content for testing.',
        },
      },
      { type: 'text', text: 'Please process the embedded resource above.' },
    ],
  },
  test_prompt_with_image: {
    get: () => [
      { type: 'image', data: PNG, mimeType: 'image/png' },
      { type: 'text', text: 'Please analyze the image above.' },
    ],
  },
  test_input_required_result_prompt: {
    get(_, ctx) {
      const context = answersOf(ctx).user_context?.content?.context;
      return context === undefined ? undefined : [{ type: 'text', text: `Context: ${context}` }];
    },
  },
};

async function logging(_, ctx) {
  for (const [at, words] of [
    'Tool execution started',
    'Tool processing data',
    'Tool execution completed',
  ].entries()) {
    if (at > 0) await delay(50);
    await ctx.mcpReq.log('info', words);
  }
  return text('Logged.');
}

function addPrompts(server) {
  server.registerCapabilities({ prompts: { listChanged: false }, completions: {}, logging: {} });
  server.setRequestHandler('prompts/list', () => ({
    prompts: Object.entries(PROMPTS).map(([name, { args = [] }]) => ({
      name,
      description: `Prompt ${name}.`,
      arguments: args.map((arg) => ({ name: arg, description: 'An argument.', required: true })),
    })),
  }));
  server.setRequestHandler('prompts/get', async ({ params }, ctx) => {
    const contents = await PROMPTS[params.name]?.get(params.arguments ?? {}, ctx);
    if (contents !== undefined) return { messages: contents.map((content) => ({ role: 'user', content })) };
    if (params.name !== 'test_input_required_result_prompt') {
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, `There is no prompt ${params.name}`);
    }
    const question = ask('What context should the prompt use?', { context: { type: 'string' } });
    return inputRequired({ inputRequests: { user_context: question } });
  });
  server.setRequestHandler('completion/complete', () => ({ completion: { values: [], hasMore: false } }));
}

function addSubscriptions(server) {
  server.registerCapabilities({ resources: { subscribe: true, listChanged: false } });
  server.setRequestHandler('resources/subscribe', () => ({}));
  server.setRequestHandler('resources/unsubscribe', () => ({}));
}

const TEMPLATE = /^test:\/\/template\/([^/]+)\/data$/;

export function register(svc) {
  svc.action('svc_mcp_server', (desk) => {
    for (const [name, { schema = { type: 'object', properties: {} }, call }] of Object.entries({
      ...TOOLS,
      ...PUSHING,
    })) {
      desk.addTool({ tool: { name, description: `Tool ${name}.`, inputSchema: schema }, call });
    }
    const fixed = {
      'test://static-text': {
        mimeType: 'text/plain',
        text: 'This is the content of the static text resource.',
      },
      'test://static-binary': { mimeType: 'image/png', blob: PNG },
      'test://watched-resource': { mimeType: 'text/plain', text: 'Watched.' },
      'test://example-resource': { mimeType: 'text/plain', text: 'An example.' },
    };
    for (const [uri, body] of Object.entries(fixed)) {
      const { mimeType } = body;
      desk.addResource({
        resource: { uri, name: uri.slice('test://'.length), description: `Resource ${uri}.`, mimeType },
        read: () => ({ contents: [{ uri, ...body }] }),
      });
    }
    desk.addTemplate(
      {
        uriTemplate: 'test://template/{id}/data',
        name: 'template',
        description: 'A template.',
        mimeType: 'application/json',
      },
      (uri) => {
        const [, id] = TEMPLATE.exec(uri) ?? [];
        if (id === undefined) return undefined;
        const data = JSON.stringify({ id, templateTest: true, data: `Data for ID: ${id}` });
        return { contents: [{ uri, mimeType: 'application/json', text: data }] };
      },
    );
    desk.onServer((server) => {
      addPrompts(server);
      addSubscriptions(server);
    });
  });
}
