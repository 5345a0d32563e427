/** By base address: every entry asks. */
const knownHosts = new Map<string, readonly string[]>();

/** The host of a base address, in a list; empty where there is none. */
export function hostsOf(url = ''): readonly string[] {
  let hosts = knownHosts.get(url);
  if (hosts === undefined) {
    hosts = URL.canParse(url) ? [new URL(url).hostname] : [];
    knownHosts.set(url, hosts);
  }
  return hosts;
}
