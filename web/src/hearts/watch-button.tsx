import { useEffect, useEffectEvent } from 'react';
import { toWatch } from '../links/login-to-watch.js';
import { paths } from '../links/paths.js';
import { useLocation, useNavigate } from '../routing/hooks.js';
import { HeartButton } from './heart-button.js';
import type { HeartedProduct } from './hearted-product.js';
import { UsersHeart } from './users-heart.js';

/** A product that can be watched. */
export interface WatchedProduct {
  readonly product: HeartedProduct;
  /** Null for all sizes. */
  readonly size: string | null;
}

interface WatchButtonProps extends WatchedProduct {
  /** Empty for a visitor. */
  readonly userId: string;
  /** True if the heart was pressed before this was loaded. */
  readonly isPressed: boolean;
  readonly onAnswered: () => void;
}

/** The heart of a product. Visitors are redirected to the login page, and the product is watched when they return. */
export function WatchButton({ userId, product, size, isPressed, onAnswered }: WatchButtonProps) {
  const navigate = useNavigate();
  const { pathname, search, state } = useLocation();
  const isVisitor = userId === '';
  const logIn = () => navigate(paths.login, { state: toWatch(product, size) });
  const answerVisitor = useEffectEvent(() => {
    onAnswered();
    // If the login has ended since the page was requested, do not start another one without a press.
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
      // Going back and forth does not repeat it.
      navigate(pathname + search, { replace: true });
    }
  };
  return (
    <UsersHeart
      userId={userId}
      productId={product.id}
      size={size}
      isPressed={isPressed}
      onAnswered={answered}
    />
  );
}
