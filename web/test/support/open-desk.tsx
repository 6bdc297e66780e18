import type { Role } from '@perkex/contract/roles.js';
import type { ComponentType } from 'react';
import { DeskDealPage } from '../../src/desk/desk-deal-page.js';
import { DeskLayout } from '../../src/desk/desk-layout.js';
import { CODE, deskOf } from './desk-deal.js';
import { openPage, server, startServer } from './open-page.js';

/** A server for one test, whose session is that of a member. */
export function startDesk(role: Role): void {
  startServer();
  answerAsMember(role);
}

export function answerAsMember(role: Role): void {
  server.answer('desk', deskOf(role));
  server.answer('savedFilters', { filters: [] });
}

/** A page in the frame of the desk. */
export const inDesk = (Page: ComponentType) => () => (
  <DeskLayout>
    <Page />
  </DeskLayout>
);

/** Opens a page of the desk. @param path its pattern, if it is not the path of the address */
export function openDesk(Page: ComponentType, at: string, path = at.replace(/\?.*/, '')) {
  return openPage(inDesk(Page), { at, path, userId: 'ada' });
}

/** Opens the page of a deal. @param address its code, and what else follows in the address */
export function openDeskDeal(address = CODE) {
  return openDesk(DeskDealPage, `/desk/deals/${address}`, '/desk/deals/:code');
}
