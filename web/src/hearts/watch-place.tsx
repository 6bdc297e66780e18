import { useEffect, useState } from 'react';
import { useUserId } from '../identity/session/auth-store.js';
import { useLocation } from '../routing/hooks.js';
import { usePart } from '../ui/use-nearby.js';
import { HeartButton } from './heart-button.js';
import type { WatchedProduct } from './watch-button.js';

const loadButton = async () => (await import('./watch-button.js')).WatchButton;

/**
 * The heart of a product. Its code is loaded with the first press, and for users earlier, because they may be watching
 * the product.
 */
export function WatchPlace(props: WatchedProduct) {
  const userId = useUserId();
  const { state } = useLocation();
  const { Component: WatchButton, fetchAgain } = usePart(loadButton);
  // A visitor who has just logged in for this heart, and not for a card further down, has already pressed it.
  const [isPressed, setPressed] = useState(Boolean(state?.watch && !state.heart));
  useEffect(() => {
    if (userId !== '') {
      fetchAgain();
    }
  }, [userId, fetchAgain]);
  return WatchButton ? (
    <WatchButton {...props} userId={userId} isPressed={isPressed} onAnswered={() => setPressed(false)} />
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
