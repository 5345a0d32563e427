import type { SourcedAnswer } from '../ai/port.js';
import { bareHost, type Target } from './config.js';

/** What an answer says of a target. */
export interface Grade {
  /** Its name or its domain occurs. */
  readonly mentioned: boolean;
  /** Its domain occurs, or a source lies on it. */
  readonly cited: boolean;
  /** 0 where it is not mentioned; else its place among those that are named, from 1. */
  readonly position: number;
  /** Competitors that are named. */
  readonly competitors: readonly string[];
}

/**
 * Judges an answer by what stands in it. Case does not count, and an empty name is found nowhere.
 * @see reference/admin-api.md section 9.3
 */
export function gradeAnswer(
  { text, sources }: SourcedAnswer,
  target: Pick<Target, 'name' | 'domain' | 'competitors'>,
): Grade {
  const haystack = text.toLowerCase();
  const indexOf = (needle: string) => (needle === '' ? -1 : haystack.indexOf(needle.toLowerCase()));
  const [name, domain] = [indexOf(target.name), indexOf(target.domain)];
  const rivals = target.competitors
    .map((rival) => ({ rival, at: indexOf(rival) }))
    .filter(({ at }) => at >= 0);
  const mentioned = name >= 0 || domain >= 0;
  const ahead = name >= 0 ? rivals.filter(({ at }) => at < name).length : rivals.length;
  return {
    mentioned,
    cited: domain >= 0 || sources.some((source) => isOn(target.domain, source)),
    position: mentioned ? ahead + 1 : 0,
    competitors: rivals.map(({ rival }) => rival),
  };
}

/** Some engines give addresses that redirect, and the host as the title. */
function isOn(domain: string, { url, title }: SourcedAnswer['sources'][number]): boolean {
  if (domain === '') return false;
  const hosts = [bareHost(url), ...(/^[^\s/]+\.[^\s/]+$/.test(title) ? [bareHost(title)] : [])];
  return hosts.some((host) => host === domain || host.endsWith(`.${domain}`));
}
