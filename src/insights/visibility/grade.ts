import type { SourcedAnswer } from '../ai/port.js';
import { bareHost, type Target } from './config.js';

/** The mentions of a target in an answer. */
export interface Grade {
  /** Its name or its domain occurs. */
  readonly mentioned: boolean;
  /** Its domain occurs, or is the host of a source. */
  readonly cited: boolean;
  /** 0 where it is not mentioned; else its position among the named ones, from 1. */
  readonly position: number;
  /** Competitors that are named. */
  readonly competitors: readonly string[];
}

/** Grades an answer by its text. Case is ignored, and an empty name never matches. */
export function gradeAnswer(
  { text, sources }: SourcedAnswer,
  target: Pick<Target, 'name' | 'domain' | 'competitors'>,
): Grade {
  const haystack = text.toLowerCase();
  const indexOf = (needle: string) => (needle === '' ? -1 : haystack.indexOf(needle.toLowerCase()));
  const [name, domain] = [indexOf(target.name), indexOfDomain(haystack, target.domain)];
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

/**
 * Where a domain, or a host below it, is named: hosts that only look like it don't match, nor does a domain before
 * an `@` or in the path of another address.
 */
function indexOfDomain(text: string, domain: string): number {
  if (domain === '') return -1;
  const name = domain.toLowerCase().replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
  const before = String.raw`(?<![\p{L}\p{N}_-])(?<!(?:^|[^/])/)`;
  const after = String.raw`(?![\p{L}\p{N}_-]|\.[\p{L}\p{N}]|(?::[^\s/]*)?@)`;
  return text.search(new RegExp(before + name + after, 'u'));
}

/** Some engines return redirecting addresses, with the host as the title. */
function isOn(domain: string, { url, title }: SourcedAnswer['sources'][number]): boolean {
  if (domain === '') return false;
  const hosts = [bareHost(url), ...(/^[^\s/]+\.[^\s/]+$/.test(title) ? [bareHost(title)] : [])];
  return hosts.some((host) => host === domain || host.endsWith(`.${domain}`));
}
