import * as z from 'zod/mini';
import { line, requiredLine, uidField } from './fields.js';
import { emailField } from './identity.js';
import { membershipSchema } from './membership.js';
import { ROLES } from './roles.js';

/** The invitations that may be open. */
export const MAX_INVITATIONS = 20;
/** How long an invitation can be accepted. */
export const INVITATION_DAYS = 7;

const id = z.guid('must be a UUID').check(z.toLowerCase());

/** An open invitation. */
export const invitationSchema = z.object({
  invitation: z.string(),
  email: z.string(),
  role: z.enum(ROLES),
  /** The member's name in the records. */
  name: z.string(),
  invitedBy: z.string(),
  expiresAt: z.string(),
});
export type Invitation = z.infer<typeof invitationSchema>;

/** The members of any time by name, and the open invitations, those that end first before the others. */
export const deskMembersSchema = z.object({
  members: z.array(membershipSchema),
  invitations: z.array(invitationSchema),
  /** False where the market sends no mails and knows no e-mails of users. */
  canInvite: z.boolean(),
});

const MEMBER_NAME = /^[a-z][a-z0-9-]{1,29}$/;
const NAME_RULE = '2 to 30 small letters, digits and hyphens, beginning with a letter';

/** `invitation` is created by the client. */
export const inviteMemberBodySchema = z.strictObject({
  uid: uidField,
  invitation: id,
  email: emailField,
  role: z.enum(ROLES, `must be one of ${ROLES.join(', ')}`),
  name: z.string(`A name has ${NAME_RULE}.`).check(z.regex(MEMBER_NAME, `A name has ${NAME_RULE}.`)),
});

export const withdrawInvitationBodySchema = z.strictObject({ uid: uidField, invitation: id });

const MAX_CODE_LENGTH = 100;
/** `code` is that of the link in the mail. */
export const acceptInvitationBodySchema = z.strictObject({
  uid: uidField,
  code: requiredLine(MAX_CODE_LENGTH, 'must be the code of an invitation'),
});

/** The lists whose filters can be saved: the queues, the search of the desk, the journal, and the catalogue. */
export const FILTERED_LISTS = ['desk', 'search', 'journal', 'catalogue'] as const;
export type FilteredList = (typeof FILTERED_LISTS)[number];

/** The filters that a member may save. */
export const MAX_FILTERS = 20;
const MAX_FILTER_NAME_LENGTH = 40;
const MAX_FILTER_LENGTH = 500;

/** A filter with the query of its address, such as `act=edit-product&member=ann`. */
export const savedFilterSchema = z.object({
  filter: z.string(),
  list: z.enum(FILTERED_LISTS),
  name: z.string(),
  query: z.string(),
});
export type SavedFilter = z.infer<typeof savedFilterSchema>;

/** The filters of the member, in the order in which they were saved. */
export const savedFiltersSchema = z.object({ filters: z.array(savedFilterSchema) });

/** `filter` is created by the client. */
export const saveFilterBodySchema = z.strictObject({
  uid: uidField,
  filter: id,
  list: z.enum(FILTERED_LISTS, `must be one of ${FILTERED_LISTS.join(', ')}`),
  name: requiredLine(MAX_FILTER_NAME_LENGTH, 'Name the filter.'),
  query: line(MAX_FILTER_LENGTH),
});

export const removeFilterBodySchema = z.strictObject({ uid: uidField, filter: id });
