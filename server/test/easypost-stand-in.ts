import type { IncomingMessage, ServerResponse } from 'node:http';
import sharp from 'sharp';
import { type PictureServer, pictureServer } from './picture-server.js';

/** A failure of a request, before or after its effect. */
export type Fault = 'silence' | 'error' | 'lost-answer' | 'wrong-form' | 'refusal';

interface StoredShipment {
  readonly id: string;
  readonly reference: string;
  readonly asked: unknown;
  isPaid: boolean;
}

export const LABEL_NUMBER = '9400111899223197428490';

/** A server with the wire format of EasyPost that moves no money, and misbehaves on demand. */
export class EasyPostStandIn {
  readonly shipments: StoredShipment[] = [];
  /** The requests, such as `POST /shipments`, with their bodies and logins. */
  readonly requests: { readonly what: string; readonly body: string; readonly login: string }[] = [];
  /** How often a shipment was paid for. */
  purchases = 0;
  /** The faults of the next requests, by what they ask for. */
  readonly faults = new Map<string, Fault>();
  /** Shipments that are paid for have no label for now. */
  areLabelsLate = false;
  private readonly png: Promise<Buffer>;

  private constructor() {
    this.png = sharp({ create: { width: 40, height: 60, channels: 3, background: '#fff' } })
      .png()
      .toBuffer();
  }

  static async open(): Promise<{ readonly service: EasyPostStandIn; readonly server: PictureServer }> {
    const service = new EasyPostStandIn();
    const server: PictureServer = await pictureServer((request, response) => {
      void service.answer(request, response, () => server.url);
    });
    return { service, server };
  }

  private async answer(
    request: IncomingMessage,
    response: ServerResponse,
    urlOf: () => string,
  ): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request as AsyncIterable<Buffer>) {
      chunks.push(chunk);
    }
    const body = Buffer.concat(chunks).toString();
    const path = request.url ?? '';
    const what = `${request.method} ${path.replace(/shp_\w+/, 'ID').replace(/perkex-[^/]+/, 'REFERENCE')}`;
    this.requests.push({ what, body, login: request.headers.authorization ?? '' });
    const fault = this.faults.get(what);
    this.faults.delete(what);
    if (fault === 'silence') {
      return;
    }
    if (fault === 'error' || fault === 'refusal') {
      response.writeHead(fault === 'error' ? 500 : 422).end('{"error":{"code":"ADDRESS.INVALID"}}');
      return;
    }
    if (path === '/label.png') {
      response.writeHead(200).end(fault === 'wrong-form' ? 'no picture' : await this.png);
      return;
    }
    const [status, answer] = this.handle(path, body, urlOf());
    if (fault === 'lost-answer') {
      request.socket.destroy();
      return;
    }
    response.writeHead(status).end(fault === 'wrong-form' ? '{"id":7}' : JSON.stringify(answer));
  }

  private handle(path: string, body: string, url: string): [number, unknown] {
    if (path === '/shipments') {
      const { shipment } = JSON.parse(body) as { shipment: { reference: string } };
      const id = `shp_${this.shipments.length + 1}`;
      const stored = { id, reference: shipment.reference, asked: shipment, isPaid: false };
      this.shipments.push(stored);
      return [201, this.shown(stored, url)];
    }
    const [, , name = '', act] = path.split('/');
    const found = this.shipments.find(({ id, reference }) => id === name || reference === name);
    if (!found) {
      return [404, { error: { code: 'NOT_FOUND' } }];
    }
    if (act === 'buy') {
      if (found.isPaid) {
        return [422, { error: { code: 'SHIPMENT.POSTAGE.EXISTS' } }];
      }
      found.isPaid = true;
      this.purchases += 1;
    }
    return [200, this.shown(found, url)];
  }

  private shown({ id, reference, isPaid }: StoredShipment, url: string) {
    const rate = (name: string, carrier: string, price: string) => ({
      id: `rate_${name}`,
      carrier,
      service: 'Ground',
      rate: price,
      currency: 'USD',
    });
    const usps = rate('b', 'USPS', '9.10');
    return {
      ...{
        id,
        object: 'Shipment',
        reference,
        rates: [rate('a', 'UPSDAP', '12.40'), usps, rate('c', 'Pigeon', '1.00')],
      },
      selected_rate: isPaid ? usps : null,
      postage_label: isPaid && !this.areLabelsLate ? { label_url: `${url}/label.png` } : null,
      tracking_code: isPaid ? LABEL_NUMBER : null,
    };
  }
}
