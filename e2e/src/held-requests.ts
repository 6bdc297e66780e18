import type { Page, Route } from 'playwright-core';

/** Requests that get no answer until the page is left. WebKitGTK cannot leave a page while they are held. */
export class HeldRequests {
  private readonly routes: Route[] = [];

  /** Holds the later requests to this address. */
  async hold(page: Page, address: string): Promise<void> {
    await page.route(address, (route) => {
      this.routes.push(route);
    });
  }

  async end(): Promise<void> {
    await Promise.all(this.routes.splice(0).map((route) => route.abort().catch(() => {})));
  }
}
