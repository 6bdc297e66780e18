import type { Browser, BrowserContext, Locator, Page, Request } from 'playwright-core';
import { type Account, PASSWORD } from './accounts.js';
import { DESKTOP } from './browser.js';

/** What does not happen within this time does not happen, however busy the machine is. */
const PATIENCE_MS = 30_000;

export interface PersonOptions {
  readonly url: string;
  /** Whose login the browser remembers; nobody's without it. */
  readonly account?: Account;
  readonly viewport?: { readonly width: number; readonly height: number };
  readonly colorScheme?: 'light' | 'dark';
  /** That of the server without it. */
  readonly timezoneId?: string;
  /** Without it, pages are all that the server makes of them. */
  readonly hasScripts?: boolean;
  readonly reducedMotion?: 'reduce' | 'no-preference';
  /** What every request of the browser says besides. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Whether the page's clock can be stopped and moved. */
  readonly hasOwnClock?: boolean;
  /** Whether the screen can be tapped. */
  readonly hasTouch?: boolean;
}

/** What people need of a browser. */
export type Contexts = Pick<Browser, 'newContext'>;

/** Somebody before a browser, who reads and does what stands on the screen. */
export class Person {
  /** Errors and warnings of the console, and exceptions, that no test has expected. */
  readonly complaints: string[] = [];
  private readonly expected: RegExp[] = [];
  private readonly underWay = new Set<Request>();
  /** The live streams of this tab, which do not end by themselves. */
  private readonly streams = new Set<Request>();

  private constructor(
    readonly context: BrowserContext,
    readonly page: Page,
    private readonly url: string,
  ) {
    this.listenTo(page);
  }

  static async arrive(browser: Contexts, options: PersonOptions): Promise<Person> {
    const { url, account, viewport = DESKTOP, colorScheme = 'light', reducedMotion = 'reduce' } = options;
    const { timezoneId, hasScripts = true, hasTouch = false } = options;
    const context = await browser.newContext({
      baseURL: url,
      viewport,
      colorScheme,
      reducedMotion,
      hasTouch,
      javaScriptEnabled: hasScripts,
      ...(timezoneId ? { timezoneId } : {}),
      extraHTTPHeaders: { ...options.headers },
    });
    context.setDefaultTimeout(PATIENCE_MS);
    if (account) {
      await rememberLogin(context, url, account);
    }
    const page = await context.newPage();
    if (options.hasOwnClock) {
      await page.clock.install();
    }
    return new Person(context, page, url);
  }

  /** A second tab of the same browser. */
  async newTab(): Promise<Person> {
    return new Person(this.context, await this.context.newPage(), this.url);
  }

  /** Waits until the page answers, too: what the server has rendered is there before. */
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

  async follows(name: string | RegExp): Promise<void> {
    await this.link(name).first().click();
  }

  async types(field: string, text: string): Promise<void> {
    await this.page.getByLabel(field, { exact: true }).fill(text);
  }

  /** Fills in the login page and sends it. */
  async logsIn(email: string, { remember = false, password = PASSWORD } = {}): Promise<void> {
    await this.types('E-MAIL', email);
    await this.types('PASSWORD', password);
    if (remember) {
      await this.page.getByLabel('Remember Me').check();
    }
    await this.presses('LOG IN');
  }

  /** Chooses a mode of a panel, by its radio button, which lies unseen over the label. */
  async chooses(mode: string): Promise<void> {
    await this.page.getByRole('radio', { name: mode, exact: true }).check();
  }

  /** Waits until this text stands on the screen. */
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

  /** Waits until a toast says this. */
  async seesToast(text: string | RegExp): Promise<void> {
    await this.page.locator('.Toastify__toast').getByText(text, { exact: true }).first().waitFor();
  }

  /** Waits for a toast and closes it, as people do who want to press what lies beneath it. */
  async closesToast(): Promise<void> {
    await this.page.locator('.Toastify__toast').getByRole('button', { name: 'close' }).click();
  }

  /** Waits until a field says that this is wrong with it. */
  async seesFault(field: string, text: string | RegExp): Promise<void> {
    const wrong = this.page.getByLabel(field, { exact: true }).and(this.page.locator('[aria-invalid=true]'));
    const place = await wrong.getAttribute('aria-describedby');
    await this.page
      .locator(`[id="${place}"]`)
      .and(this.page.getByText(text, { exact: true }))
      .waitFor();
  }

