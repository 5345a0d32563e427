import { readFileSync, statSync } from 'node:fs';
import type { Config } from '../../config/config.js';
import { hashTexts } from '../../core/hash.js';
import { CONVERSION_SETTINGS, type ConvertContext } from '../convert.js';
import { codeVersion } from './code-version.js';

export interface ConversionInputs
  extends Pick<ConvertContext, 'documentContext' | 'sourceBases' | 'topics' | 'checks'> {
  readonly config: Config;
}

/** A hash of the inputs that the documents of all entries share; another one means: convert all again. */
export function conversionKey(inputs: ConversionInputs): string {
  const { documentContext, sourceBases, topics, config, checks } = inputs;
  const { readPrefix, restApi, sidecar, types } = documentContext;
  const { baseUrl, timeZone } = documentContext.site;
  const settings = CONVERSION_SETTINGS.map((key) => documentContext.settings[key]);
  const served = [
    documentContext.isAvailable('llms'),
    ...['markdown', 'rest-item'].map((id) => documentContext.served(id)),
  ];
  const facts = {
    baseUrl,
    timeZone,
    settings,
    readPrefix,
    restApi,
    sidecar,
    types,
    served,
    sourceBases,
    topics,
    checks,
    privacy: config.privacy,
    converter: config.converter,
  };
  const { rehypePlugins, remarkPlugins } = config.converter;
  const plugins = [...config.plugins, ...[...rehypePlugins, ...remarkPlugins].map(({ name }) => name)];
  return hashTexts([codeVersion(), JSON.stringify(facts), ...plugins.map(pluginText)]);
}

/** A plugin's own text; of a package only the name, since its version is in the lockfile of the site. */
function pluginText(plugin: string): string {
  return statSync(plugin, { throwIfNoEntry: false })?.isFile() === true
    ? readFileSync(plugin, 'utf8')
    : plugin;
}
