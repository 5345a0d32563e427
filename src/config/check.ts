import { SvcError } from '../core/errors.js';
import type { RawConfig } from './config.js';
import { fieldName, fileOrigin, isSecretField } from './origin.js';
import type { ParsedText } from './parse.js';
import { configSchema, schemaProblems } from './schema.js';

/**
 * Checks a configuration against its schema.
 * @param file name for messages
 * @param folder of the configuration
 * @throws SvcError `SVC_CONFIG_INVALID` for the first problem of the file: field, expected, found, and for an
 * unknown key the one that was probably meant
 */
export function checkConfig(parsed: ParsedText, file: string, folder: string): RawConfig {
  const [first, ...others] = schemaProblems(configSchema(), parsed.value, isSecretField);
  if (first === undefined) return parsed.value as RawConfig;
  const { location } = fileOrigin(file, folder, first.path, parsed.locate);
  const name = fieldName(first.path) || 'the configuration';
  const more =
    others.length === 0 ? '' : ` (and ${others.length} more ${others.length === 1 ? 'problem' : 'problems'})`;
  throw new SvcError('SVC_CONFIG_INVALID', `${name}: ${first.message}${more}`, {
    ...location,
    fix: first.fix,
  });
}
