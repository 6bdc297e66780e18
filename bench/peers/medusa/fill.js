/** Fills Medusa with products in several sizes, and writes the data that a shop needs to read them to filled.json. */
const { writeFileSync } = require('node:fs');
const { Modules } = require('@medusajs/framework/utils');
const {
  createApiKeysWorkflow,
  createProductsWorkflow,
  createRegionsWorkflow,
  createSalesChannelsWorkflow,
  createShippingProfilesWorkflow,
  linkSalesChannelsToApiKeyWorkflow,
  updateStoresWorkflow,
} = require('@medusajs/medusa/core-flows');

const currency = 'usd';

exports.default = async function fill({ container }) {
  const run = async (workflow, input) => (await workflow(container).run({ input })).result;
  const [store] = await container.resolve(Modules.STORE).listStores();
  const [channel] = await run(createSalesChannelsWorkflow, { salesChannelsData: [{ name: 'Shop' }] });
  await run(updateStoresWorkflow, {
    selector: { id: store.id },
    update: {
      supported_currencies: [{ currency_code: currency, is_default: true }],
      default_sales_channel_id: channel.id,
    },
  });
  const [region] = await run(createRegionsWorkflow, {
    regions: [{ name: 'United States', currency_code: currency, countries: ['us'], payment_providers: [] }],
  });
  const [profile] = await run(createShippingProfilesWorkflow, {
    data: [{ name: 'Default', type: 'default' }],
  });
  const [key] = await run(createApiKeysWorkflow, {
    api_keys: [{ title: 'Shop', type: 'publishable', created_by: '' }],
  });
  await run(linkSalesChannelsToApiKeyWorkflow, { id: key.id, add: [channel.id] });
  const sizes = Array.from({ length: Number(process.env.SIZES) }, (_, size) => String(4 + size / 2));
  const products = await run(createProductsWorkflow, {
    products: Array.from({ length: Number(process.env.PRODUCTS) }, (_, product) => ({
      title: `Product ${product + 1}`,
      handle: `product-${product + 1}`,
      status: 'published',
      shipping_profile_id: profile.id,
      sales_channels: [{ id: channel.id }],
      options: [{ title: 'Size', values: sizes }],
      variants: sizes.map((size, index) => ({
        title: size,
        sku: `sku-${product + 1}-${index}`,
        options: { Size: size },
        manage_inventory: false,
        prices: [{ amount: 200 + index, currency_code: currency }],
      })),
    })),
  });
  writeFileSync(
    'filled.json',
    JSON.stringify({ key: key.token, regionId: region.id, productIds: products.map(({ id }) => id) }),
  );
};
