/** Reads which pages hosts protect from configuration in JSON or YAML. */

import { parse as parseYaml } from 'yaml';
import { type JsonObject, objectOf, objectsOf, stringsOf, textOf } from '../../../core/json.js';
import { parseToml } from '../../../core/parse-toml.js';
import { globPattern, type PathPattern, regexPattern, routePattern, starPattern } from './path-pattern.js';
import { closed, type HostRule, headerRule, redirectRule, signInRule, statusRule } from './rule.js';

/** Functions that ask for a password or an account. */
const GUARDS = /(?:^|[-_])(?:auth|login|password|protect(?:ed)?|paywall|members?)(?:$|[-_])/i;

/** `headers` of `vercel.json`; those with conditions apply to some requests only, for example to previews. */
export function readVercel(text: string): readonly HostRule[] {
  const { headers, routes, redirects } = objectOf(JSON.parse(text));
  const away = objectsOf(redirects).flatMap((item) => {
    // A required cookie or header means that the reader has signed in.
    if ([...objectsOf(item['has']), ...objectsOf(item['missing'])].some(({ type }) => type === 'host'))
      return [];
    return signInRule(textOf(item['destination']), routePattern(textOf(item['source']))) ?? [];
  });
  const modern = objectsOf(headers).flatMap((item) => {
    if ([item['has'], item['missing']].some((list) => objectsOf(list).length > 0)) return [];
    return pairRules(item['headers'], routePattern(textOf(item['source'])));
  });
  const listed = objectsOf(routes);
  const phase = listed.findIndex((item) => item['handle'] !== undefined);
  // What follows is for addresses without a file.
  const old = listed.slice(0, phase === -1 ? undefined : phase).flatMap((item) => {
    if (['has', 'missing', 'methods'].some((condition) => Object.hasOwn(item, condition))) return [];
    const pattern = regexPattern(`^${textOf(item['src'])}$`);
    const refused = statusRule(Number(item['status']), pattern);
    return [...objectRules(item['headers'], pattern), ...(refused ? [refused] : [])];
  });
  return [...modern, ...old, ...away];
}

/** `headers`, `redirects` and functions such as `basic-auth` of `netlify.toml`. */
export function readNetlify(text: string): readonly HostRule[] {
  const { headers, redirects, edge_functions } = objectOf(parseToml(text));
  const asked = objectsOf(edge_functions).flatMap((item): readonly HostRule[] => {
    const name = textOf(item['function']);
    if (!GUARDS.test(name)) return [];
    const paths = textsIn(item['path']).map(starPattern);
    const patterns = textsIn(item['pattern']).map(regexPattern);
    return [closed([...paths, ...patterns].flat(), `the function ${name}`)];
  });
  return [
    ...asked,
    ...objectsOf(headers).flatMap((item) => objectRules(item['values'], starPattern(textOf(item['for'])))),
    ...objectsOf(redirects).flatMap(
      (item) =>
        redirectRule({
          from: textOf(item['from']),
          to: textOf(item['to']),
          status: Number(item['status'] ?? 301),
          isForced: item['force'] === true,
          conditions: Object.keys(objectOf(item['conditions'])),
        }) ?? [],
    ),
  ];
}

/** `headers`, redirects and rewrites of `serve.json`, which the program `serve` reads. */
export function readServe(text: string): readonly HostRule[] {
  const { headers, redirects, rewrites } = objectOf(JSON.parse(text));
  return [
    ...objectsOf(headers).flatMap((item) => pairRules(item['headers'], globPattern(textOf(item['source'])))),
    ...awayRules([...objectsOf(redirects), ...objectsOf(rewrites)]),
  ];
}

/** `headers` in `static.json` of Heroku. */
export function readStaticJson(text: string): readonly HostRule[] {
  const { headers, basic_auth } = objectOf(JSON.parse(text));
  const ofPaths = Object.entries(objectOf(headers)).flatMap(([glob, values]) =>
    objectRules(values, globPattern(glob)),
  );
  return [...(basic_auth === true ? [closed(starPattern('*'), 'basic_auth')] : []), ...ofPaths];
}

/** Headers in `amplify.yml` and `customHttp.yml` of AWS Amplify, and in `render.yaml`. */
export function readYamlHost(text: string): readonly HostRule[] {
  const { customHeaders, services } = objectOf(parseYaml(text));
  return [
    ...objectsOf(customHeaders).flatMap((item) =>
      pairRules(item['headers'], globPattern(textOf(item['pattern']).replace(/\*+/g, '**'))),
    ),
    ...objectsOf(services).flatMap((service) => [
      ...objectsOf(service['headers']).flatMap(
        (item) => headerRule(textOf(item['name']), item['value'], starPattern(textOf(item['path']))) ?? [],
      ),
      ...objectsOf(service['routes'])
        .filter(({ type }) => type === 'redirect')
        .flatMap(
          (item) => signInRule(textOf(item['destination']), starPattern(textOf(item['source']))) ?? [],
        ),
    ]),
  ];
}

