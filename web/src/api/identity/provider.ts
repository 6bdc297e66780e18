import { IDENTITY_SETUP_ID, type IdentitySetup } from '@perkex/contract/identity.js';
import { embeddedProvider } from './embedded-provider.js';
import type { IdentityProvider } from './identity-provider.js';

/** Without the server's page around the application (`npm run dev`), the built-in service. */
const WITHOUT_PAGE: IdentitySetup = { provider: 'embedded', hasGithub: true };

/** Who knows the users here, as the page's HTML says. */
export const identitySetup: IdentitySetup = readSetup();

function readSetup(): IdentitySetup {
  const text = document.getElementById(IDENTITY_SETUP_ID)?.textContent;
  return text ? (JSON.parse(text) as IdentitySetup) : WITHOUT_PAGE;
}

const embedded = embeddedProvider({
  hasGithub: identitySetup.provider === 'embedded' && identitySetup.hasGithub,
});

/** The provider of this server. */
export async function identityProvider(): Promise<IdentityProvider> {
  return embedded;
}
