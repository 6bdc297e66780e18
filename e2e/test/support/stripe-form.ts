import type { Page } from 'playwright-core';

/** The part of Stripe's script that the market uses. */
const SCRIPT = `
window.Stripe = (key) => ({
  elements: ({ clientSecret, appearance }) => ({
    clientSecret,
    update() {},
    create: () => {
      const frame = document.createElement('iframe');
      frame.title = 'Secure card payment input frame';
      frame.src = 'https://js.stripe.com/form.html';
      frame.style = 'border: 0; width: 100%; height: 3.5rem';
      const listeners = {};
      frame.onload = () => listeners.ready();
      return {
        on: (event, listener) => { listeners[event] = listener; },
        mount: (place) => place.append(frame),
        destroy: () => frame.remove(),
      };
    },
  }),
  confirmSetup: async ({ elements: { clientSecret } }) => {
    const [id] = clientSecret.split('_secret');
    const response = await fetch('https://api.stripe.com/v1/setup_intents/' + id + '/confirm?key=' + key);
    return response.json();
  },
});
window.Stripe.version = 'endive';`;

const FORM = '<!doctype html><title>Card</title><label>Card number <input inputmode="numeric"></label>';

/** Plays Stripe's hosts for a page: its script, the frame of its form, and the call that saves the card. */
export async function playStripe(
  page: Page,
  confirm: (setupRef: string, publishableKey: string) => Promise<object>,
): Promise<void> {
  await page.route('https://js.stripe.com/**', (route) =>
    route.fulfill(
      new URL(route.request().url()).pathname.endsWith('.js')
        ? { contentType: 'text/javascript', body: SCRIPT }
        : { contentType: 'text/html', body: FORM },
    ),
  );
  await page.route('https://api.stripe.com/v1/setup_intents/*/confirm?*', async (route) => {
    const { pathname, searchParams } = new URL(route.request().url());
    const json = await confirm(pathname.split('/')[3] ?? '', searchParams.get('key') ?? '');
    await route.fulfill({ json, headers: { 'access-control-allow-origin': '*' } });
  });
}
