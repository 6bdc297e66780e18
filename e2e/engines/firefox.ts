import { execFileSync } from 'node:child_process';
import { type Browser, firefox } from 'playwright-core';
import { type Engine, firstThere, letReactSeeTyping, notInstalled } from './engine.js';

const PLACES = [
  '/usr/bin/firefox-esr',
  '/usr/bin/firefox',
  '/Applications/Firefox.app/Contents/MacOS/firefox',
];
/** Older ones do not know some of Playwright's commands. */
const OLDEST_VERSION = 153;
/**
 * Playwright sends this to every page, but Firefox 153 does not support it. It would set the theme, which is light
 * anyway.
 */
const UNKNOWN_COMMAND = 'emulation.setMediaFeaturesOverride';

/** The system's Firefox, over WebDriver BiDi. */
export const FIREFOX: Engine = {
  name: 'Firefox',
  whyNot: () => {
    const firefox = findFirefox();
    return firefox ? whyTooOld(firefox) : notInstalled('firefox-esr');
  },
  async launch() {
    const browser = await firefox.launch({
      channel: 'moz-firefox',
      executablePath: findFirefox() ?? '',
      firefoxUserPrefs: { 'ui.prefersReducedMotion': 1 },
    });
    answerInPlaceOfFirefox(browser, UNKNOWN_COMMAND);
    return {
      async newContext(options) {
        const context = await browser.newContext(options);
        await context.addInitScript(letReactSeeTyping);
        return context;
      },
      close: () => browser.close(),
    };
  },
};

function whyTooOld(firefox: string): string | null {
  const answer = execFileSync(firefox, ['--version'], { encoding: 'utf8' });
  const version = Number(/ (\d+)\./.exec(answer)?.[1]);
  return version >= OLDEST_VERSION
    ? null
    : `must be ${OLDEST_VERSION} or newer, and is ${answer.trim()}. On Debian: sudo apt-get update && sudo apt-get install firefox-esr`;
}

const findFirefox = () => firstThere(process.env.FIREFOX_PATH, ...PLACES);

interface BidiConnection {
  rawSend(message: { id: number; method: string }): void;
  _dispatchMessage(message: object): void;
}

/** Playwright has no public way to skip a command, so this uses internals of the pinned version's connection. */
function answerInPlaceOfFirefox(browser: Browser, method: string): void {
  const { _connection } = browser as unknown as {
    _connection: { toImpl(object: Browser): { _browserSession: { connection: BidiConnection } } };
  };
  const { connection } = _connection.toImpl(browser)._browserSession;
  const send = connection.rawSend.bind(connection);
  connection.rawSend = (message) => {
    if (message.method === method) {
      setImmediate(() => connection._dispatchMessage({ type: 'success', id: message.id, result: {} }));
    } else {
      send(message);
    }
  };
}
