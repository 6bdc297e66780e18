import type { Browser, BrowserContext, Locator, Page, Request } from 'playwright-core';
import { PASSWORD } from './accounts.js';
import { addStart, prepareStart } from './first-document.js';
import { looksOf, type PersonOptions } from './person-options.js';
import { isEarlyWarning, isLateStream, isStream } from './requests-of-pages.js';
import { withTimeout } from './with-timeout.js';

/** The timeout for everything, generous enough for a busy machine. */
const PATIENCE_MS = 100_000;

/** The timeout for a page that loads all it needs: shorter than a test's, so that the error says what is missing. */
const SETTLE_MS = 120_000;

/** The part of a browser that people use. */
export type Contexts = Pick<Browser, 'newContext'>;

/** A person at a browser, who reads the screen and acts on it. */
export class Person {
  /** Errors and warnings of the console, and exceptions, that no test has expected. */
  readonly complaints: string[] = [];
  private readonly expected: RegExp[] = [];
  private readonly underWay = new Set<Request>();
  /** The live streams of this tab, which do not end on their own. */
  private readonly streams = new Set<Request>();

  private constructor(
    readonly page: Page,
    private readonly url: string,
    /** True if another person can use the tab later. */
    private isReusable: boolean,
    /** True if the test controls the clock of the tab. */
    readonly hasOwnClock = false,
  ) {
    this.listenTo(page);
  }

  static async arrive(browser: Contexts, options: PersonOptions): Promise<Person> {
    const { url, account, timezoneId, hasScripts = true, hasTouch = false, headers } = options;
    const { deviceScaleFactor = 1 } = options;
    const context = await browser.newContext({
      baseURL: url,
      ...looksOf(options),
      hasTouch,
      deviceScaleFactor,
      javaScriptEnabled: hasScripts,
      ...(timezoneId ? { timezoneId } : {}),
      extraHTTPHeaders: { ...headers },
    });
    context.setDefaultTimeout(PATIENCE_MS);
    await addStart(context, url);
    await prepareStart(context, url, account);
    const page = await context.newPage();
    if (options.hasOwnClock) {
      await page.clock.install();
    }
    return new Person(page, url, Person.canTakeOver(options), options.hasOwnClock);
  }

  /** True if a person with these options can continue in the tab of another one. */
  static canTakeOver(options: PersonOptions): boolean {
    const { url, account, viewport, colorScheme, reducedMotion, hasOwnClock, ...others } = options;
    return Object.keys(others).length === 0;
  }

  /** @param options those of a person who `canTakeOver` the tab, which has a clock of the same kind */
  static async takeOver(page: Page, options: PersonOptions): Promise<Person> {
    const { viewport, ...media } = looksOf(options);
    await page.setViewportSize(viewport);
    await page.emulateMedia({ media: null, ...media });
    await prepareStart(page.context(), options.url, options.account);
    if (options.hasOwnClock) {
      await page.clock.resume();
      await page.clock.install();
    }
    return new Person(page, options.url, true, options.hasOwnClock);
  }

  /** A second tab of the same browser. */
  async newTab(): Promise<Person> {
    return new Person(await this.context.newPage(), this.url, false);
  }

  /** After its use, the tab is closed, since a test may have changed it. */
  get context(): BrowserContext {
    this.isReusable = false;
    return this.page.context();
  }

  /** Also waits until the page is hydrated: the server's HTML is there before. */
  async opens(path: string): Promise<void> {
    await this.page.goto(new URL(path, this.url).href);
    await this.page.locator('#page-code').waitFor({ state: 'detached' });
  }

  /** The path and query of the page. */
  get place(): string {
    return this.page.url().slice(this.url.length);
  }

  /** Waits until the page's path (and query) is this. */
  async isAt(place: string): Promise<void> {
    await this.page.waitForURL(`${this.url}${place}`);
  }

  button(name: string | RegExp): Locator {
    return this.page.getByRole('button', { name, exact: true });
  }

  link(name: string | RegExp): Locator {
    return this.page.getByRole('link', { name, exact: true });
  }

