import { useState } from 'react';
import { call } from '../../api/call.js';
import { actOnProduct, type DeskProduct } from '../../api/desk-catalogue.js';
import { Moment } from '../../deals/moment.js';
import { Section } from '../../deals/section.js';
import { useUserId } from '../../identity/session/auth-store.js';
import { paths } from '../../links/paths.js';
import { Link } from '../../routing/link.js';
import { Button } from '../../ui/button.js';
import { ConfirmDialog } from '../../ui/confirm-dialog.js';
import { useActs } from '../use-acts.js';
import { MergeDialog } from './merge-dialog.js';

/** The trading of a product, with the buttons that hide it, merge it into another one, or show it again. */
export function ProductTrading({ product }: { readonly product: DeskProduct }) {
  const [asked, setAsked] = useState<'hide' | 'merge' | null>(null);
  const { hidden } = product;
  const close = () => setAsked(null);
  return (
    <Section title="Trading" className="mt-4">
      {hidden === null ? (
        <p>Visitors find this product, and trade it.</p>
      ) : (
        <p>
          <span className="font-semibold">
            {hidden.mergedInto === null ? 'Hidden' : 'Merged into '}
            {hidden.mergedInto === null ? null : (
              <Link to={paths.deskProduct(hidden.mergedInto.id)} className="underline underline-offset-4">
                {hidden.mergedInto.name}
              </Link>
            )}
          </span>
          <span className="block text-sm text-muted">
            By {hidden.by}, <Moment at={hidden.at} />
          </span>
        </p>
      )}
      {hidden?.mergedInto ? null : (
        <div className="flex flex-wrap gap-3">
          <Button onClick={() => setAsked('hide')}>{hidden === null ? 'Hide' : 'Show again'}</Button>
          <Button onClick={() => setAsked('merge')}>Merge into another product</Button>
        </div>
      )}
      {asked === 'hide' ? <HideDialog product={product} onClose={close} /> : null}
      {asked === 'merge' ? <MergeDialog product={product} onClose={close} /> : null}
    </Section>
  );
}

interface HideDialogProps {
  readonly product: DeskProduct;
  readonly onClose: () => void;
}

function HideDialog({ product: { id, hidden }, onClose }: HideDialogProps) {
  const uid = useUserId();
  const { isBusy, fault, run } = useActs(actOnProduct(id));
  // As this member saw it: another one may decide in the meantime.
  const [isHidden] = useState(hidden === null);
  const send = () => run(() => call('hideProduct', { body: { uid, id, isHidden } }), onClose);
  return (
    <ConfirmDialog
      title={isHidden ? 'Hide this product?' : 'Show this product again?'}
      label={isHidden ? 'Hide' : 'Show again'}
      isBusy={isBusy}
      fault={fault}
      onConfirm={send}
      onClose={onClose}
    >
      <p>
        {isHidden
          ? 'It leaves every list and search at once, and its page says that it is no longer traded. Its open orders are removed, and their owners are notified. Deals continue, and its past sales stay.'
          : 'Visitors find it and can trade it again. Removed orders are not placed again.'}
      </p>
    </ConfirmDialog>
  );
}
