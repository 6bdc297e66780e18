/** The roles of members, who do the market's own work. An admin may do all of it. */
export const ROLES = ['desk', 'finance', 'admin'] as const;
export type Role = (typeof ROLES)[number];

/** The members that a call is for: all of them, or those with this role and the admins. */
export type MemberAudience = 'member' | Role;

const AUDIENCES_OF: Readonly<Record<Role, readonly MemberAudience[]>> = {
  desk: ['member', 'desk'],
  finance: ['member', 'finance'],
  admin: ['member', 'desk', 'finance', 'admin'],
};

/** Checks whether a call is for members with this role. @param audience that of any call */
export function isForRole(role: Role, audience: string | undefined): boolean {
  return AUDIENCES_OF[role].some((each) => each === audience);
}

/** The audiences that members with a role belong to. */
export function audiencesOf(role: Role): readonly MemberAudience[] {
  return AUDIENCES_OF[role];
}