  heading(name: string | RegExp): Locator {
    return this.page.getByRole('heading', { name, exact: true });
  }

  async presses(name: string | RegExp): Promise<void> {
    await this.button(name).click();
  }

  /** The reads of the page that are under way when the session ends are refused. */
  async logsOut(): Promise<void> {
    this.expectsComplaint(/status of 401/);
    await this.presses('Logout');
  }

  async follows(name: string | RegExp): Promise<void> {
    await this.link(name).first().click();
  }

  async types(field: string, text: string): Promise<void> {
    await this.page.getByLabel(field, { exact: true }).fill(text);
  }

  /** Replaces a text key by key. In WebKitGTK, Playwright cannot empty a field. */
  async typesByKey(field: string, text: string): Promise<void> {
    const input = this.page.getByLabel(field, { exact: true });
    await input.selectText();
    await input.pressSequentially(text);
  }

  /** Fills in the login page and submits it. */
  async logsIn(email: string, { remember = false, password = PASSWORD } = {}): Promise<void> {
    await this.types('E-MAIL', email);
    await this.types('PASSWORD', password);
    if (remember) {
      await this.page.getByLabel('Remember Me').check();
    }
    await this.presses('LOG IN');
  }

  /** Chooses a mode of a panel, by its invisible radio button over the label. */
  async chooses(mode: string): Promise<void> {
    await this.page.getByRole('radio', { name: mode, exact: true }).check();
  }

  /** Waits until this text is on the screen. */
  async sees(text: string | RegExp): Promise<void> {
    await this.page.getByText(text, { exact: true }).first().waitFor({ state: 'visible' });
  }

  async seesHeading(name: string | RegExp): Promise<void> {
    await this.heading(name).waitFor({ state: 'visible' });
  }

  /** Waits until this text is gone. */
  async seesNoMore(text: string | RegExp): Promise<void> {
    await this.page.getByText(text, { exact: true }).first().waitFor({ state: 'hidden' });
  }

  /** Waits for a toast with this text. */
  async seesToast(text: string | RegExp): Promise<void> {
    await this.page.locator('.Toastify__toast').getByText(text, { exact: true }).first().waitFor();
  }

  /** Waits for a toast and closes it, as people do to reach the element beneath. */
  async closesToast(): Promise<void> {
    await this.page.locator('.Toastify__toast').getByRole('button', { name: 'close' }).click();
  }

  /** Waits until a field shows this error. */
  async seesFault(field: string, text: string | RegExp): Promise<void> {
    const wrong = this.page.getByLabel(field, { exact: true }).and(this.page.locator('[aria-invalid=true]'));
    const place = await wrong.getAttribute('aria-describedby');
    await this.page
      .locator(`[id="${place}"]`)
      .and(this.page.getByText(text, { exact: true }))
      .waitFor();
  }

  /** The paths and queries of the open live streams of this tab. */
  openStreams(): string[] {
    return [...this.streams].map((request) => request.url().slice(this.url.length)).sort();
  }

  /** The streams that were answered: their server has subscribed, so that no later event is missing. */
  answeredStreams(): string[] {
    const answered = [...this.streams].filter((request) => request.existingResponse()?.ok());
    return answered.map((request) => request.url().slice(this.url.length)).sort();
  }

  /** Toasts stay until they are closed or removed: their time only runs in a window with the focus. */
  async keepsToasts(): Promise<void> {
    await this.page.evaluate(() => {
      document.hasFocus = () => false;
    });
  }

  /** Waits until the page has received all that it requested and has rendered it. */
  async seesAllOfIt(): Promise<void> {
    await withTimeout(this.settles(), SETTLE_MS, () => {
      const requests = [...this.underWay].map((request) => {
        const state = request.existingResponse() ? 'answered, not finished' : 'not answered';
        return `${request.method()} ${request.url()} (${state})`;
      });
      return `The page still changes. Requests under way: ${requests.join(', ') || 'none'}`;
    });
  }

