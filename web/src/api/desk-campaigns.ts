import type { CallAnswer } from '@perkex/contract/calls.js';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { call } from './call.js';
import { CURRENT } from './desk.js';
import { refetch, saveChange } from './save-change.js';

export type DeskCampaign = CallAnswer<'deskCampaigns'>['campaigns'][number];
export type CampaignFields = DeskCampaign['fields'];

/** The campaigns that have not ended, and the last ones that have. */
export function deskCampaignsQuery(userId: string) {
  return queryOptions({
    queryKey: ['deskCampaigns', userId],
    queryFn: ({ signal }) => call('deskCampaigns', {}, signal),
    ...CURRENT,
  });
}

/**
 * Changes campaigns, and reads them again, whether the change succeeded or not. It counts once, however often it is
 * sent.
 * @throws RefusalError, ConnectionError
 */
export function actOnCampaigns<Answer>(
  client: QueryClient,
  userId: string,
  act: () => Promise<Answer>,
): Promise<Answer> {
  return saveChange(act, () => refetch(client, ['deskCampaigns', userId], ['campaigns']));
}
