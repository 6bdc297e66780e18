import type { QueryClient } from '@tanstack/react-query';
import { followServer, getFollowedServer } from '../api/followed-server.js';
import { currentUserId, useAuth } from '../identity/session/auth-store.js';
import { announceLive } from './announce.js';
import { createFollower } from './follow.js';
import type { LiveEvent } from './live-events.js';
import { useLiveStatus } from './live-status.js';
import { createStreams } from './streams.js';
import { joinShare, type TabChannel, type TabMessage, type Wants } from './tab-share.js';
import { deliver, demand, listenToDemand } from './watches.js';

/** Screens mount and unmount in quick succession, so the streams follow after a short delay. */
const SETTLING_MS = 100;

/** Connects this tab to the live market for as long as it is open. */
export function followMarket(client: QueryClient): void {
  const follow = createFollower(client);
  const hear = (event: LiveEvent) => {
    follow(event);
    deliver(event);
  };
  const share = joinShare(String(Math.random()), openChannel(), locksOfTabs(), {
    onLead: (wants) => streams.want(wants),
    onEvent: hear,
    onMissing: showMissing,
    onServer: followServer,
  });
  const streams = createStreams(
    (event) => {
      hear(event);
      share.tell(event, getFollowedServer());
    },
    (isMissing) => {
      showMissing(isMissing);
      share.reportMissing(isMissing);
    },
  );
  let settling: ReturnType<typeof setTimeout> | undefined;
  const settle = () => {
    clearTimeout(settling);
    settling = setTimeout(() => share.want(wantsOfTab()), document.hidden ? 0 : SETTLING_MS);
  };
  listenToDemand(settle);
  useAuth.subscribe(settle);
  document.addEventListener('visibilitychange', settle);
  window.addEventListener('online', () => streams.restart());
  settle();
}

function wantsOfTab(): Wants | null {
  const wants = { ...demand(), uid: currentUserId() };
  const isNothing = wants.products.length === 0 && !wants.isOfMarket && wants.uid === '';
  return document.hidden || isNothing ? null : wants;
}

/** Null on an insecure page, which has no locks. */
function locksOfTabs(): LockManager | null {
  return 'locks' in navigator ? navigator.locks : null;
}

function openChannel(): TabChannel | null {
  try {
    const channel = new BroadcastChannel('perkex-live');
    return {
      post: (message) => channel.postMessage(message),
      listen(hear) {
        channel.addEventListener('message', ({ data }: MessageEvent<TabMessage>) => hear(data));
      },
    };
  } catch {
    // This browser isolates its tabs, so each has its own streams.
    return null;
  }
}

function showMissing(isMissing: boolean): void {
  if (useLiveStatus.getState().isMissing !== isMissing) {
    useLiveStatus.setState({ isMissing });
    announceLive(
      isMissing ? 'Live prices are interrupted. They update every 15 seconds.' : 'Live prices are back.',
    );
  }
}
