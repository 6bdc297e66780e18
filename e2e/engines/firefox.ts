import { type Browser, firefox } from 'playwright-core';
import { type Engine, firstThere } from './engine.js';

const PLACES = [
  '/usr/bin/firefox-esr',
  '/usr/bin/firefox',
  '/Applications/Firefox.app/Contents/MacOS/firefox',
];
/**
 * Playwright sends this to every page, but Firefox 153 does not support it. It would set the theme, which is light
 * anyway.
 */
const UNKNOWN_COMMAND = 'emulation.setMediaFeaturesOverride';

/** The system's Firefox, over WebDriver BiDi. */
export const FIREFOX: Engine = {
  name: 'Firefox',
  debianPackages: 'firefox-esr',
  isInstalled: () => findFirefox() !== undefined,
  async launch() {
    const browser = await firefox.launch({
      channel: 'moz-firefox',
      executablePath: findFirefox() ?? '',
      firefoxUserPrefs: { 'ui.prefersReducedMotion': 1 },
    });
    answerInPlaceOfFirefox(browser, UNKNOWN_COMMAND);
    return browser;
  },
};

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
