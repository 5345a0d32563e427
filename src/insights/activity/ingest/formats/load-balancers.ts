import { patternFormat, QUOTED } from './pattern.js';

/**
 * A Classic Load Balancer writes the same fields without the first.
 * @see https://docs.aws.amazon.com/elasticloadbalancing/latest/application/load-balancer-access-logs.html
 */
export const alb = patternFormat(
  'alb',
  'access log of a load balancer of AWS',
  new RegExp(
    String.raw`^(?:(?:https?|h2|grpcs?|wss?) )?(?<time>\S+) \S+ (?<address>\S+) (?:\S+ ){4}(?<status>\d{3}|-) (?:\S+ ){3}` +
      `"(?<request>${QUOTED})" "(?<userAgent>${QUOTED})"`,
  ),
);

/** @see https://docs.aws.amazon.com/AmazonS3/latest/userguide/LogFormat.html */
export const s3 = patternFormat(
  's3',
  'server access log of Amazon S3',
  new RegExp(
    String.raw`^\S+ \S+ \[(?<time>[^\]]+)\] (?<address>\S+) (?:\S+ ){4}"(?<request>${QUOTED})" (?<status>\d{3}) ` +
      String.raw`(?:\S+ ){5}"(?<referrer>${QUOTED})" "(?<userAgent>${QUOTED})"`,
  ),
);

/** Istio adds fields before the numbers. @see https://www.envoyproxy.io/docs/envoy/latest/configuration/observability/access_log/usage */
export const envoy = patternFormat(
  'envoy',
  'access log of Envoy and Istio',
  new RegExp(
    String.raw`^\[(?<time>[^\]]+)\] "(?<request>${QUOTED})" (?<status>\d{1,3}) [^"]*(?:"${QUOTED}" [\d -]+)?` +
      `"(?<address>[^"]*)" "(?<userAgent>${QUOTED})" "[^"]*" "(?<host>[^"]*)"`,
  ),
);

/** The formats `proxy` and `standard` of its configuration. @see https://nginxproxymanager.com */
export const nginxProxyManager = patternFormat(
  'nginx-proxy-manager',
  'access log of Nginx Proxy Manager',
  new RegExp(
    String.raw`^\[(?<time>[^\]]+)\] (?:\S+ \S+ )?(?<status>\d{3}) - (?<method>[A-Z]+) \S+ (?<host>\S+) "(?<target>${QUOTED})" ` +
      String.raw`\[Client (?<address>[^\]]+)\] (?:\[[^\]]*\] )*"(?<userAgent>${QUOTED})" "(?<referrer>${QUOTED})"`,
  ),
);
