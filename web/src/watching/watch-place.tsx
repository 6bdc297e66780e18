import { useEffect, useState } from 'react';
import { useLocation } from '../routing/hooks.js';
import { useUid } from '../session/auth-store.js';
import { usePart } from '../ui/use-nearby.js';
import { HeartButton } from './heart-button.js';
import type { WatchedProduct } from './watch-button.js';

const loadButton = async () => (await import('./watch-button.js')).WatchButton;

/** The heart of a product. What it does comes with the first press, and for users before that, who may be watching it. */
export function WatchPlace(props: WatchedProduct) {
  const uid = useUid();
  const { state } = useLocation();
  const { Component: WatchButton, fetchAgain } = usePart(loadButton);
  // Whoever has just logged in for it, and not for a card further down, has pressed it before.
  const [isPressed, setPressed] = useState(Boolean(state?.watch && !state.heart));
  useEffect(() => {
    if (uid !== '') {
      fetchAgain();
    }
  }, [uid, fetchAgain]);
  return WatchButton ? (
    <WatchButton {...props} uid={uid} isPressed={isPressed} onAnswered={() => setPressed(false)} />
  ) : (
    <HeartButton
      size={props.size}
      onClick={() => {
        setPressed(true);
        fetchAgain();
      }}
    />
  );
}
