import { listNames } from '../../core/files.js';
import { objectOf } from '../../core/json.js';
import type { RawSite } from '../port.js';
import { isProgram, parseConfig, readProgramFile, readProjectText } from './config-file.js';
import { siteFromValues } from './config-values.js';
import type { GeneratorConfig } from './layout.js';
import type { Profile } from './profiles/profile.js';
import { type Generator, profileOf, profiles } from './profiles/table.js';

/** A configuration, and the generator that it belongs to. */
export interface FoundConfig extends GeneratorConfig {
  readonly generator: Generator;
}

/** Searches a folder for the configuration of a generator. A configuration that is a program is never run. */
export function readGeneratorConfig(root: string): FoundConfig | undefined {
  for (const generator of Object.keys(profiles) as Generator[]) {
    const profile = profileOf(generator);
    for (const file of [...profile.configFiles, ...otherConfigFiles(root, profile)]) {
      // A page is a configuration only of Docsify.
      const text = readProjectText(root, file, file.endsWith('.html'));
      if (text === undefined) continue;
      const config = { root, file, ...valuesOf(profile, root, file, text) };
      if (profile.ownsConfig?.(root, config.values, file) !== false) return { generator, ...config };
    }
  }
  return undefined;
}

/** The files of a folder that are configurations under other names, in order. */
function otherConfigFiles(root: string, { otherConfigFiles: names }: Profile): readonly string[] {
  if (names === undefined) return [];
  return listNames(root).filter((name) => names.test(name));
}

function valuesOf(
  profile: Profile,
  root: string,
  file: string,
  text: string,
): Pick<GeneratorConfig, 'values' | 'computed'> {
  const own = profile.readConfig?.(root, file, text);
  if (own !== undefined) return { values: own };
  if (!isProgram(file)) return { values: parseConfig(file, text) };
  const { value, computed } = readProgramFile(root, file);
  return { values: objectOf(value), computed };
}

/** The facts about the site that its generator's configuration states. */
export function siteFromConfig(config: FoundConfig, root: string): RawSite {
  return profileOf(config.generator).site?.(config, root) ?? siteFromValues(config.values);
}
