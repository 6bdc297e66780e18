/** The refusals of every call of members, besides those of the session. */
export const MEMBER_REFUSALS = ['factor-needed', 'member-proof-needed'] as const;
