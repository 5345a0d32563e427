/** Hosts that serve videos only; their subdomains count too. */
export const VIDEO_HOSTS: readonly string[] = (
  'youtube.com youtube-nocookie.com youtu.be vimeo.com dailymotion.com ted.com twitch.tv tiktok.com rumble.com ' +
  'odysee.com bitchute.com kick.com streamable.com wistia.net wistia.com loom.com videopress.com ' +
  'video.wordpress.com brightcove.net jwplayer.com vidyard.com sproutvideo.com vidalytics.com panopto.com ' +
  'kaltura.com api.video muse.ai videodelivery.net cloudflarestream.com mediadelivery.net stream.mux.com'
).split(' ');

/**
 * Returns whether an address is on a host that serves videos only.
 *
 * @param url address, with or without scheme
 * @param hosts lower case
 * @returns true for a listed host and its subdomains
 */
export function isVideoHost(url: string, hosts: readonly string[] = VIDEO_HOSTS): boolean {
  const host = /^(?:[a-z][a-z0-9+.-]*:)?\/\/(?:[^/?#@]*@)?([^/?#:]+)/i.exec(url)?.[1]?.toLowerCase();
  return host !== undefined && hosts.some((known) => host === known || host.endsWith(`.${known}`));
}
