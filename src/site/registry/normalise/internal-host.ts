const PRIVATE_ZONES = /\.(?:localhost|local|internal|intranet|corp|home|lan|home\.arpa)$/;
const PRIVATE_IPV4 =
  /^(?:0|10|127|169\.254|192\.168|172\.(?:1[6-9]|2\d|3[01])|100\.(?:6[4-9]|[7-9]\d|1[01]\d|12[0-7]))\./;
const PRIVATE_IPV6 = /^\[(?:::|f[cd]|fe[89ab])/;

/**
 * True for a host that only exists inside a network: public documents do not name it.
 * @param host as `URL.hostname` has it
 * @see RFC 1918, RFC 6761, RFC 6762, RFC 8375
 */
export function isInternalHost(host: string): boolean {
  const name = host.replace(/\.$/, '');
  if (name.startsWith('[')) return PRIVATE_IPV6.test(name);
  return !name.includes('.') || PRIVATE_ZONES.test(name) || PRIVATE_IPV4.test(name);
}
