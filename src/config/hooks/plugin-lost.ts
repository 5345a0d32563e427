/** The error of a call to a plugin that has been ended; a notice gives the reason. */
export class PluginLost extends Error {
  /** @param why what the plugin did */
  constructor(why: string) {
    super(why);
    this.name = 'PluginLost';
  }
}
