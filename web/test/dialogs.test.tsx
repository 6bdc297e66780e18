import { screen } from '@testing-library/react';
import { useRef, useState } from 'react';
import { describe, expect, it } from 'vitest';
import { Button } from '../src/ui/button.js';
import { ConfirmDialog } from '../src/ui/confirm-dialog.js';
import { Dialog } from '../src/ui/dialog.js';
import { Sheet } from '../src/ui/sheet.js';
import { useDisclosure } from '../src/ui/use-disclosure.js';
import { button, openPage, pass } from './support/open-page.js';

/** Longer than a question stays inactive. */
const SETTLED_MS = 1_500;

describe('a dialog', () => {
  function Asking({ isBusy = false }: { readonly isBusy?: boolean }) {
    const [isOpen, setIsOpen] = useState(false);
    const no = useRef<HTMLButtonElement>(null);
    return (
      <>
        <Button onClick={() => setIsOpen(true)}>Ask</Button>
        {isOpen ? (
          <Dialog title="Really?" isBusy={isBusy} onCancel={() => setIsOpen(false)} firstFocus={no}>
            <Button>Yes</Button>
            <Button ref={no} onClick={() => setIsOpen(false)}>
              No
            </Button>
          </Dialog>
        ) : null}
      </>
    );
  }

  it('is named by its title, moves the focus to the given element, and returns it', async () => {
    const { user } = openPage(Asking);
    await user.click(button('Ask'));
    screen.getByRole('dialog', { name: 'Really?' });
    expect(document.activeElement).toBe(button('No'));
    await user.click(button('No'));
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(document.activeElement).toBe(button('Ask'));
  });

  it('is cancelled by Escape', async () => {
    const { user } = openPage(Asking);
    await user.click(button('Ask'));
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(document.activeElement).toBe(button('Ask'));
  });

  it('stays open while it is busy, also if the browser closes it', async () => {
    const { user } = openPage(() => <Asking isBusy />);
    await user.click(button('Ask'));
    await user.keyboard('{Escape}{Escape}');
    const dialog = screen.getByRole<HTMLDialogElement>('dialog', { name: 'Really?' });
    dialog.close();
    await pass(10);
    expect(dialog.open).toBe(true);
  });
});

describe('a question', () => {
  interface AskingProps {
    readonly isBusy?: boolean;
    readonly fault?: string;
    readonly hasAnswer?: boolean;
  }

  function Asking({ isBusy = false, fault, hasAnswer = true }: AskingProps) {
    const [news, setNews] = useState('Open');
    return news === 'Open' ? (
      <ConfirmDialog
        label="Delete"
        closeLabel="Keep it"
        isBusy={isBusy}
        fault={fault ?? null}
        onConfirm={hasAnswer ? () => setNews('Deleted') : null}
        onClose={() => setNews('Kept')}
      >
        <p>It is lost.</p>
      </ConfirmDialog>
    ) : (
      <p>{news}</p>
    );
  }

  it('is confirmed, but not by a second press of what has opened it', async () => {
    const { user } = openPage(Asking);
    screen.getByRole('dialog', { name: 'Delete?' });
    await user.click(button('Delete'));
    await pass(SETTLED_MS);
    await user.click(button('Delete'));
    screen.getByText('Deleted');
  });

  it('is closed by its other button', async () => {
    const { user } = openPage(Asking);
    await user.click(button('Keep it'));
    screen.getByText('Kept');
  });

  it('stays as it is while the answer is under way', async () => {
    const { user } = openPage(() => <Asking isBusy />);
    await pass(SETTLED_MS);
    await user.click(button('Delete'));
    await user.click(button('Keep it'));
    screen.getByRole('dialog', { name: 'Delete?' });
    const paused = screen.getAllByRole('button').map((each) => each.getAttribute('aria-disabled'));
    expect(paused).toEqual(['true', 'true']);
  });

  it('says why it was refused', () => {
    openPage(() => <Asking fault="Another member was faster." />);
    expect(screen.getByRole('alert').textContent).toBe('Another member was faster.');
  });

  it('can only be closed while there is nothing to confirm', () => {
    openPage(() => <Asking hasAnswer={false} />);
    expect(screen.getAllByRole('button')).toEqual([button('Keep it')]);
  });
});

describe('a sheet', () => {
  function Filtering() {
    const [isOpen, setIsOpen] = useState(true);
    return isOpen ? (
      <Sheet title="Filters" onClose={() => setIsOpen(false)} foot={<Button>Show</Button>}>
        <p>Sizes</p>
      </Sheet>
    ) : (
      <p>Closed</p>
    );
  }

  it.each([
    ['its button', async ({ click }: Ways) => click(button('Close: Filters'))],
    ['Escape', async ({ keyboard }: Ways) => keyboard('{Escape}')],
    ['a press outside', async ({ click }: Ways) => click(screen.getByRole('dialog'))],
  ])('is closed by %s', async (_name, close) => {
    const { user } = openPage(Filtering);
    screen.getByRole('dialog', { name: 'Filters' });
    await close(user);
    screen.getByText('Closed');
  });

  it('is not closed by a press inside', async () => {
    const { user } = openPage(Filtering);
    await user.click(screen.getByText('Sizes'));
    screen.getByRole('dialog', { name: 'Filters' });
  });
});

type Ways = Pick<ReturnType<typeof openPage>['user'], 'click' | 'keyboard'>;

describe('a disclosure', () => {
  function More() {
    const { isOpen, place, panelId, button } = useDisclosure();
    return (
      <>
        <div ref={place}>
          <button type="button" {...button}>
            More
          </button>
          {isOpen ? (
            <p id={panelId}>
              <a href="/inside">Inside</a>
            </p>
          ) : null}
        </div>
        <a href="/outside">Outside</a>
      </>
    );
  }

  it('says whether it is open, and names its content', async () => {
    const { user } = openPage(More);
    expect(button('More').getAttribute('aria-expanded')).toBe('false');
    await user.click(button('More'));
    expect(button('More').getAttribute('aria-expanded')).toBe('true');
    expect(document.getElementById(button('More').getAttribute('aria-controls') ?? '')).not.toBeNull();
    await user.click(button('More'));
    expect(screen.queryByText('Inside')).toBeNull();
  });

  it('returns the focus to its button on Escape', async () => {
    const { user } = openPage(More);
    await user.click(button('More'));
    await user.tab();
    expect(document.activeElement).toBe(screen.getByText('Inside'));
    await user.keyboard('{Escape}');
    expect(screen.queryByText('Inside')).toBeNull();
    expect(document.activeElement).toBe(button('More'));
  });

  it('closes when the focus leaves it, and leaves the focus there', async () => {
    const { user } = openPage(More);
    await user.click(button('More'));
    await user.tab();
    await user.tab();
    expect(screen.queryByText('Inside')).toBeNull();
    expect(document.activeElement).toBe(screen.getByText('Outside'));
  });
});
