import { type PathPattern, regexPattern, starPattern } from './path-pattern.js';
import { closed, type HostRule, headerRule, signInRule } from './rule.js';

/** A value in brackets with brackets in it, or a text. */
const VALUE = String.raw`\((?:[^()"]|"[^"]*"|\((?:[^()"]|"[^"]*")*\))*\)|"[^"]*"`;
/** A comment, the beginning of a condition or an alternative, the end of one, or a setting. */
const STATEMENT = new RegExp(
  String.raw`#[^\n]*|\$(\w+)\["([^"]+)"\]\s*([=!]=|[=!]~|=\^)\s*"([^"]*)"\s*\{|else\b[^{}"]{0,20}\{|\}|([\w.-]+)\s*\+?=\s*(${VALUE})`,
  'g',
);

/** Reads passwords, refusals and headers of lighttpd. Conditions on anything but the address concern only some requests. */
export function readLighttpd(text: string): readonly HostRule[] {
  const open: (PathPattern | undefined)[] = [];
  return [...text.matchAll(STATEMENT)].flatMap(([part, kind, field, test, value = '', key, setting]) => {
    if (part.startsWith('#')) return [];
    if (part === '}') open.pop();
    else if (kind !== undefined) open.push(field === 'url' ? condition(test, value) : undefined);
    else if (part.endsWith('{') && key === undefined) open.push(undefined);
    else if (key !== undefined && !open.includes(undefined))
      return rulesOf(key, setting ?? '', open.at(-1) ?? starPattern('*'));
    return [];
  });
}

function condition(test: string | undefined, value: string): PathPattern | undefined {
  if (test === '=~') return regexPattern(value);
  if (test === '==') return starPattern(value);
  return test === '=^' ? starPattern(`${value}*`) : undefined;
}

function rulesOf(key: string, setting: string, pattern: PathPattern): readonly HostRule[] {
  if (key === 'url.access-deny')
    // Ends of addresses; an empty one is that of each.
    return textsIn(setting).map((end) =>
      closed(end === '' ? pattern : starPattern(`*${end}`), `${key} ${end}`.trim()),
    );
  const pairs = [...setting.matchAll(/"([^"]*)"\s*=>\s*(?:"([^"]*)"|(\())/g)];
  return pairs.flatMap(([, name = '', value = '', inner]): HostRule | readonly HostRule[] => {
    if (key === 'auth.require' && inner !== undefined)
      return [closed(name === '' ? pattern : starPattern(`${name}*`), key)];
    if (key === 'url.redirect') return signInRule(value, regexPattern(name)) ?? [];
    return (key.endsWith('response-header') && headerRule(name, value, pattern)) || [];
  });
}

const textsIn = (setting: string): readonly string[] =>
  [...setting.matchAll(/"([^"]*)"/g)].map(([, text = '']) => text);
