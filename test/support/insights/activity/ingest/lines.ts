/** 2026-07-02T10:00:00Z: the time of every test run of the program. */
export const NOW = 1_782_986_400;

export const AGENTS = {
  gpt: 'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; GPTBot/1.2; +https://openai.com/gptbot)',
  google: 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
  curl: 'curl/8.5.0',
  firefox: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
} as const;

/** A request as a web server saw it. */
export interface Request {
  readonly at?: number;
  readonly path?: string;
  readonly method?: string;
  readonly status?: number;
  readonly referrer?: string;
  readonly agent?: string;
  readonly address?: string;
}

const FULL: Required<Request> = {
  at: NOW - 3600,
  path: '/llms.txt',
  method: 'GET',
  status: 200,
  referrer: '-',
  agent: AGENTS.gpt,
  address: '192.0.2.77',
};

const MONTHS = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');

/** `02/Jul/2026:10:00:00 +0000`. */
function clfTime(at: number): string {
  const [date = '', time = ''] = new Date(at * 1000).toISOString().split(/[T.]/);
  const [year, month, day] = date.split('-');
  return `${day}/${MONTHS[Number(month) - 1]}/${year}:${time} +0000`;
}

/** A line in combined log format. */
export function combinedLine(request: Request = {}): string {
  const { at, path, method, status, referrer, agent, address } = { ...FULL, ...request };
  return `${address} - - [${clfTime(at)}] "${method} ${path} HTTP/1.1" ${status} 512 "${referrer}" "${agent}"\n`;
}
