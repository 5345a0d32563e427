/** Memoised by base address, since every entry needs it. */
const knownHosts = new Map<string, readonly string[]>();

/** Returns the host of a base address in a list, or an empty list. */
export function hostsOf(url = ''): readonly string[] {
  let hosts = knownHosts.get(url);
  if (hosts === undefined) {
    hosts = URL.canParse(url) ? [new URL(url).hostname] : [];
    knownHosts.set(url, hosts);
  }
  return hosts;
}
