import * as z from 'zod/mini';
import { ignoredField, orderIdField, priceField, productNameField, sizeField, uidField } from './fields.js';

/** Sale, ask, buy and bid payloads (section 3). Thumbnail and date are the server's, whatever is sent. */
export const orderBodySchema = z.strictObject({
  uid: uidField,
  id: orderIdField,
  name: productNameField,
  price: priceField,
  size: sizeField,
  thumbnail: ignoredField,
  date: ignoredField,
  /**
   * Asks what became of an order that was sent before: it gets its first answer. If it never arrived, it is refused
   * (`too-late`), and never placed, even if the first request arrives afterwards.
   */
  late: z.optional(z.boolean()),
});

export type OrderBody = z.infer<typeof orderBodySchema>;

/** deleteAsk and deleteBid (section 7): the order is found by its owner and id, the rest is decoration. */
export const cancellationBodySchema = z.strictObject({
  uid: uidField,
  id: orderIdField,
  name: ignoredField,
  price: ignoredField,
  size: ignoredField,
  thumbnail: ignoredField,
  date: ignoredField,
});

export type CancellationBody = z.infer<typeof cancellationBodySchema>;