/** Sign-ins and headers of the addresses in `app.yaml` of App Engine. */
export function readAppYaml(text: string): readonly HostRule[] {
  return objectsOf(objectOf(parseYaml(text))['handlers']).flatMap((item): readonly HostRule[] => {
    const pattern = regexPattern(`^${textOf(item['url'])}`);
    const login = textOf(item['login']);
    const isClosed = /^(?:required|admin)$/.test(login);
    return [
      ...(isClosed ? [closed(pattern, `login: ${login}`)] : []),
      ...objectRules(item['http_headers'], pattern),
    ];
  });
}

function awayRules(items: readonly JsonObject[]): readonly HostRule[] {
  return items.flatMap((item) => {
    // A named part is one segment.
    const source = textOf(item['source']) || textOf(item['glob']);
    const pattern = globPattern(source.replace(/:\w+\*?/g, (part) => (part.endsWith('*') ? '**' : '*')));
    return signInRule(textOf(item['destination']), pattern) ?? [];
  });
}

/** Headers, redirects and files that aren't deployed, of the sites in `firebase.json`. */
export function readFirebase(text: string): readonly HostRule[] {
  const { hosting } = objectOf(JSON.parse(text));
  return objectsOf(hosting).flatMap((site) => [
    ...awayRules(objectsOf(site['redirects'])),
    ...[site['ignore']].flat().flatMap((glob): readonly HostRule[] => {
      if (typeof glob !== 'string' || glob === '') return [];
      return [closed(globPattern(glob), `ignore: ${glob.slice(0, 80)}`)];
    }),
    ...objectsOf(site['headers']).flatMap((item) => {
      const glob = textOf(item['source']) || textOf(item['glob']);
      const pattern = glob === '' ? regexPattern(textOf(item['regex'])) : globPattern(glob);
      return pairRules(item['headers'], pattern);
    }),
  ]);
}

/** Conditions of a policy that keep most readers out; one without TLS isn't about readers. */
const ON_READERS = /SourceIp|SourceVpc|Principal|userid|Referer/i;

/** What the policy of an S3 bucket denies to all readers. */
export function readBucketPolicy(text: string): readonly HostRule[] {
  return objectsOf(objectOf(JSON.parse(text))['Statement']).flatMap((item): readonly HostRule[] => {
    const { Effect, Principal, Action, Resource, Condition } = item;
    const isForAll = Principal === '*' || objectOf(Principal)['AWS'] === '*';
    const isRead = textsIn(Action).some((action) => /^(?:\*|s3:(?:\*|Get\*|GetObject))$/i.test(action));
    const isMet = Condition === undefined || ON_READERS.test(JSON.stringify(Condition));
    if (Effect !== 'Deny' || !isForAll || !isRead || !isMet) return [];
    const paths = textsIn(Resource).flatMap((arn) => /^arn:[\w-]+:s3:::[^/]+(\/.+)$/.exec(arn)?.[1] ?? []);
    return [closed(paths.flatMap(starPattern), 'Deny s3:GetObject')];
  });
}

/** Headers, roles and networks in `staticwebapp.config.json` of Azure. */
export function readStaticWebApp(text: string): readonly HostRule[] {
  const { globalHeaders, routes, networking } = objectOf(JSON.parse(text));
  const isInternal = [objectOf(networking)['allowedIpRanges']]
    .flat()
    .some((range) => typeof range === 'string');
  const network = isInternal ? [closed(starPattern('*'), 'allowedIpRanges')] : [];
  const ofRoutes = objectsOf(routes)
    .filter(({ route }) => typeof route === 'string')
    .flatMap((route): readonly HostRule[] => {
      const pattern = globPattern(textOf(route['route']).replace(/\*+/g, '**'));
      const roles = route['allowedRoles'];
      const methods = route['methods'];
      const isRead = !Array.isArray(methods) || methods.some((method) => /^get$/i.test(String(method)));
      const isClosed = Array.isArray(roles) && !roles.includes('anonymous') && isRead;
      const status = statusRule(Number(route['statusCode']), pattern);
      const away = status ?? signInRule(textOf(route['redirect']), pattern);
      return [
        ...(isClosed ? [closed(pattern, `allowedRoles: ${roles.join(', ').slice(0, 80)}`)] : []),
        ...(isRead && away ? [away] : []),
        ...objectRules(route['headers'], pattern),
      ];
    });
  return [...objectRules(globalHeaders, starPattern('*')), ...network, ...ofRoutes];
}

function pairRules(headers: unknown, pattern: PathPattern): readonly HostRule[] {
  return objectsOf(headers).flatMap(({ key, value }) => headerRule(textOf(key), value, pattern) ?? []);
}

function objectRules(headers: unknown, pattern: PathPattern): readonly HostRule[] {
  return Object.entries(objectOf(headers)).flatMap(([name, value]) => headerRule(name, value, pattern) ?? []);
}

const textsIn = (value: unknown): readonly string[] => stringsOf(value).filter((one) => one !== '');
