import { CARRIERS, type Carrier, trackingNumberOf } from '@perkex/core/deals/carriers.js';
import { z } from 'zod';
import { FetchError, type FetchTerms, fetchPublic } from '../outbound/fetch-public.js';
import { type LabelPort, LabelRefusal, type Rate, type Receiver, type Shipment } from './label-port.js';
import type { LabelSettings } from './label-settings.js';

const HOST = 'https://api.easypost.com/v2';
const LIMITS = { bytes: 2 * 1024 * 1024, timeMs: 30_000 };
const PNG_START = Buffer.from([0x89, 0x50, 0x4e, 0x47]);
/** A pair of sneakers in its box, inside another one: inches and ounces. */
const PARCEL = { length: 15, width: 11, height: 7, weight: 64 };
/** These answers may be others next time. */
const PASSING_STATUSES = [408, 425, 429];

const rateSchema = z.object({
  id: z.string().regex(/^rate_\w{1,64}$/),
  carrier: z.string(),
  rate: z.string().regex(/^\d{1,6}(\.\d{1,5})?$/),
  currency: z.string().regex(/^[A-Z]{3}$/),
});

const shipmentSchema = z.object({
  id: z.string().regex(/^shp_\w{1,64}$/),
  reference: z.string().nullable(),
  rates: z.array(rateSchema).max(500),
  selected_rate: rateSchema.nullish(),
  postage_label: z.object({ label_url: z.url({ protocol: /^https$/ }) }).nullish(),
  tracking_code: z.string().max(60).nullish(),
});

/** EasyPost, by its API version 2. Requests go out by the rules of `outbound`. */
export class EasyPost implements LabelPort {
  private readonly headers: Readonly<Record<string, string>>;

  /** @param host and terms for tests, which have a stand-in on this machine */
  constructor(
    private readonly settings: LabelSettings,
    private readonly host = HOST,
    private readonly terms: FetchTerms = {},
  ) {
    const credentials = Buffer.from(`${settings.easyPostKey}:`).toString('base64');
    this.headers = { authorization: `Basic ${credentials}`, 'content-type': 'application/json' };
  }

  async find(reference: string): Promise<Shipment | null> {
    try {
      const found = await this.ask(`/shipments/${encodeURIComponent(reference)}`);
      return found.reference === reference ? shipmentOf(found) : null;
    } catch (error) {
      if (error instanceof LabelRefusal) {
        return null;
      }
      throw error;
    }
  }

  async create(reference: string, to: Receiver): Promise<Shipment> {
    const { sender } = this.settings;
    const shipment = {
      reference,
      to_address: addressOf(to),
      from_address: { ...addressOf(sender), state: sender.state },
      parcel: PARCEL,
      options: { label_format: 'PNG' },
    };
    return shipmentOf(await this.ask('/shipments', { shipment }));
  }

  async look(id: string): Promise<Shipment> {
    return shipmentOf(await this.ask(`/shipments/${id}`));
  }

  async buy(id: string, rate: Rate): Promise<void> {
    await this.ask(`/shipments/${id}/buy`, { rate: { id: rate.id } });
  }

  async fetchLabel(address: string): Promise<Buffer> {
    const file = await fetchPublic(
      address,
      new AbortController().signal,
      { headers: {}, limits: LIMITS },
      this.terms,
    );
    if (!file.subarray(0, PNG_START.length).equals(PNG_START)) {
      throw new Error('EasyPost has sent a label that is no PNG.');
    }
    return file;
  }

  /** @throws LabelRefusal for an answer that stays the same; FetchError if it may be another one next time */
  private async ask(path: string, body?: object): Promise<z.infer<typeof shipmentSchema>> {
    const options = {
      headers: this.headers,
      limits: LIMITS,
      isDirect: true,
      ...(body && { body: JSON.stringify(body) }),
    };
    const answer = await fetchPublic(
      `${this.host}${path}`,
      new AbortController().signal,
      options,
      this.terms,
    ).catch((error: unknown) => {
      const status = error instanceof FetchError ? error.status : null;
      const isFinal = status !== null && status >= 400 && status < 500 && !PASSING_STATUSES.includes(status);
      throw isFinal ? new LabelRefusal(`EasyPost answered ${status}`) : error;
    });
    return shipmentSchema.parse(JSON.parse(answer.toString('utf8')));
  }
}

function addressOf({ name, street, city, zip, country, phone }: Receiver) {
  return { name, street1: street, city, zip, country, phone };
}

function shipmentOf({
  id,
  rates,
  selected_rate,
  postage_label,
  tracking_code,
}: z.infer<typeof shipmentSchema>): Shipment {
  const carrier = selected_rate ? carrierOf(selected_rate.carrier) : null;
  return {
    id,
    // Only a purchase selects a rate.
    isPaid: Boolean(selected_rate ?? postage_label),
    rate: cheapest(rates),
    label: postage_label
      ? {
          address: postage_label.label_url,
          carrier,
          trackingNumber: carrier && tracking_code ? trackingNumberOf(carrier, tracking_code) : null,
          price: selected_rate ? `${selected_rate.rate} ${selected_rate.currency}` : '',
        }
      : null,
  };
}

/** Its accounts have names such as `UPSDAP` and `FedExDefault`. */
function carrierOf(name: string): Carrier | null {
  return CARRIERS.find((carrier) => name.toLowerCase().startsWith(carrier)) ?? null;
}

/** The cheapest offer in the currency of the first one. */
function cheapest(rates: readonly z.infer<typeof rateSchema>[]): Rate | null {
  const offers = rates.flatMap(({ id, carrier: name, rate, currency }) => {
    const carrier = carrierOf(name);
    return carrier && currency === rates[0]?.currency ? [{ id, carrier, rate, currency }] : [];
  });
  const [best] = offers.sort((one, other) => Number(one.rate) - Number(other.rate));
  return best ? { id: best.id, carrier: best.carrier, price: `${best.rate} ${best.currency}` } : null;
}
