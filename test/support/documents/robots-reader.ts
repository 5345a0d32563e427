/** A group of a robots.txt: the names it is for, and its rules in order. */
export interface RobotsGroup {
  readonly agents: readonly string[];
  readonly rules: readonly { readonly allow: boolean; readonly path: string }[];
}

/** What a robots.txt says, as RFC 9309 groups it. */
export interface RobotsFile {
  readonly groups: readonly RobotsGroup[];
  readonly sitemaps: readonly string[];
  /** Value of the first content signal of each group, by the group's names. */
  readonly signals: readonly { readonly agents: readonly string[]; readonly value: string }[];
}

/**
 * A reader of RFC 9309 section 2.1: names open a group, only a rule closes the list of names; blank lines,
 * comments and unknown lines part nothing.
 */
export function readRobots(text: string): RobotsFile {
  const groups: { agents: string[]; rules: { allow: boolean; path: string }[] }[] = [];
  const sitemaps: string[] = [];
  const signals: { agents: readonly string[]; value: string }[] = [];
  let hasRule = true;
  for (const line of text.replace(/^\ufeff/, '').split(/\r\n|\r|\n/)) {
    const [, key = '', value = ''] = /^\s*([\w-]+)\s*:\s*([^#]*?)\s*(?:#.*)?$/.exec(line) ?? [];
    const group = groups.at(-1);
    switch (key.toLowerCase()) {
      case 'user-agent':
        if (hasRule || group === undefined) groups.push({ agents: [value.toLowerCase()], rules: [] });
        else group.agents.push(value.toLowerCase());
        hasRule = false;
        break;
      case 'allow':
      case 'disallow':
        group?.rules.push({ allow: key.toLowerCase() === 'allow', path: value });
        hasRule = true;
        break;
      case 'sitemap':
        sitemaps.push(value);
        break;
      case 'content-signal':
        if (group !== undefined) signals.push({ agents: group.agents, value });
    }
  }
  return { groups, sitemaps, signals };
}

/** The rules for a client: of its own groups, else of the groups for `*` (RFC 9309 section 2.2.1). */
export function rulesFor({ groups }: RobotsFile, agent: string): RobotsGroup['rules'] {
  const of = (name: string) => groups.filter((group) => group.agents.includes(name));
  const own = of(agent.toLowerCase());
  return (own.length > 0 ? own : of('*')).flatMap((group) => group.rules).filter((rule) => rule.path !== '');
}
