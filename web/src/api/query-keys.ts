import type { TAGS_BY_EVENT } from '@perkex/contract/cache-tags.js';
import type { CALL_ADDRESSES } from '@perkex/contract/call-addresses.js';
import type { IDENTITY_ADDRESSES } from '@perkex/contract/identity-addresses.js';
import type { MemberAudience } from '@perkex/contract/roles.js';

type Addresses = typeof CALL_ADDRESSES & typeof IDENTITY_ADDRESSES;
type NameOf<Address> = {
  [Name in keyof Addresses]: Addresses[Name] extends Address ? Name : never;
}[keyof Addresses];
type PersonalName = NameOf<{ readonly for: 'user' | MemberAudience }>;
type ProductName = NameOf<{ readonly path: `/:id(${string}` }>;
type OtherName = Exclude<keyof Addresses, PersonalName | ProductName>;

type Parameter = string | number | null;
type KeyOf<First extends readonly unknown[]> =
  | First
  | readonly [...First, Parameter]
  | readonly [...First, Parameter, Parameter]
  | readonly [...First, Parameter, Parameter, Parameter];

/** The key of a query: the name of its call, its user or the product in its path, and its other parameters. */
type CallKey =
  | KeyOf<readonly [PersonalName, userId: string]>
  | KeyOf<readonly [ProductName, id: string]>
  | KeyOf<readonly [OtherName]>;

declare module '@tanstack/react-query' {
  interface Register {
    queryKey: CallKey;
    queryMeta: {
      /** The live events that do not refetch the query, because its screen applies them. */
      readonly appliedEvents?: readonly (keyof typeof TAGS_BY_EVENT | 'levels' | 'reset')[];
    };
  }
}
