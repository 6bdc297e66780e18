import { text } from 'node:stream/consumers';
import type { ScrollFigures } from '@perkex/bench/figures/pages.js';
import type { Browser, CDPSession } from 'playwright-core';
import type { Person } from './person.js';

/** The throttling factor that Lighthouse uses for a phone. */
export const PHONE_SLOWNESS = 4;
/** More than two large screens per second. */
const PIXELS_PER_SECOND = 3_000;
const PIXELS_AT_ONCE = 6_000;
/** The trace category of the browser's frame events. */
const FRAMES_CATEGORY = 'disabled-by-default-devtools.timeline.frame';

/**
 * Scrolls until the grid of the open page has this many cards, and at least once. It counts frames in the compositor, as the browser
 * itself does: a page whose scripts are slow still scrolls.
 * @param slowness the factor by which the CPU is throttled
 */
export async function scrollCards(
  { context, page }: Person,
  cards: number,
  slowness: number,
): Promise<ScrollFigures> {
  const session = await context.newCDPSession(page);
  const browser = context.browser() as Browser;
  const tracing = await browser.newBrowserCDPSession();
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowness });
  await tracing.send('Tracing.start', {
    transferMode: 'ReturnAsStream',
    traceConfig: { includedCategories: [FRAMES_CATEGORY], excludedCategories: ['*'] },
  });
  const { width, height } = page.viewportSize() ?? { width: 1_280, height: 720 };
  const countCards = () => page.evaluate(() => document.querySelectorAll('main li[data-id]').length);
  do {
    await session.send('Input.synthesizeScrollGesture', {
      x: width * 0.75,
      y: height / 2,
      yDistance: -PIXELS_AT_ONCE,
      speed: PIXELS_PER_SECOND,
      gestureSourceType: 'mouse',
    });
  } while ((await countCards()) < cards);
  const frames = scrolledFrames(await endTracing(tracing));
  return {
    cards,
    frames: frames.length,
    dropped: frames.filter(({ state }) => state === 'STATE_DROPPED').length,
    unpainted: frames.filter((frame) => frame.has_missing_content).length,
  };
}

/** The format of Chromium. */
interface NotedFrame {
  readonly state: string;
  readonly scroll_state: string;
  readonly has_missing_content: boolean;
}

async function endTracing(session: CDPSession): Promise<string> {
  const completed = new Promise<string>((resolve) => {
    session.once('Tracing.tracingComplete', ({ stream }) => resolve(stream ?? ''));
  });
  await session.send('Tracing.end');
  return text(readStream(session, await completed));
}

async function* readStream(session: CDPSession, handle: string): AsyncGenerator<Buffer> {
  for (let isOver = false; !isOver; ) {
    const { data, base64Encoded, eof } = await session.send('IO.read', { handle });
    yield Buffer.from(data, base64Encoded ? 'base64' : 'utf8');
    isOver = eof;
  }
}

function scrolledFrames(trace: string): NotedFrame[] {
  const { traceEvents } = JSON.parse(trace) as {
    traceEvents: {
      name: string;
      args?: { frame_reporter?: NotedFrame; chrome_frame_reporter?: NotedFrame };
    }[];
  };
  const noted = traceEvents
    .filter(({ name }) => name === 'PipelineReporter')
    .flatMap(({ args }) => args?.frame_reporter ?? args?.chrome_frame_reporter ?? []);
  return noted.filter(
    ({ state, scroll_state }) => scroll_state !== 'SCROLL_NONE' && state !== 'STATE_NO_UPDATE_DESIRED',
  );
}
