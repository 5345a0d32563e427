import { isObject } from '../../../core/is-object.js';
import { parseToml } from '../../../core/parse-toml.js';
import { globPattern, type PathPattern, regexPattern, routePattern, starPattern } from './path-pattern.js';
import { type HostRule, headerRule, redirectRule, statusRule } from './rule.js';

type Data = Readonly<Record<string, unknown>>;

/** `headers` of `vercel.json`; those with conditions apply to some requests only, for example to previews. */
export function readVercel(text: string): readonly HostRule[] {
  const { headers, routes } = objectOf(JSON.parse(text));
  const modern = objectsIn(headers).flatMap((item) => {
    if ([item['has'], item['missing']].some((list) => objectsIn(list).length > 0)) return [];
    return pairRules(item['headers'], routePattern(textOf(item['source'])));
  });
  const old = objectsIn(routes).flatMap((item) => {
    if (['has', 'missing', 'methods'].some((condition) => Object.hasOwn(item, condition))) return [];
    const pattern = regexPattern(`^${textOf(item['src'])}$`);
    const refused = item['handle'] === undefined && statusRule(Number(item['status']), pattern);
    return [...objectRules(item['headers'], pattern), ...(refused ? [refused] : [])];
  });
  return [...modern, ...old];
}

/** `headers` and `redirects` of `netlify.toml`. */
export function readNetlify(text: string): readonly HostRule[] {
  const { headers, redirects } = objectOf(parseToml(text));
  return [
    ...objectsIn(headers).flatMap((item) => objectRules(item['values'], starPattern(textOf(item['for'])))),
    ...objectsIn(redirects).flatMap(
      (item) =>
        redirectRule({
          from: textOf(item['from']),
          status: Number(item['status'] ?? 301),
          isForced: item['force'] === true,
          conditions: Object.keys(objectOf(item['conditions'])),
        }) ?? [],
    ),
  ];
}

/** `headers` of the sites in `firebase.json`. */
export function readFirebase(text: string): readonly HostRule[] {
  const { hosting } = objectOf(JSON.parse(text));
  return objectsIn(hosting).flatMap((site) =>
    objectsIn(site['headers']).flatMap((item) => {
      const glob = textOf(item['source']) || textOf(item['glob']);
      const pattern = glob === '' ? regexPattern(textOf(item['regex'])) : globPattern(glob);
      return pairRules(item['headers'], pattern);
    }),
  );
}

/** Headers and roles in `staticwebapp.config.json` of Azure. */
export function readStaticWebApp(text: string): readonly HostRule[] {
  const { globalHeaders, routes } = objectOf(JSON.parse(text));
  const ofRoutes = objectsIn(routes).flatMap((route): readonly HostRule[] => {
    const pattern = globPattern(textOf(route['route']).replace(/\*+/g, '**'));
    const roles = route['allowedRoles'];
    const isClosed = Array.isArray(roles) && !roles.includes('anonymous') && !Array.isArray(route['methods']);
    const closed: readonly HostRule[] = isClosed
      ? [{ about: 'protected', pattern, text: `allowedRoles: ${roles.join(', ').slice(0, 80)}` }]
      : [];
    return [...closed, ...objectRules(route['headers'], pattern)];
  });
  return [...objectRules(globalHeaders, starPattern('*')), ...ofRoutes];
}

function pairRules(headers: unknown, pattern: PathPattern): readonly HostRule[] {
  return objectsIn(headers).flatMap(({ key, value }) => headerRule(textOf(key), value, pattern) ?? []);
}

function objectRules(headers: unknown, pattern: PathPattern): readonly HostRule[] {
  return Object.entries(objectOf(headers)).flatMap(([name, value]) => headerRule(name, value, pattern) ?? []);
}

function objectsIn(value: unknown): readonly Data[] {
  return [value].flat().filter(isObject);
}

function objectOf(value: unknown): Data {
  return isObject(value) ? value : {};
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
