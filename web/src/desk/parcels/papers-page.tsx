import { counted } from '@perkex/core/counted.js';
import { useQuery } from '@tanstack/react-query';
import { Printer } from 'lucide-react';
import { type DeskPaper, deskPapersQuery } from '../../api/desk.js';
import { Pair, Part } from '../../deals/paper.js';
import { SlipCodes } from '../../deals/slip-codes.js';
import { useUserId } from '../../identity/session/auth-store.js';
import { paths } from '../../links/paths.js';
import { BackLink } from '../../routing/back-link.js';
import { useSearchParams } from '../../routing/hooks.js';
import { Button } from '../../ui/button.js';
import { FaultText } from '../../ui/fault-text.js';
import { LoadingState } from '../../ui/loading-state.js';
import { dayText } from '../../ui/moment.js';
import { usePageTitle } from '../../ui/use-page-title.js';
import { useZone } from '../../ui/use-zone.js';
import { Address } from '../address.js';

const TITLE = 'Papers';

/**
 * The shipping list and the packing slips of the chosen pairs, to print as one document (after-the-trade, "The desk").
 */
export function PapersPage() {
  usePageTitle(TITLE);
  const [params] = useSearchParams();
  const codes = (params.get('codes') ?? '').split(',').filter((code) => code !== '');
  return (
    <div className="flex max-w-3xl flex-col gap-6 print:max-w-none">
      <div className="print:hidden">
        <BackLink to={paths.desk('to-send')}>Desk</BackLink>
        <h1 className="text-3xl md:text-4xl">{TITLE}</h1>
      </div>
      {codes.length === 0 ? <p>Choose pairs in a queue first.</p> : <PapersOf codes={codes} />}
    </div>
  );
}

function PapersOf({ codes }: { readonly codes: readonly string[] }) {
  const { data, error, refetch } = useQuery(deskPapersQuery(useUserId(), codes));
  if (!data) {
    return (
      <LoadingState isError={error !== null} refetch={refetch} failure="The papers could not be loaded." />
    );
  }
  const { papers, leftOut } = data;
  return (
    <>
      {leftOut.length === 0 ? null : (
        <div className="print:hidden">
          <FaultText>
            {`${leftOut.length === 1 ? 'One pair is' : `${leftOut.length} pairs are`} not yours to send now: ${leftOut.join(', ')}.`}
          </FaultText>
        </div>
      )}
      {papers.length === 0 ? null : (
        <>
          <Button look="strong" className="min-w-28 self-start" onClick={() => window.print()}>
            <Printer aria-hidden className="size-4" />
            Print
          </Button>
          <ShippingList papers={papers} />
          {papers.map((paper) => (
            <Slip key={paper.code} paper={paper} />
          ))}
        </>
      )}
    </>
  );
}

function ShippingList({ papers }: { readonly papers: readonly DeskPaper[] }) {
  const zone = useZone();
  return (
    <article aria-labelledby="shipping-list" className="flex flex-col gap-3">
      <h2 id="shipping-list" className="text-2xl">
        Shipping list, {dayText(zone, Date.now())}
      </h2>
      <p>{counted(papers.length, 'parcel')}</p>
      <div className="overflow-x-auto">
        <table className="w-full text-left text-sm">
          <thead>
            <tr className="border-b border-line">
              <th scope="col" className="py-2 pr-3">
                Pair
              </th>
              <th scope="col" className="py-2 pr-3">
                To
              </th>
              <th scope="col" className="py-2 max-sm:hidden print:table-cell">
                Tracking number
              </th>
            </tr>
          </thead>
          <tbody>
            {papers.map(({ code, name, size, receiver, sendTo }) => (
              <tr key={code} className="break-inside-avoid border-b border-line align-top">
                <td className="py-2 pr-3">
                  <span className="block font-semibold wrap-anywhere">{name}</span>
                  <span className="block">Size US {size}</span>
                  <span className="block text-muted tabular-nums wrap-anywhere">{code}</span>
                </td>
                <td className="py-2 pr-3 wrap-anywhere">
                  <span className="block text-muted">{RECEIVERS[receiver]}</span>
                  {sendTo.length === 0 ? 'No address' : sendTo.join(', ')}
                </td>
                {/* Written by hand, or stuck on. */}
                <td className="w-40 py-2 max-sm:hidden print:table-cell" />
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </article>
  );
}

const RECEIVERS = { buyer: 'Buyer', seller: 'Back to the seller' } as const;

function Slip({ paper }: { readonly paper: DeskPaper }) {
  const { code, name, styleCode, size, receiver, sendTo } = paper;
  return (
    <article
      aria-label={`Packing slip ${code}`}
      className="flex break-before-page flex-col gap-6 rounded-card border border-line p-5 md:p-8 print:border-0 print:p-0"
    >
      <h2 className="text-2xl">Packing slip</h2>
      <SlipCodes code={code} />
      <Part title="The pair">
        <Pair deal={{ name, styleCode, size }} />
      </Part>
      <Part title="In the parcel">
        <ul className="flex list-disc flex-col gap-1 pl-5">
          <li>Both shoes, in their original box, inside another one</li>
          <li>Everything that came with them, such as extra laces</li>
          <li>This slip</li>
        </ul>
      </Part>
      <Part title={receiver === 'buyer' ? 'Send to' : 'Send back to'}>
        <Address lines={sendTo} />
      </Part>
    </article>
  );
}