  /** The paths and queries of the live streams that this tab has open. */
  openStreams(): string[] {
    return [...this.streams].map((request) => request.url().slice(this.url.length)).sort();
  }

  /** Waits until the page has all that it has asked for, and has drawn it. */
  async seesAllOfIt(): Promise<void> {
    do {
      while (this.underWay.size > 0) {
        await Promise.race([...this.underWay].map((request) => request.response().catch(() => null)));
        await this.draws();
      }
      await this.draws();
    } while (this.underWay.size > 0);
  }

  /** Waits until the page has drawn what it has heard. */
  async draws(): Promise<void> {
    await this.page.evaluate(
      'new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))',
    );
  }

  /** The label, or else the words, of what has the focus. */
  async focused(): Promise<string> {
    const words = '(document.activeElement?.labels?.[0] ?? document.activeElement)?.textContent';
    return (await this.page.evaluate<string | null | undefined>(words)) ?? '';
  }

  /** From here on the page's time stands still, but for what `passes`. Answers under way come first: pages read them by timers. */
  async stopsTheClock(): Promise<void> {
    await this.seesAllOfIt();
    const nowMs = await this.page.evaluate(() => Date.now());
    await this.page.clock.pauseAt(nowMs + 1_000);
  }

  /** Lets time pass on the page's own clock in small steps until this is so: no more passes than that takes. */
  async waitsUntil(isSo: () => Promise<boolean>): Promise<void> {
    const endMs = Date.now() + PATIENCE_MS;
    while (!(await isSo())) {
      if (Date.now() > endMs) {
        throw new Error('It did not happen.');
      }
      await this.passes(5);
    }
  }

  /** Lets time pass on the page's own clock. */
  async passes(timeMs: number): Promise<void> {
    await this.page.clock.runFor(timeMs);
  }

  /** What the browser itself writes when a call is refused is no fault of the page. */
  expectsComplaint(pattern: RegExp): void {
    this.expected.push(pattern);
  }

  /** @returns what the console complained of, but for what was expected */
  unexpectedComplaints(): string[] {
    return this.complaints.filter((complaint) => !this.expected.some((pattern) => pattern.test(complaint)));
  }

  async leaves(): Promise<void> {
    // What a page still asks for while it goes need not be answered by the routes that a test has given it.
    await Promise.all(this.context.pages().map((page) => page.unrouteAll({ behavior: 'ignoreErrors' })));
    await this.context.close();
  }

  private listenTo(page: Page): void {
    page.on('console', (message) => {
      const { url } = message.location();
      if (
        (message.type() === 'error' || message.type() === 'warning') &&
        !isLateStream(url, message.text())
      ) {
        this.complaints.push(`${message.type()}: ${message.text()} (${url})`);
      }
    });
    page.on('request', (request) => (isStream(request) ? this.streams : this.underWay).add(request));
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

/** A tab that asks for its user's stream while another tab logs out is refused, rightly, and shows nothing of it. */
function isLateStream(url: string, text: string): boolean {
  return url.endsWith('/api/live/me') && text.includes('status of 401');
}

function isStream(request: Request): boolean {
  return new URL(request.url()).pathname.startsWith('/api/live');
}

/** Marks a browser that has opened nothing yet. */
const UNOPENED_COOKIE = 'unopened';

/**
 * Gives a browser what it has after a login with 'Remember Me'. The first document of the site that it opens stores its
 * part: Playwright's own `storageState` opens and closes a page for that, which costs as much as a browser context.
 */
async function rememberLogin(context: BrowserContext, url: string, account: Account): Promise<void> {
  const stored = { state: { user: { id: account.uid, isLoggedInPersisted: 'true' } }, version: 0 };
  const ofSite = { url, secure: url.startsWith('https:'), sameSite: 'Lax' as const };
  await context.addCookies([
    ...account.cookies.map((cookie) => ({ ...cookie, ...ofSite, httpOnly: true })),
    { name: UNOPENED_COOKIE, value: '1', ...ofSite },
  ]);
  await context.addInitScript(
    ([origin, marker, text]) => {
      if (location.origin === origin && document.cookie.split('; ').includes(`${marker}=1`)) {
        localStorage.setItem('persist:root', text);
        // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API answers too late for the page's own scripts
        document.cookie = `${marker}=; path=/; max-age=0`;
      }
    },
    [new URL(url).origin, UNOPENED_COOKIE, JSON.stringify(stored)] as const,
  );
}
