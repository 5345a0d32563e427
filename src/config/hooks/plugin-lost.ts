/** What a function of a plugin fails with when the plugin has been ended; a notice says why. */
export class PluginLost extends Error {
  /** @param why what it did */
  constructor(why: string) {
    super(why);
    this.name = 'PluginLost';
  }
}
