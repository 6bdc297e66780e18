import type { QueryClient } from '@tanstack/react-query';
import { followServer, getFollowedServer } from '../api/followed-server.js';
import { currentUserId, useAuth } from '../identity/session/auth-store.js';
import { announceLive } from './announce.js';
import { createFollower } from './follow.js';
import type { LiveEvent } from './live-events.js';
import { useLiveStatus } from './live-status.js';
import { createStreams } from './streams.js';
import { currentSubscription, deliver, onSubscriptionChange } from './subscriptions.js';
import { joinShare, type TabChannel, type TabMessage, type TabSubscription } from './tab-share.js';

/** Screens mount and unmount in quick succession, so the streams follow after a short delay. */
const SETTLING_MS = 100;

/** Connects this tab to the live market for as long as it is open. */
export function followMarket(client: QueryClient): void {
  const follow = createFollower(client);
  const onEvent = (event: LiveEvent) => {
    follow(event);
    deliver(event);
  };
  const share = joinShare(String(Math.random()), openChannel(), locksOfTabs(), {
    onLead: (wants) => streams.want(wants),
    onEvent,
    onMissing: showMissing,
    onServer: followServer,
  });
  const streams = createStreams(
    (event) => {
      onEvent(event);
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
    settling = setTimeout(() => share.want(subscriptionOfTab()), document.hidden ? 0 : SETTLING_MS);
  };
  onSubscriptionChange(settle);
  useAuth.subscribe(settle);
  document.addEventListener('visibilitychange', settle);
  window.addEventListener('online', () => streams.restart());
  settle();
}

function subscriptionOfTab(): TabSubscription | null {
  const wants = { ...currentSubscription(), uid: currentUserId() };
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
      listen(onMessage) {
        channel.addEventListener('message', ({ data }: MessageEvent<TabMessage>) => onMessage(data));
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
