import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse as parseToml } from 'smol-toml';
import { parse as parseYaml } from 'yaml';
import { isObject } from '../../core/is-object.js';
import type { RawSite } from '../port.js';
import type { Generator } from './options.js';

/** A generator's own configuration file, as far as it is read here. */
export interface GeneratorConfig {
  readonly generator: Generator;
  /** File name, for messages; empty when there is none. */
  readonly file: string;
  /** Empty for a configuration that is a program: it is never run. */
  readonly values: Readonly<Record<string, unknown>>;
}

const FILES: readonly (readonly [name: string, generator: Generator])[] = [
  ['_config.yml', 'jekyll'],
  ['_config.yaml', 'jekyll'],
  ['_config.toml', 'jekyll'],
  ['hugo.toml', 'hugo'],
  ['hugo.yaml', 'hugo'],
  ['hugo.yml', 'hugo'],
  ['hugo.json', 'hugo'],
  ['config.toml', 'hugo'],
  ['config/_default/hugo.toml', 'hugo'],
  ['config/_default/config.toml', 'hugo'],
  ['.eleventy.js', 'eleventy'],
  ['eleventy.config.js', 'eleventy'],
  ['eleventy.config.mjs', 'eleventy'],
  ['eleventy.config.cjs', 'eleventy'],
  ['astro.config.mjs', 'astro'],
  ['astro.config.js', 'astro'],
  ['astro.config.ts', 'astro'],
  ['astro.config.mts', 'astro'],
];

const MAX_LENGTH = 1_000_000;

function readText(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}

function parseValues(name: string, text: string): Readonly<Record<string, unknown>> {
  if (text.length > MAX_LENGTH) return {};
  try {
    const value: unknown = /\.ya?ml$/.test(name)
      ? parseYaml(text, { merge: true, maxAliasCount: 100, logLevel: 'silent' })
      : name.endsWith('.toml')
        ? parseToml(text)
        : name.endsWith('.json')
          ? JSON.parse(text)
          : {};
    return configObject(value);
  } catch {
    // Only the content matters, so an unreadable configuration counts as missing.
    return {};
  }
}

/**
 * Hexo's configuration has the same name as Jekyll's; its posts lie in a folder of their own, or its package is named.
 */
function isHexo(folder: string): boolean {
  const hasPosts = existsSync(join(folder, 'source', '_posts')) && !existsSync(join(folder, '_posts'));
  return hasPosts || /"hexo"\s*:/.test(readText(join(folder, 'package.json')) ?? '');
}

/**
 * Searches a folder for the configuration of a generator. JavaScript configurations only identify the generator;
 * they are never run.
 */
export function readGeneratorConfig(folder: string): GeneratorConfig | undefined {
  for (const [name, generator] of FILES) {
    const text = readText(join(folder, name));
    if (text === undefined) continue;
    const isHexoSite = generator === 'jekyll' && isHexo(folder);
    return { generator: isHexoSite ? 'hexo' : generator, file: name, values: parseValues(name, text) };
  }
  return undefined;
}

/** A text value of a configuration, by the first of these keys that has one. */
export function configText(values: Readonly<Record<string, unknown>>, ...keys: string[]): string | undefined {
  const value = keys.map((key) => values[key]).find((item) => typeof item === 'string' && item.trim() !== '');
  return typeof value === 'string' ? value.trim() : undefined;
}

/** An object inside a configuration; empty for anything else. */
export function configObject(value: unknown): Readonly<Record<string, unknown>> {
  return isObject(value) ? value : {};
}

/** The facts about the site that its generator's configuration states. */
export function siteFromConfig({ values }: GeneratorConfig): RawSite {
  const params = configObject(values['params']);
  const title = configText(values, 'title', 'name');
  const description = configText(values, 'description') ?? configText(params, 'description');
  const lang = configText(values, 'lang', 'languageCode', 'defaultContentLanguage', 'locale');
  const timezone = configText(values, 'timezone', 'timeZone');
  const baseUrl = configBaseUrl(values);
  return {
    ...(title === undefined ? {} : { title }),
    ...(description === undefined ? {} : { description }),
    ...(baseUrl === undefined ? {} : { baseUrl }),
    ...(lang === undefined ? {} : { lang: lang.replaceAll('_', '-') }),
    ...(timezone === undefined ? {} : { timezone }),
  };
}

/** Jekyll's `url` + `baseurl`, or Hugo's `baseURL`, without trailing slash. */
function configBaseUrl(values: Readonly<Record<string, unknown>>): string | undefined {
  const url = configText(values, 'url', 'baseURL', 'baseUrl', 'base_url');
  if (url === undefined || !URL.canParse(url) || !/^https?:/i.test(url)) return undefined;
  const folder = (configText(values, 'baseurl') ?? '').replace(/^\/|\/$/g, '');
  return url.replace(/\/+$/, '') + (folder === '' ? '' : `/${folder}`);
}
