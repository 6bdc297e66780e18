import { useState } from 'react';
import { paths } from '../../links/paths.js';
import { BackLink } from '../../routing/back-link.js';
import { TabbedPanels } from '../../ui/tabs.js';
import { usePageTitle } from '../../ui/use-page-title.js';
import { UserDataView } from '../../user/user-data-view.js';
import { ChangeAsks } from './change-asks.js';
import { ListPairs } from './list-pairs.js';
import { type AskChanges, useAskChanges } from './use-ask-changes.js';
import { type OpenListing, useListing } from './use-listing.js';

/** Many pairs at once (orders-beyond, "Many pairs"): lists them from a table, and changes or removes own asks. */
export function BulkPage() {
  usePageTitle('Many pairs');
  const [open, setOpen] = useState('list');
  const listing = useListing();
  const changes = useAskChanges();
  return (
    <div className="flex flex-col gap-1">
      <BackLink to={paths.selling}>Selling</BackLink>
      <h1 className="mb-2 text-3xl md:text-4xl">Many pairs</h1>
      <TabbedPanels
        name="Many pairs"
        open={open}
        onOpen={setOpen}
        tabs={[
          { value: 'list', label: 'List pairs', content: <List listing={listing} /> },
          { value: 'change', label: 'Change or remove', content: <Change changes={changes} /> },
        ]}
      />
    </div>
  );
}

function List({ listing }: { readonly listing: OpenListing }) {
  return (
    <UserDataView what="Your settings">
      {({ payout }) => <ListPairs listing={listing} hasPayout={payout.type !== ''} />}
    </UserDataView>
  );
}

function Change({ changes }: { readonly changes: AskChanges }) {
  return (
    <UserDataView what="Your asks">{({ asks }) => <ChangeAsks rows={asks} changes={changes} />}</UserDataView>
  );
}
