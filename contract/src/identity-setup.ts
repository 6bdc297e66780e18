// Separate from the schemas of identity.ts: every first visit needs this, and none needs Zod.

/** Public settings of a Firebase project, as its console shows them. */
export interface FirebaseSetup {
  readonly apiKey: string;
  readonly authDomain: string;
  readonly projectId: string;
}

/** The id of the element of every page that holds its `IdentitySetup`, as JSON. */
export const IDENTITY_SETUP_ID = 'identity-setup';

/** The identity settings that the pages get in their HTML. */
export type IdentitySetup = {
  /** True if orders require a verified e-mail. */
  readonly requiresEmailProof: boolean;
} & (
  | { readonly provider: 'embedded'; readonly hasGithub: boolean }
  | {
      readonly provider: 'firebase';
      readonly firebase: FirebaseSetup;
      /** The address of Google's Auth emulator, for tests; null for the real service. */
      readonly emulatorUrl: string | null;
    }
);

/** The message that GitHub's popup posts to its opener on return: no result and no token. */
export const GITHUB_RETURNED = 'perkex:github-returned';
