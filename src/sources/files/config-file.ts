import { readFileSync, statSync } from 'node:fs';
import { parse as parseToml } from 'smol-toml';
import { parse as parseYaml } from 'yaml';
import { type ConfigValues, configObject } from './config-values.js';

const MAX_BYTES = 1_000_000;

/** The text of a configuration file; undefined for a missing, unreadable or huge one. */
export function readConfigText(path: string): string | undefined {
  try {
    return statSync(path).size > MAX_BYTES ? undefined : readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}

/**
 * The values of a configuration file in YAML, TOML or JSON; empty for any other format.
 * @param name with an ending that tells the format
 */
export function parseConfig(name: string, text: string): ConfigValues {
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