  private async settles(): Promise<void> {
    do {
      while (this.underWay.size > 0) {
        await Promise.race([...this.underWay].map((request) => request.response().catch(() => null)));
        await this.draws();
      }
      await this.draws();
    } while (this.underWay.size > 0);
  }

  /** Waits until the page has rendered the events that it received. */
  async draws(): Promise<void> {
    await this.page.evaluate(
      'new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))',
    );
  }

  /** The label or else the text of the focused element. */
  async focused(): Promise<string> {
    const words = '(document.activeElement?.labels?.[0] ?? document.activeElement)?.textContent';
    return (await this.page.evaluate<string | null | undefined>(words)) ?? '';
  }

  /**
   * Stops the page's clock, which then moves only by `passes`. Pending answers arrive first, since pages read them by
   * timers.
   */
  async stopsTheClock(): Promise<void> {
    await this.seesAllOfIt();
    const pause = async () => this.page.clock.pauseAt((await this.page.evaluate(() => Date.now())) + 1_000);
    await pause().catch((error: unknown) => {
      // That second passed before the clock heard of it. The clock has stopped all the same.
      if (!/fast-forward to the past/.test(String(error))) {
        throw error;
      }
      return pause();
    });
  }

  /** Advances the page's clock in small steps until the condition holds, and no further. */
  async waitsUntil(isSo: () => Promise<boolean>): Promise<void> {
    const endMs = Date.now() + PATIENCE_MS;
    while (!(await isSo())) {
      if (Date.now() > endMs) {
        throw new Error('It did not happen.');
      }
      await this.passes(5);
    }
  }

  /** Advances the page's clock. */
  async passes(timeMs: number): Promise<void> {
    await this.page.clock.runFor(timeMs);
  }

  /** Ignores the messages that the browser itself logs for a refused call. */
  expectsComplaint(pattern: RegExp): void {
    this.expected.push(pattern);
  }

  /** @returns the console's messages, except for the expected ones */
  unexpectedComplaints(): string[] {
    return this.complaints.filter((complaint) => !this.expected.some((pattern) => pattern.test(complaint)));
  }

  async leaves(): Promise<void> {
    // The routes of a test need not answer requests of a page that is being left.
    await Promise.all(this.context.pages().map((page) => page.unrouteAll({ behavior: 'ignoreErrors' })));
    await this.context.close();
  }

  /** @returns the tab for another person, or null if this one has to close it: `leaves` */
  async leavesTab(): Promise<Page | null> {
    if (!this.isReusable || this.page.isClosed()) {
      return null;
    }
    const { page } = this;
    page.removeAllListeners();
    await page.context().setOffline(false);
    // A page of the same site keeps the tab's process.
    await page.goto(SMALL_PAGE);
    // Not before: a request that is sent while routes are removed may get no answer.
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    return page;
  }

  private listenTo(page: Page): void {
    page.on('console', (message) => {
      const { url } = message.location();
      if (
        (message.type() === 'error' || message.type() === 'warning') &&
        !isLateStream(url, message.text()) &&
        !isEarlyWarning(message.text())
      ) {
        this.complaints.push(`${message.type()}: ${message.text()} (${url})`);
      }
    });
    // The end of a request of the document before, which sends some until the next one is answered, is not always
    // reported.
    const forgetOthers = (request: Request) => {
      if (request.isNavigationRequest() && request.frame() === page.mainFrame()) {
        const isUnderWay = this.underWay.has(request);
        this.underWay.clear();
        if (isUnderWay) {
          this.underWay.add(request);
        }
      }
    };
    page.on('request', (request) => {
      (isStream(request) ? this.streams : this.underWay).add(request);
      forgetOthers(request);
    });
    page.on('response', (response) => forgetOthers(response.request()));
    const forget = (request: Request) => {
      this.underWay.delete(request);
      this.streams.delete(request);
    };
    page.on('requestfinished', forget);
    page.on('requestfailed', forget);
    page.on('pageerror', (error) => {
      this.complaints.push(`exception: ${error.message}`);
    });
  }
}

const SMALL_PAGE = '/robots.txt';
