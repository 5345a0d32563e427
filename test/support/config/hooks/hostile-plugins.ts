/** What a plugin may do wrong, and what the program has to say about it. */
export interface HostilePlugin {
  readonly name: string;
  /** Statements of the module. */
  readonly module?: string;
  /** Statements of `register(svc)`. */
  readonly register?: string;
  /** True where the plugin is ended; else its one value is refused, and it goes on. */
  readonly isLost: boolean;
  /** True where the files are in place before the hook is asked, so that a strict build cannot be undone. */
  readonly isLate?: true;
  /** The hook that the notice names; none where it is about a registration. */
  readonly hook?: string;
  readonly message: RegExp;
}

const LATE = /didn't finish within 1 second$/;
const STUCK = /hasn't responded for 1 second|didn't finish within 1 second/;
const LEAVES = /ended its own thread \(process\.exit\(0\)\)/;

function lost(
  name: string,
  hook: string,
  message: RegExp,
  code: Pick<HostilePlugin, 'module' | 'register' | 'isLate'>,
) {
  return { name, hook, message, isLost: true, ...code };
}

function filtersTo(name: string, result: string, message: RegExp): HostilePlugin {
  const register = `svc.filter('svc_envelope', (document) => (${result}));`;
  return { name, hook: 'svc_envelope', message, isLost: false, register };
}

function claims(name: string, file: string, message: RegExp): HostilePlugin {
  const register = `svc.wellKnown({ name: 'stolen.txt', file: ${JSON.stringify(file)} });`;
  return { name, message, isLost: false, register };
}

/** One plugin a row. Each runs with `pluginTimeout: 1`. */
export const hostilePlugins: readonly HostilePlugin[] = [
  lost('a filter that never settles', 'svc_envelope', LATE, {
    register: "svc.filter('svc_envelope', () => new Promise(() => {}));",
  }),
  lost('an action that never settles', 'svc_warm_llms_full', LATE, {
    register: "svc.action('svc_warm_llms_full', () => new Promise(() => {}));",
    isLate: true,
  }),
  lost('register() that throws', 'register', /failed in register\(\): cold oven/, {
    register: "throw new Error('cold oven');",
  }),
  lost('register() that rejects with nothing', 'register', /failed in register\(\)/, {
    register: 'return Promise.reject();',
  }),
  lost('register() that never returns', 'register', LATE, { register: 'return new Promise(() => {});' }),
  lost('a module that never ends to load', 'register', LATE, { module: 'await new Promise(() => {});' }),
  lost('a busy loop while the module loads', 'register', STUCK, { module: 'while (true);' }),
  lost('a busy loop in register()', 'register', STUCK, { register: 'while (true);' }),
  lost('a busy loop in a filter', 'svc_envelope', STUCK, {
    register: "svc.filter('svc_envelope', () => { while (true); });",
  }),
  lost('a busy loop after an await', 'svc_envelope', STUCK, {
    register: "svc.filter('svc_envelope', async () => { await null; for (;;); });",
  }),
  lost('an endless chain of promises', 'svc_envelope', STUCK, {
    register:
      "svc.filter('svc_envelope', () => { const on = () => Promise.resolve().then(on); return on(); });",
  }),
  lost('a getter that loops', 'svc_envelope', STUCK, {
    register: "svc.filter('svc_envelope', (d) => ({ ...d, get tea() { while (true); } }));",
  }),
  lost('a body that never comes', 'wellKnown', LATE, {
    register: "svc.wellKnown({ name: 'slow.txt', callback: () => new Promise(() => {}) });",
  }),
  lost('a busy loop in a definition', 'resource', STUCK, {
    register: 'svc.resource(() => { while (true); });',
  }),
  lost('a busy loop in an ability', 'ability', STUCK, { register: 'svc.ability(() => { while (true); });' }),
  lost('a throw in a timer', 'svc_envelope', /outside of a hook: Error: too late/, {
    register: `svc.filter('svc_envelope', async (document) => {
      setTimeout(() => { throw new Error('too late'); }, 5);
      await new Promise((resolve) => setTimeout(resolve, 500));
      return document;
    });`,
  }),
  lost('a rejection that nothing handles', 'svc_envelope', /outside of a hook: Error: unheard/, {
    register: `svc.filter('svc_envelope', async (document) => {
      void Promise.reject(new Error('unheard'));
      await new Promise((resolve) => setTimeout(resolve, 500));
      return document;
    });`,
  }),
  lost('process.exit(0) in a filter', 'svc_envelope', LEAVES, {
    register: "svc.filter('svc_envelope', () => process.exit(0));",
  }),
  lost('process.exit(0) in register()', 'register', LEAVES, { register: 'process.exit(0);' }),
  lost('process.exit(0) while the module loads', 'register', LEAVES, { module: 'process.exit(0);' }),
  lost('more memory than there is', 'svc_envelope', /ran out of memory|hasn't responded/, {
    register:
      "svc.filter('svc_envelope', () => { const all = []; for (;;) all.push(new Array(1e6).fill({})); });",
  }),
  filtersTo(
    'a cyclic value',
    "(document['x-tea'] = { document }, document)",
    /a circular reference at x-tea/,
  ),
  filtersTo('a BigInt', "{ ...document, 'x-price': [7n] }", /a BigInt at x-price\.0/),
  filtersTo('a function', "{ ...document, 'x-tea': () => 1 }", /a function at x-tea/),
  filtersTo('a symbol', "{ ...document, 'x-tea': Symbol('tea') }", /a symbol at x-tea/),
  filtersTo('a text instead of an object', "'tea'", /returned a string, expected object/),
  filtersTo('nothing', 'undefined', /returned nothing, expected object/),
  filtersTo('a text of 200 MB', "{ ...document, 'x-tea': 'x'.repeat(200 << 20) }", /too large/),
  filtersTo('a list with four thousand million holes', "{ 'x-tea': new Array(2 ** 32 - 1) }", /too large/),
  filtersTo(
    'a value that grows when it is written out',
    "Array.from({ length: 40 }).reduce((part) => ({ 'x-a': part, 'x-b': part }), { text: 'x'.repeat(1 << 20) })",
    /too large/,
  ),
  filtersTo('a throw', "(() => { throw new TypeError('burnt'); })()", /threw TypeError: burnt/),
  claims('a file of the system', '/etc/passwd', /its file is outside the project/),
  claims('a path that leaves the project', '../secret.txt', /its file is outside the project/),
  claims('a link that leaves the project', 'notes/link.txt', /its file is outside the project/),
  claims('a folder link that leaves the project', 'up/secret.txt', /its file is outside the project/),
  claims('a hidden file', '.env', /its file is hidden/),
];
