import { createHash } from 'node:crypto';

const MAX_TOKEN = 60;

/**
 * The key of decisions about a client: its safe token, which all its versions share, else a hash of
 * its User-Agent.
 * @param token empty where there is no safe one
 */
export function reviewKeyOf(userAgent: string, token: string): string {
  if (token !== '') return `tok:${token.slice(0, MAX_TOKEN)}`;
  return `ua:${createHash('md5').update(userAgent.trim().toLowerCase()).digest('hex')}`;
}
