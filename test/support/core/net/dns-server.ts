import { createSocket, type RemoteInfo } from 'node:dgram';
import { type Answer, decode, encode } from 'dns-packet';

/** What a name is answered with: records, a failure, or nothing at all. */
export type Records = readonly string[] | 'SERVFAIL' | 'REFUSED' | 'silence';

/** A name server on loopback, over real UDP. */
export interface DnsServer {
  /** For `Resolver.setServers`. */
  readonly address: string;
  /** Questions so far: `PTR 1.2.0.192.in-addr.arpa`. */
  readonly asked: string[];
  /** Sets what `TYPE name` is answered with; without it a name does not exist. */
  set(type: 'A' | 'AAAA' | 'PTR', name: string, records: Records): void;
  close(): Promise<void>;
}

const RCODES = { NOERROR: 0, SERVFAIL: 2, NXDOMAIN: 3, REFUSED: 5 } as const;
const AUTHORITATIVE = 1 << 10;

/** Starts a name server that knows what it is told. */
export async function startDnsServer(): Promise<DnsServer> {
  const known = new Map<string, Records>();
  const asked: string[] = [];
  const socket = createSocket('udp4');
  socket.on('message', (bytes, from) => {
    const packet = decode(bytes);
    const question = packet.questions?.[0];
    if (question === undefined) return;
    const name = question.name.toLowerCase();
    asked.push(`${question.type} ${name}`);
    const records = known.get(`${question.type} ${name}`) ?? (hasOther(known, name) ? [] : undefined);
    if (records === 'silence') return;
    const isFailure = typeof records === 'string';
    const code = isFailure ? RCODES[records] : records === undefined ? RCODES.NXDOMAIN : RCODES.NOERROR;
    const answers = (isFailure ? [] : (records ?? [])).map(
      (data) => ({ type: question.type, name: question.name, ttl: 1, data }) as Answer,
    );
    reply(from, {
      type: 'response',
      id: packet.id ?? 0,
      flags: AUTHORITATIVE | code,
      questions: [question],
      answers,
    });
  });
  function reply(to: RemoteInfo, packet: Parameters<typeof encode>[0]): void {
    socket.send(encode(packet), to.port, to.address);
  }
  await new Promise<void>((resolve) => void socket.bind(0, '127.0.0.1', resolve));
  return {
    address: `127.0.0.1:${socket.address().port}`,
    asked,
    set: (type, name, records) => void known.set(`${type} ${name.toLowerCase()}`, records),
    close: () => new Promise((resolve) => void socket.close(() => resolve())),
  };
}

/** A name that has records of another type exists. */
function hasOther(known: ReadonlyMap<string, Records>, name: string): boolean {
  return ['A', 'AAAA', 'PTR'].some((type) => known.has(`${type} ${name}`));
}

/** The name that an address is looked up under: RFC 1035 section 3.5, RFC 3596 section 2.5. */
export function reverseName(address: string): string {
  if (!address.includes(':')) return `${address.split('.').reverse().join('.')}.in-addr.arpa`;
  const [left = '', right] = address.split('::');
  const groups = (text: string) => (text === '' ? [] : text.split(':'));
  const after = right === undefined ? [] : groups(right);
  const zeros = right === undefined ? 0 : 8 - groups(left).length - after.length;
  const all = [...groups(left), ...Array<string>(zeros).fill('0'), ...after];
  const digits = all.map((group) => group.padStart(4, '0')).join('');
  return `${[...digits].reverse().join('.')}.ip6.arpa`;
}
