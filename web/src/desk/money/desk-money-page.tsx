import { MAX_QUEUE_COUNT } from '@perkex/contract/desk.js';
import { counted } from '@perkex/core/counted.js';
import { useQuery } from '@tanstack/react-query';
import { type DeskMoney, deskMoneyQuery } from '../../api/desk-money.js';
import { dollarsText } from '../../deals/dollars-text.js';
import { useUserId } from '../../identity/session/auth-store.js';
import { paths } from '../../links/paths.js';
import { useSearchParams } from '../../routing/hooks.js';
import { Link } from '../../routing/link.js';
import { buttonClass } from '../../ui/button.js';
import { LoadingState } from '../../ui/loading-state.js';
import { usePageTitle } from '../../ui/use-page-title.js';
import { MemberPage } from '../member-page.js';
import { waitingText } from '../waiting-text.js';
import { BankLines } from './bank-lines.js';
import { MoneyDeals } from './money-deals.js';
import { MONEY_PARTS, type MoneyPart, PARTS } from './money-queue-words.js';

/** The money that waits for members (after-the-trade, "The desk"). */
export function DeskMoneyPage() {
  usePageTitle('Money');
  return (
    <MemberPage audience="finance">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h1 className="text-3xl md:text-4xl">Money</h1>
        <Actions />
      </div>
      <Money />
    </MemberPage>
  );
}

/** A market without bank transfers has no statements. */
function Actions() {
  const { data } = useQuery(deskMoneyQuery(useUserId()));
  return (
    <div className="flex flex-wrap gap-3">
      <Link to={paths.deskLedger()} className={buttonClass()}>
        Ledger
      </Link>
      <Link to={paths.deskSellers} className={buttonClass()}>
        Sellers to report
      </Link>
      {data?.bank ? (
        <Link to={paths.deskStatement} className={buttonClass('strong')}>
          Import a statement
        </Link>
      ) : null}
    </div>
  );
}

function Money() {
  const { data, error, refetch } = useQuery(deskMoneyQuery(useUserId()));
  const [params] = useSearchParams();
  if (!data) {
    return (
      <LoadingState isError={error !== null} refetch={refetch} failure="The money could not be loaded." />
    );
  }
  const parts = partsOf(data);
  const named = parts.find(({ part }) => part === params.get('queue'));
  const open = (named ?? parts.find(({ count }) => count > 0) ?? parts[0])?.part ?? 'payments';
  const { label, task } = PARTS[open];
  return (
    <>
      {data.bank ? <Bank bank={data.bank} /> : null}
      <div className="grid items-start gap-8 lg:grid-cols-[15rem_minmax(0,1fr)] lg:gap-12">
        <nav aria-label="Waiting money">
          <ul className="flex flex-col divide-y divide-line border-y border-line">
            {parts.map((each) => (
              <li key={each.part}>
                <PartLink {...each} isOpen={each.part === open} />
              </li>
            ))}
          </ul>
        </nav>
        <section aria-labelledby="queue" className="flex min-w-0 flex-col gap-3">
          <h2 id="queue" className="text-2xl">
            {label}
          </h2>
          <p className="max-w-prose text-muted">{task}</p>
          {open === 'lines' ? <BankLines /> : <MoneyDeals key={open} queue={open} />}
        </section>
      </div>
    </>
  );
}

interface Part {
  readonly part: MoneyPart;
  readonly count: number;
  readonly amount: number;
  readonly oldest: string | null;
}

/** A market without bank transfers has no lines. */
function partsOf({ queues, bank }: DeskMoney): Part[] {
  const all: Part[] = [
    ...(bank ? [{ part: 'lines' as const, ...bank.lines }] : []),
    ...queues.map(({ queue, ...sum }) => ({ part: queue, ...sum })),
  ];
  return all.sort((one, other) => MONEY_PARTS.indexOf(one.part) - MONEY_PARTS.indexOf(other.part));
}

function PartLink({ part, count, amount, oldest, isOpen }: Part & { readonly isOpen: boolean }) {
  return (
    <Link
      to={paths.deskMoney(part)}
      aria-current={isOpen ? 'page' : undefined}
      className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-3 px-3 py-2.5 hover:bg-card aria-[current]:bg-card"
    >
      <span className={isOpen ? 'font-semibold' : ''}>{PARTS[part].label}</span>
      <span className={`text-right tabular-nums ${count === 0 ? 'text-muted' : 'font-semibold'}`}>
        {count === MAX_QUEUE_COUNT ? `${count}+` : count}
      </span>
      {count === 0 ? null : (
        <>
          <span className="text-sm text-muted">{oldest === null ? '' : waitingText(oldest, Date.now())}</span>
          <span className="text-right text-sm text-muted tabular-nums">{dollarsText(amount)}</span>
        </>
      )}
    </Link>
  );
}

function Bank({ bank }: { readonly bank: NonNullable<DeskMoney['bank']> }) {
  const figures = [
    ['Payouts today', bank.payouts],
    ['Wait for an account', bank.withoutAccount],
    ['To be released', bank.proposed],
    ['At the bank', bank.atBank],
  ] as const;
  return (
    <section
      aria-labelledby="payouts"
      className="flex flex-col gap-4 rounded-card border border-line p-4 md:p-5"
    >
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id="payouts" className="text-2xl">
          Payouts
        </h2>
        <Link to={paths.deskPayouts} className={buttonClass()}>
          Payouts and lists
        </Link>
      </div>
      <dl className="grid grid-cols-2 gap-4 lg:grid-cols-4">
        {figures.map(([label, { count, amount }]) => (
          <div key={label}>
            <dt className="text-sm text-muted">{label}</dt>
            <dd className={`text-xl tabular-nums ${count === 0 ? 'text-muted' : 'font-semibold'}`}>
              {dollarsText(amount)}
            </dd>
            <dd className="text-sm text-muted tabular-nums">{counted(count, 'payment')}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
