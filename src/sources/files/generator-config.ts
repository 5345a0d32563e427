import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse as parseToml } from 'smol-toml';
import { parse as parseYaml } from 'yaml';
import type { RawSite } from '../port.js';
import { type ConfigValues, configObject, siteFromValues } from './config-values.js';
import type { GeneratorConfig } from './layout.js';
import type { Profile } from './profiles/profile.js';
import { type Generator, profileOf, profiles } from './profiles/table.js';
import { isProgram, readProgramFile } from './program-config.js';

/** A configuration, and the generator that it belongs to. */
export interface FoundConfig extends GeneratorConfig {
  readonly generator: Generator;
}

const MAX_LENGTH = 1_000_000;

function readText(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}

function parseValues(name: string, text: string): ConfigValues {
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

/** Searches a folder for the configuration of a generator. A configuration that is a program is never run. */
export function readGeneratorConfig(root: string): FoundConfig | undefined {
  for (const generator of Object.keys(profiles) as Generator[]) {
    const profile = profileOf(generator);
    for (const file of profile.configFiles) {
      const text = readText(join(root, file));
      if (text === undefined) continue;
      const config = { root, file, ...valuesOf(profile, root, file, text) };
      if (profile.ownsConfig?.(root, config.values) !== false) return { generator, ...config };
    }
  }
  return undefined;
}

function valuesOf(
  profile: Profile,
  root: string,
  file: string,
  text: string,
): Pick<GeneratorConfig, 'values' | 'computed'> {
  if (text.length > MAX_LENGTH) return { values: {} };
  const own = profile.readConfig?.(root, file, text);
  if (own !== undefined) return { values: own };
  if (!isProgram(file)) return { values: parseValues(file, text) };
  const { value, computed } = readProgramFile(root, file);
  return { values: configObject(value), computed };
}

/** The facts about the site that its generator's configuration states. */
export function siteFromConfig(config: FoundConfig, root: string): RawSite {
  return profileOf(config.generator).site?.(config, root) ?? siteFromValues(config.values);
}
