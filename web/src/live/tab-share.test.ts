import { describe, expect, it } from 'vitest';
import type { LiveEvent } from './live-events.js';
import {
  joinShare,
  type TabChannel,
  type TabLocks,
  type TabMessage,
  type TabSubscription,
} from './tab-share.js';

/** The channel and the lock of one browser. */
class Browser {
  private readonly listeners = new Map<TabChannel, (message: TabMessage) => void>();
  private readonly queue: (() => Promise<void>)[] = [];
  private isHeld = false;

  channel(): TabChannel {
    const channel: TabChannel = {
      post: (message) => {
        for (const [other, onMessage] of this.listeners) {
          if (other !== channel) {
            onMessage(structuredClone(message));
          }
        }
      },
      listen: (onMessage) => this.listeners.set(channel, onMessage),
    };
    return channel;
  }

  readonly locks: TabLocks = {
    request: async (_name, { signal }, hold) => {
      if (this.isHeld) {
        await new Promise<void>((granted) => this.queue.push(async () => granted()));
      }
      this.isHeld = true;
      await (signal.aborted ? undefined : hold());
      this.isHeld = false;
      await this.queue.shift()?.();
    },
  };
}

/** A tab, and a record of its callbacks. */
function open(browser: Browser | null, name: string) {
  const leads: (TabSubscription | null)[] = [];
  const heard: LiveEvent[] = [];
  const missing: boolean[] = [];
  const servers: (string | null)[] = [];
  const share = joinShare(name, browser?.channel() ?? null, browser?.locks ?? null, {
    onLead: (wants) => leads.push(wants),
    onEvent: (event) => heard.push(event),
    onMissing: (isMissing) => missing.push(isMissing),
    onServer: (server) => servers.push(server),
  });
  return { share, leads, heard, missing, servers };
}

const settled = () => new Promise((done) => setTimeout(done));
const wants = (products: readonly number[], more: Partial<TabSubscription> = {}): TabSubscription => ({
  products,
  isOfMarket: false,
  uid: 'ada',
  ...more,
});
const RESETS: LiveEvent[] = [false, true].map((isOwn) => ({ name: 'reset', data: { isOwn } }));
const NOTICE = { name: 'notice', data: { unread: 1 } } as const;

describe('the tabs of a browser', () => {
  it('elect one leader, which holds the streams for the subscriptions of all tabs', async () => {
    const browser = new Browser();
    const first = open(browser, 'first');
    const second = open(browser, 'second');
    first.share.want(wants([3]));
    await settled();
    second.share.want(wants([4], { isOfMarket: true }));
    await settled();
    expect(first.leads).toEqual([wants([3]), wants([3, 4], { isOfMarket: true })]);
    expect(second.leads).toEqual([]);
  });

  it('get the events of the leader, and events of a user only as that user', async () => {
    const browser = new Browser();
    const [leader, same, other] = [open(browser, '1'), open(browser, '2'), open(browser, '3')];
    leader.share.want(wants([3]));
    same.share.want(wants([3]));
    other.share.want(wants([3], { uid: '' }));
    await settled();
    const reset: LiveEvent = { name: 'reset', data: { isOwn: false } };
    leader.share.tell(NOTICE, 'one');
    leader.share.tell(reset, 'two');
    expect(same.heard).toEqual([...RESETS, NOTICE, reset]);
    expect(other.heard).toEqual([...RESETS, reset]);
    leader.share.reportMissing(true);
    expect(same.missing.at(-1)).toBe(true);
    expect(same.servers).toEqual([null, 'one', 'two']);
  });

  it('elect the next leader when theirs is hidden, and it asks for the subscriptions of the others', async () => {
    const browser = new Browser();
    const [first, second, third] = [open(browser, '1'), open(browser, '2'), open(browser, '3')];
    first.share.want(wants([3]));
    second.share.want(wants([4]));
    third.share.want(wants([5]));
    await settled();
    first.share.want(null);
    await settled();
    expect(first.leads.at(-1)).toBeNull();
    expect(second.leads.at(-1)).toEqual(wants([4, 5]));
    expect(second.missing.at(-1)).toBe(false);
  });

  it('rejoin as one of several', async () => {
    const browser = new Browser();
    const [first, second] = [open(browser, '1'), open(browser, '2')];
    first.share.want(wants([3]));
    second.share.want(wants([4]));
    first.share.want(null);
    await settled();
    first.share.want(wants([6]));
    await settled();
    expect(first.leads.at(-1)).toBeNull();
    expect(second.leads.at(-1)).toEqual(wants([4, 6]));
  });

  it('refetch everything and learn the status when they join or are visible again', async () => {
    const browser = new Browser();
    const [leader, second] = [open(browser, '1'), open(browser, '2')];
    leader.share.want(wants([3]));
    await settled();
    leader.share.reportMissing(true);
    second.share.want(wants([3]));
    await settled();
    expect(second.heard).toEqual(RESETS);
    expect(second.missing).toEqual([true]);
    second.share.want(wants([3]));
    await settled();
    expect(second.heard).toHaveLength(2);
    second.share.want(null);
    second.share.want(wants([4]));
    await settled();
    expect(second.heard).toEqual([...RESETS, ...RESETS]);
  });

  it('get no events and subscribe to nothing while they are hidden', async () => {
    const browser = new Browser();
    const [leader, second] = [open(browser, '1'), open(browser, '2')];
    leader.share.want(wants([3]));
    second.share.want(wants([4]));
    await settled();
    second.share.want(null);
    leader.share.tell(NOTICE, 'one');
    await settled();
    expect(second.heard).toEqual(RESETS);
    expect(leader.leads.at(-1)).toEqual(wants([3]));
  });

  it('do not lead if they were hidden before their turn came', async () => {
    const browser = new Browser();
    const [first, second, third] = [open(browser, '1'), open(browser, '2'), open(browser, '3')];
    for (const tab of [first, second, third]) {
      tab.share.want(wants([3]));
    }
    second.share.want(null);
    first.share.want(null);
    await settled();
    expect(second.leads).toEqual([]);
    expect(third.leads.at(-1)).toEqual(wants([3]));
  });

  it('lead themselves where they cannot reach each other', async () => {
    const alone = open(null, 'alone');
    alone.share.want(wants([3]));
    alone.share.want(wants([4]));
    alone.share.want(null);
    expect(alone.leads).toEqual([wants([3]), wants([4]), null]);
  });
});
