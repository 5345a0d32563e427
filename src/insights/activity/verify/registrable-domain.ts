/** Suffixes of two labels below which names are registered. */
const TWO_LABELS: ReadonlySet<string> = new Set(
  [
    'co.uk org.uk com.au net.au co.jp co.nz co.za com.br',
    'co.in com.cn co.kr com.mx com.tr com.sg com.hk',
  ].flatMap((line) => line.split(' ')),
);

/**
 * The registrable domain of a host name: `crawl-1.googlebot.com` belongs to `googlebot.com`; empty for an invalid name.
 */
export function registrableDomain(host: string): string {
  if (!host.includes('.') || host.includes(' ')) return '';
  const labels = host.split('.');
  return labels.slice(TWO_LABELS.has(labels.slice(-2).join('.')) ? -3 : -2).join('.');
}
