import { createSocket, type RemoteInfo } from 'node:dgram';
import { once } from 'node:events';
import { isIPv6 } from 'node:net';

const HEADER_BYTES = 12;
const TYPE_OF_IPV6 = 28;

/** A DNS server on this machine. It never answers about names whose addresses are null. */
export class DnsServer {
  /** The names of the questions that have arrived. */
  readonly asked: string[] = [];
  private readonly socket = createSocket('udp4');

  private constructor(private readonly addresses: Readonly<Record<string, readonly string[] | null>>) {
    this.socket.on('message', (question, from) => this.answer(question, from));
  }

  static async open(addresses: Readonly<Record<string, readonly string[] | null>>): Promise<DnsServer> {
    const server = new DnsServer(addresses);
    server.socket.bind(0, '127.0.0.1');
    await once(server.socket, 'listening');
    return server;
  }

  get address(): string {
    return `127.0.0.1:${this.socket.address().port}`;
  }

  close(): void {
    this.socket.close();
  }

  private answer(message: Buffer, { port, address }: RemoteInfo): void {
    const { name, end, type } = questionIn(message);
    this.asked.push(name);
    const known = this.addresses[name];
    if (known === null) {
      return;
    }
    const isFor6 = type === TYPE_OF_IPV6;
    const found = (known ?? []).filter((each) => isIPv6(each) === isFor6);
    const header = Buffer.alloc(HEADER_BYTES);
    header.writeUInt16BE(message.readUInt16BE(0), 0);
    header.writeUInt16BE(known ? 0x8180 : 0x8183, 2); // an answer, or that there is no such name
    header.writeUInt16BE(1, 4);
    header.writeUInt16BE(found.length, 6);
    const records = found.map((each) => {
      const data = isFor6 ? bytesOfIpv6(each) : Buffer.from(each.split('.').map(Number));
      // The name of the question, type, class, 60 seconds, length.
      const head = Buffer.from([0xc0, HEADER_BYTES, 0, type, 0, 1, 0, 0, 0, 60, 0, data.length]);
      return Buffer.concat([head, data]);
    });
    this.socket.send(Buffer.concat([header, message.subarray(HEADER_BYTES, end), ...records]), port, address);
  }
}

function questionIn(message: Buffer): { name: string; end: number; type: number } {
  const labels: string[] = [];
  let at = HEADER_BYTES;
  for (let length = message.readUInt8(at); length > 0; length = message.readUInt8(at)) {
    labels.push(message.toString('latin1', at + 1, at + 1 + length));
    at += 1 + length;
  }
  return { name: labels.join('.').toLowerCase(), end: at + 5, type: message.readUInt16BE(at + 1) };
}

/** @param address all of its eight groups */
function bytesOfIpv6(address: string): Buffer {
  const groups = address.split(':').map((group) => group.padStart(4, '0'));
  return Buffer.from(groups.join(''), 'hex');
}
