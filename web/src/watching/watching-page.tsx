import { dayAt } from '@perkex/core/figures/days.js';
import { dollarsToCents } from '@perkex/core/money.js';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { unlessSignedOut } from '../api/call.js';
import {
  removeWatch,
  setWatch,
  useWatchChoices,
  type Watch,
  watchesQuery,
  withChoices,
} from '../api/watching.js';
import { AlertField } from '../hearts/alert-field.js';
import { sizeText } from '../hearts/size-text.js';
import { paths } from '../links/paths.js';
import { GrowingList } from '../lists/growing-list.js';
import { Item } from '../lists/item.js';
import { OrderTable, PriceCell } from '../lists/order-table.js';
import { RemoveIcon } from '../lists/remove-icon.js';
import { useLiveProducts } from '../live/use-live.js';
import { ChangeOfWeek } from '../products/change.js';
import { LivePrice } from '../products/live-price.js';
import { Link } from '../routing/link.js';
import { buttonClass } from '../ui/button.js';
import { LoadingState } from '../ui/loading-state.js';
import { dayText } from '../ui/moment.js';
import { showActionSuccess, showActionWarning, showRemoval } from '../ui/toast.js';
import { usePageTitle } from '../ui/use-page-title.js';
import { useSettled } from '../ui/use-settled.js';
import { useDashboardUserId } from '../user/user.js';

const ALERT = 'Alert at';

/** The user's watches, with their live prices and alerts. */
export function WatchingPage() {
  usePageTitle('Watching');
  const userId = useDashboardUserId();
  const { data, isError, refetch } = useQuery(watchesQuery(userId));
  useLiveProducts(data && [...new Set(data.map(({ id }) => id))]);
  return (
    <div className="flex flex-col gap-4">
      <h1 className="text-3xl md:text-4xl">Watching</h1>
      {data ? (
        <Watches userId={userId} watches={data} />
      ) : (
        <LoadingState isError={isError} refetch={refetch} failure="Your watchlist could not be loaded." />
      )}
    </div>
  );
}

function Watches({ userId, watches: read }: { readonly userId: string; readonly watches: readonly Watch[] }) {
  const watches = withChoices(read, useWatchChoices());
  if (watches.length === 0) {
    return <NothingWatched />;
  }
  return (
    <>
      <p className="max-w-prose text-muted">
        An alert notifies you of an ask at or below its price: at the bell, and by mail if your{' '}
        <Link
          to={paths.settings}
          className="underline decoration-edge underline-offset-4 hover:decoration-ink"
        >
          settings
        </Link>{' '}
        say so.
      </p>
      <GrowingList rows={watches}>{(shown) => <ShownWatches userId={userId} watches={shown} />}</GrowingList>
    </>
  );
}

function ShownWatches({ userId, watches }: { readonly userId: string; readonly watches: readonly Watch[] }) {
  const isSettled = useSettled(watches.map(keyOf).join());
  return (
    <OrderTable
      name="Watching"
      columns={['Item', 'Lowest Ask', 'Highest Bid', 'Last Sale', ALERT]}
      buttonColumn="Remove"
      hasCards
      mayScroll
    >
      {watches.map((watch) => (
        <WatchRow key={keyOf(watch)} userId={userId} watch={watch} isSettled={isSettled} />
      ))}
    </OrderTable>
  );
}

function keyOf({ id, size }: Watch): string {
  return `${id}/${size ?? ''}`;
}

interface WatchRowProps {
  readonly userId: string;
  readonly watch: Watch;
  /** False while rows move. */
  readonly isSettled: boolean;
}

function WatchRow({ userId, watch, isSettled }: WatchRowProps) {
  const { id: productId, name, brand, thumbnail, size, releaseDate, lowestAsk, highestBid, lastSale } = watch;
  return (
    <tr className="relative border-b border-line max-lg:grid max-lg:grid-cols-3 max-lg:gap-x-3 max-lg:gap-y-3 max-lg:py-4">
      <th scope="row" className="text-left font-normal max-lg:col-span-3 max-lg:pr-11 lg:py-2">
        <Item row={{ productId, name, brand, thumbnail, size }} isWide>
          <ReleaseDay day={releaseDate} />
        </Item>
      </th>
      <PriceCell column="Lowest Ask">
        <LivePrice priceCents={dollarsToCents(lowestAsk)} />
      </PriceCell>
      <PriceCell column="Highest Bid">
        <LivePrice priceCents={dollarsToCents(highestBid)} className="font-medium" />
      </PriceCell>
      <PriceCell column="Last Sale">
        <LivePrice priceCents={dollarsToCents(lastSale)} className="font-medium" />
        <span className="block text-sm/5">
          <ChangeOfWeek percent={watch.change} />
        </span>
      </PriceCell>
      <td className="max-lg:col-span-3 max-lg:flex max-lg:items-center max-lg:gap-3 lg:pl-4">
        <span aria-hidden className="text-sm text-muted lg:hidden">
          {ALERT}
        </span>
        <div className="w-28 lg:ml-auto lg:w-[min(7rem,9vw)]">
          <AlertField
            userId={userId}
            watched={{ productId, size }}
            alert={watch.alert}
            name={`${ALERT}: ${name}, ${sizeText(size)}`}
            onSaved={showActionSuccess}
            onFailure={showActionWarning}
          />
        </div>
      </td>
      <td className="max-lg:absolute max-lg:top-4 max-lg:-right-2 lg:text-right">
        <RemoveWatch userId={userId} watch={watch} isSettled={isSettled} />
      </td>
    </tr>
  );
}

function RemoveWatch({ userId, watch, isSettled }: WatchRowProps) {
  const { id: productId, name, size, alert } = watch;
  const client = useQueryClient();
  const onError = unlessSignedOut(({ message }) => showActionWarning(message));
  const remove = async () => {
    if ((await removeWatch(client, userId, { productId, size })) !== null) {
      showRemoval({
        text: `You no longer watch ${name}, ${sizeText(size)}.`,
        key: keyOf(watch),
        onUndo: () => void setWatch(client, userId, { productId, size, alert }).catch(onError),
      });
    }
  };
  return (
    <RemoveIcon
      name={`Stop watching ${name}, ${sizeText(size)}`}
      isPaused={!isSettled}
      onPress={() => void remove().catch(onError)}
    />
  );
}

function NothingWatched() {
  return (
    <div className="flex flex-col items-start gap-3 py-6">
      <p className="text-muted">--</p>
      <p className="max-w-prose">
        Your watchlist is empty. Press the heart of a sneaker to see its prices here and to get an alert at
        your price.
      </p>
      <Link to={paths.browse()} className={buttonClass()}>
        Find a pair
      </Link>
    </div>
  );
}

/** The release day of a product; empty if it is released or the day is unknown. */
function ReleaseDay({ day }: { /** YYYY-MM-DD */ readonly day: string | null }) {
  if (day === null || day <= dayAt(Date.now())) {
    return null;
  }
  return <span>{`Out ${dayText('utc', day)}: we'll remind you`}</span>;
}
