import { screen, waitFor } from '@testing-library/react';
import { useEffect, useRef, useState } from 'react';
import { describe, expect, it } from 'vitest';
import { button, openPage } from './support/open-page.js';

describe('the focus, when its element disappears,', () => {
  it('goes to the heading of what surrounded it', async () => {
    function Page() {
      const [isOpen, setIsOpen] = useState(true);
      return (
        <main>
          <h1>Settings</h1>
          <section>
            <h2>Cards</h2>
            {isOpen ? (
              <form>
                <button type="button" onClick={() => setIsOpen(false)}>
                  Cancel
                </button>
              </form>
            ) : null}
          </section>
        </main>
      );
    }
    const { user } = openPage(Page);
    await user.click(button('Cancel'));
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Cards' })));
  });

  it('goes to the page if its section disappears with it', async () => {
    function Page() {
      const [isOpen, setIsOpen] = useState(true);
      return (
        <main>
          {isOpen ? (
            <section>
              <h2>Ask placed</h2>
              <button type="button" onClick={() => setIsOpen(false)}>
                Close
              </button>
            </section>
          ) : null}
        </main>
      );
    }
    const { user } = openPage(Page);
    await user.click(button('Close'));
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('main')));
  });

  it('stays where the page moves it', async () => {
    function Page() {
      const [isOpen, setIsOpen] = useState(true);
      const edit = useRef<HTMLButtonElement>(null);
      useEffect(() => {
        if (!isOpen) {
          edit.current?.focus();
        }
      }, [isOpen]);
      return (
        <section>
          <h2>Payout</h2>
          <button type="button" ref={edit}>
            Edit
          </button>
          {isOpen ? (
            <button type="button" onClick={() => setIsOpen(false)}>
              Save
            </button>
          ) : null}
        </section>
      );
    }
    const { user } = openPage(Page);
    await user.click(button('Save'));
    await new Promise(requestAnimationFrame);
    expect(document.activeElement).toBe(button('Edit'));
  });
});
