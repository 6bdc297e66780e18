import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { freePort } from '@perkex/bench/processes/free-port.js';
import { type Browser, type BrowserContext, type BrowserContextOptions, webkit } from 'playwright-core';
import { vi } from 'vitest';
import { DESKTOP } from '../src/browser.js';
import { type Engine, firstThere, letReactSeeTyping, notInstalled } from './engine.js';

type Size = NonNullable<BrowserContextOptions['viewport']>;

const XVFB = '/usr/bin/Xvfb';
const HOST = '127.0.0.1';
const START_TIMEOUT = { timeout: 60_000 };
/** A path of the site without scripts. */
const BLANK_PATH = '/robots.txt';
/** Disables the bus of screen readers and the search for media plug-ins at every start. */
const WITHOUT_SERVICES = { NO_AT_BRIDGE: '1', GST_PLUGIN_SYSTEM_PATH_1_0: '' };
const SETTINGS = [
  '--private',
  '--enable-developer-extras=true',
  '--javascript-can-open-windows-automatically=true',
];

const findMiniBrowser = () =>
  firstThere(
    process.env.MINIBROWSER_PATH,
    ...['x86_64', 'aarch64'].map((cpu) => `/usr/lib/${cpu}-linux-gnu/webkit2gtk-4.1/MiniBrowser`),
  );

/**
 * WebKitGTK's own MiniBrowser on a virtual screen. Playwright uses the protocol of its Web Inspector, which has
 * requests, the console and errors; WebDriver lacks them.
 */
export const WEBKIT_GTK: Engine = {
  name: 'WebKitGTK',
  whyNot: () => (findMiniBrowser() && firstThere(XVFB) ? null : notInstalled('webkit2gtk-driver xvfb')),
  async launch() {
    const home = await mkdtemp(path.join(tmpdir(), 'perkex-webkit-'));
    const env = { ...process.env, HOME: home, XDG_RUNTIME_DIR: home, ...WITHOUT_SERVICES };
    const windows: Window[] = [];
    return {
      async newContext({ baseURL = '', viewport, reducedMotion = null } = {}) {
        const size = viewport ?? DESKTOP;
        const key = JSON.stringify([baseURL, size]);
        let window = windows.find((each) => each.key === key && each.isIdle);
        if (!window) {
          window = { key, isIdle: false, ...(await openWindow(env, baseURL, size)) };
          windows.push(window);
        }
        window.isIdle = false;
        return contextOf(window, baseURL, reducedMotion);
      },
      async close() {
        await Promise.all(windows.map(endWindow));
        await rm(home, { recursive: true, force: true });
      },
    };
  },
};

/** A browser with a window of a size. It is reused, because starting one takes seconds. */
interface Window {
  /** The site and the size. */
  readonly key: string;
  readonly mini: ChildProcess;
  /** The virtual screen. */
  readonly screen: ChildProcess;
  /** The address of the page in the inspector. */
  readonly target: string;
  isIdle: boolean;
}

/**
 * Starts a screen that a single window fills. The window under the pointer, which is in the middle of the screen, has
 * the focus. Without it, pages keep their toasts, and Playwright types in front of a selected text. Xvfb writes the
 * number of the free display that it found to file descriptor 3.
 */
async function startScreen({ width, height }: Size): Promise<{ display: string; screen: ChildProcess }> {
  const size = `${width}x${height}x24`;
  const screen = spawn(XVFB, ['-displayfd', '3', '-screen', '0', size, '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
  const [display] = await once(screen.stdio[3] as Readable, 'data');
  return { display: `:${String(display).trim()}`, screen };
}

/**
 * Windows that a page opens get the requested size; the first window always has the same one. It starts at the site,
 * because navigating there would switch WebKit to another process, which the inspector does not survive.
 */
async function openWindow(
  env: NodeJS.ProcessEnv,
  baseUrl: string,
  size: Size,
): Promise<Pick<Window, 'mini' | 'screen' | 'target'>> {
  const inspector = `${HOST}:${await freePort(HOST)}`;
  const { display, screen } = await startScreen(size);
  const mini = spawn(findMiniBrowser() ?? '', [...SETTINGS, 'about:blank'], {
    env: { ...env, DISPLAY: display, WEBKIT_INSPECTOR_HTTP_SERVER: inspector },
    stdio: 'ignore',
  });
  try {
    const browser = await connectTo(await targetAt(inspector, 'about:blank'));
    const url = `${baseUrl}${BLANK_PATH}`;
    const features = `popup,noopener,width=${size.width},height=${size.height}`;
    await browser.contexts()[0]?.pages()[0]?.evaluate(`void open('${url}', '', '${features}')`);
    const target = await targetAt(inspector, url);
    await browser.close();
    return { mini, screen, target };
  } catch (error) {
    await endWindow({ mini, screen });
    throw error;
  }
}

/** The inspector's address for a page, once available. */
function targetAt(inspector: string, url: string): Promise<string> {
  return vi.waitFor(async () => {
    const list = await (await fetch(`http://${inspector}/`)).text();
    const [, socket] = new RegExp(`>${url}</div>.*?(/socket/\\d+/\\d+/WebPage)`).exec(list) ?? [];
    if (socket === undefined) {
      throw new Error(`WebKitGTK has not opened ${url}.`);
    }
    return `ws://${inspector}${socket}`;
  }, START_TIMEOUT);
}

/** Playwright reads the addresses of pages from a list, as the inspectors of phones provide it. */
async function connectTo(target: string): Promise<Browser> {
  const list = createServer((_request, response) =>
    response.end(JSON.stringify([{ webSocketDebuggerUrl: target }])),
  ).listen(0, HOST);
  await once(list, 'listening');
  try {
    return await webkit.connectOverCDP(`http://${HOST}:${(list.address() as AddressInfo).port}`);
  } finally {
    list.close();
  }
}

/** The inspector's only context. Its `newPage` returns the page of the window. */
async function contextOf(
  window: Window,
  baseUrl: string,
  reducedMotion: BrowserContextOptions['reducedMotion'],
): Promise<BrowserContext> {
  const browser = await connectTo(window.target);
  const [context] = browser.contexts();
  const [page] = context?.pages() ?? [];
  if (!context || !page) {
    throw new Error('The inspector shows no page.');
  }
  await page.emulateMedia({ reducedMotion: reducedMotion ?? null });
  await context.addInitScript(letReactSeeTyping);
  return Object.assign(context, {
    newPage: async () => page,
    async close() {
      try {
        await page.evaluate(leaveWithoutQuestion);
        await page.goto(`${baseUrl}${BLANK_PATH}`);
        await page.evaluate('localStorage.clear(); sessionStorage.clear()');
        await context.clearCookies();
        window.isIdle = true;
      } catch (error) {
        await endWindow(window);
        throw error;
      } finally {
        await browser.close();
      }
    },
  });
}

/**
 * A page that asks before it is left opens a dialog of the system here, which the inspector cannot answer. The other
 * engines close their pages without this question.
 */
function leaveWithoutQuestion(): void {
  window.addEventListener('beforeunload', (event) => event.stopImmediatePropagation(), true);
}

async function endWindow({ mini, screen }: Pick<Window, 'mini' | 'screen'>): Promise<void> {
  await end(mini);
  await end(screen);
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) {
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  }
}
