import { useEffect, useEffectEvent } from 'react';
import { paths } from '../links/paths.js';
import { useLocation, useNavigate } from '../routing/hooks.js';
import { HeartButton } from './heart-button.js';
import type { HeartedProduct } from './hearted-product.js';
import { toWatch } from './login-to-watch.js';
import { UsersHeart } from './users-heart.js';

/** What may be watched. */
export interface WatchedProduct {
  readonly product: HeartedProduct;
  /** Null for all sizes. */
  readonly size: string | null;
}

interface WatchButtonProps extends WatchedProduct {
  /** Empty for a visitor. */
  readonly uid: string;
  /** Whether the heart was pressed before this was there. */
  readonly isPressed: boolean;
  readonly onAnswered: () => void;
}

/** The heart of a product. Visitors are led to the login page, and come back with it done. */
export function WatchButton({ uid, product, size, isPressed, onAnswered }: WatchButtonProps) {
  const navigate = useNavigate();
  const { pathname, search, state } = useLocation();
  const isVisitor = uid === '';
  const logIn = () => navigate(paths.login, { state: toWatch(product, size) });
  const answerVisitor = useEffectEvent(() => {
    onAnswered();
    // A login that has ended since the page was asked for is not begun anew by itself.
    if (state === null) {
      logIn();
    }
  });
  useEffect(() => {
    if (isVisitor && isPressed) {
      answerVisitor();
    }
  }, [isVisitor, isPressed]);
  if (isVisitor) {
    return <HeartButton size={size} onClick={logIn} />;
  }
  const answered = () => {
    onAnswered();
    if (state !== null) {
      // Going back and forth does not ask for it again.
      navigate(pathname + search, { replace: true });
    }
  };
  return (
    <UsersHeart uid={uid} productId={product.id} size={size} isPressed={isPressed} onAnswered={answered} />
  );
}
