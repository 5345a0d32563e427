import { type Environment, options } from '../config/env.js';
import { didYouMean } from '../core/did-you-mean.js';

/** The other variables of the program, without `SVC_`. Their commands aren't loaded at the start. */
const OTHERS = [
  ...['PORT', 'HOST', 'WATCH', 'LOG_LEVEL', 'LOCK_TIMEOUT', 'INDEXNOW_ENDPOINT', 'SIGNING_KEY', 'SECRET_KEY'],
  ...['MIN_SCORE', 'URL', 'FORMAT', 'MAX_LOST_WORDS', 'MAX_BROKEN_LINKS', 'MAX_NEW_PAGES', 'MAX_LLMS_SIZE'],
  ...['TIMEOUT', 'SAMPLE', 'USER_AGENTS', 'CONNECT', 'MCP_TOKEN', 'GITLAB_TOKEN', 'BASE_PATH'],
];

/** Variables that are nearly those of the program. Other names that begin with `SVC_` may belong to other programs. */
export function misspelledVariables(env: Environment): readonly string[] {
  const known = [...OTHERS, ...options.map(({ variable }) => variable.slice('SVC_'.length))];
  return Object.keys(env).flatMap((name) => {
    const word = /^SVC_(.+)/.exec(name)?.[1];
    if (word === undefined || known.includes(word) || (env[name] ?? '') === '') return [];
    const near = didYouMean(word, known);
    return near === undefined ? [] : [`${name} isn't a variable of this program. Did you mean SVC_${near}?`];
  });
}
