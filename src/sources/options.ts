import { didYouMean } from '../core/did-you-mean.js';
import { SvcError } from '../core/errors.js';

/** An unusable option of a source. @param key its path below `source` */
export function invalidOption(key: string, message: string, fix: string): SvcError {
  return new SvcError('SVC_CONFIG_INVALID', message, { field: `source.${key}`, fix });
}

/**
 * Checks that every option that is set exists in the source.
 * @param source its name in messages: `An html source`
 * @param fix where no name is close
 * @throws SvcError `SVC_CONFIG_INVALID` naming the option
 */
export function checkOptionNames(
  source: string,
  options: Readonly<Record<string, unknown>>,
  known: readonly string[],
  fix = `Use one of: ${known.join(', ')}.`,
): void {
  const unknown = Object.keys(options).find((key) => !known.includes(key));
  if (unknown === undefined) return;
  const meant = didYouMean(unknown, known);
  throw invalidOption(
    unknown,
    `${source} has no option "${unknown}"`,
    meant === undefined ? fix : `Did you mean "${meant}"?`,
  );
}

/**
 * Reads the size limit of a file.
 * @param usual the default
 * @throws SvcError `SVC_CONFIG_INVALID`
 */
export function readMaxBytes(value: unknown, usual: number): number {
  if (value === undefined) return usual;
  if (typeof value === 'number' && Number.isSafeInteger(value) && value > 0) return value;
  throw invalidOption(
    'maxBytes',
    `${JSON.stringify(value)} isn't a number of bytes`,
    'Write for example 5000000.',
  );
}
