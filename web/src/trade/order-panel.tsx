import type { LifetimeDays } from '@perkex/core/order-book/lifetime.js';
import type { PanelEvent, PanelMode, PanelState } from '@perkex/core/panels/panel.js';
import type { Dispatch, FormEvent, RefObject } from 'react';
import { haveDealsStarted } from '../api/deals.js';
import type { ReplacedOrder } from '../api/orders.js';
import type { Product } from '../api/products.js';
import { paths } from '../links/paths.js';
import { Link } from '../routing/link.js';
import { ShownSize } from '../sizing/shown-size.js';
import { buttonClass } from '../ui/button.js';
import { ActionBar } from './action-bar.js';
import { FeeLines } from './fee-lines.js';
import { LifetimeChoice } from './lifetime-choice.js';
import { OtherSizes } from './other-sizes.js';
import { PanelObstacle } from './panel-obstacle.js';
import { PanelPrice } from './panel-price.js';
import { RelistChoice } from './relist-choice.js';
import { ReplacesNote } from './replaces-note.js';
import { StepHeading } from './step-heading.js';
import type { TradeSide } from './trade-side.js';
import { TraderDetails } from './trader-details.js';
import type { StepLink } from './use-trade-steps.js';
import type { Trader } from './use-trader.js';

interface OrderPanelProps {
  readonly side: TradeSide;
  readonly product: Product;
  readonly size: string;
  readonly state: PanelState;
  readonly dispatch: Dispatch<PanelEvent>;
  readonly trader: Trader;
  /** True while the outcome of an earlier order is queried. No other order can be reviewed until then. */
  readonly isSettling: boolean;
  readonly replaces: ReplacedOrder | undefined;
  readonly expiresIn: LifetimeDays;
  readonly onLifetime: (days: LifetimeDays) => void;
  readonly isRelisting: boolean;
  readonly onRelisting: (isRelisting: boolean) => void;
  readonly otherSizes: readonly string[];
  readonly onOtherSizes: (sizes: readonly string[]) => void;
  readonly priceInput: RefObject<HTMLInputElement | null>;
  readonly toSizes: StepLink;
  readonly onReview: (mode: PanelMode, priceCents: number) => void;
  /** Called before a link leads to the help, from where the history leads back. */
  readonly onLookUp: () => void;
  /** Called before a link leads to the settings. */
  readonly onLeave: () => void;
}

/** The ask/sell and the bid/buy panel (section 2), drawn from the state machine in core. */
export function OrderPanel({
  side,
  product,
  size,
  state,
  dispatch,
  trader,
  isSettling,
  replaces,
  expiresIn,
  isRelisting,
  otherSizes,
  priceInput,
  toSizes,
  ...on
}: OrderPanelProps) {
  const view = side.panel.view(state);
  const { mode, priceCents, canReview } = view;
  const review = (event: FormEvent) => {
    event.preventDefault();
    if (canReview && !isSettling && priceCents !== null) {
      on.onReview(mode, priceCents);
    }
  };
  return (
    <form noValidate className="flex flex-col gap-4" onSubmit={review}>
      <div className="flex min-h-11 items-center justify-between gap-4">
        <div className="flex flex-wrap items-baseline gap-x-3">
          <StepHeading>Size {size}</StepHeading>
          <ShownSize shoe={product} size={size} className="text-base/none" />
        </div>
        <Link {...toSizes} title="Choose another size" className={buttonClass()}>
          EDIT
        </Link>
      </div>
      <ReplacesNote side={side.orderSide} replaces={replaces} />
      <PanelPrice
        side={side}
        product={product}
        size={size}
        replaces={replaces}
        state={state}
        view={view}
        dispatch={dispatch}
        priceInput={priceInput}
        onLookUp={on.onLookUp}
      />
      {mode === 'place' && side.orderSide === 'bid' && replaces === undefined ? (
        <OtherSizes
          product={product}
          size={size}
          priceCents={priceCents}
          chosen={otherSizes}
          onChoose={on.onOtherSizes}
        />
      ) : null}
      {mode === 'place' ? (
        <LifetimeChoice side={side.orderSide} days={expiresIn} onChoose={on.onLifetime} />
      ) : null}
      {side.orderSide === 'ask' && haveDealsStarted() ? (
        <RelistChoice mode={mode} isRelisting={isRelisting} onChoose={on.onRelisting} />
      ) : null}
      {priceCents === null ? null : (
        <FeeLines priceCents={priceCents} fees={side.fees(priceCents, trader.sellerLevel)} />
      )}
      {trader.userId === '' ? null : (
        <TraderDetails details={side.details} trader={trader} onLeave={on.onLeave} />
      )}
      <ActionBar
        look={side.orderSide}
        back={
          <Link to={paths.product(product.id)} className={buttonClass('plain', 'min-h-12')}>
            Back
          </Link>
        }
        nextLabel={side.modes[mode].reviewButton}
        canContinue={canReview && !isSettling}
        obstacle={
          isSettling ? (
            'Finding out whether your last order was placed …'
          ) : (
            <PanelObstacle
              flow={side.flow}
              view={view}
              isTraderKnown={trader.data !== undefined}
              onLeave={on.onLeave}
            />
          )
        }
      />
    </form>
  );
}
