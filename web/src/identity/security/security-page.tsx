import type { LoginSecurity } from '@perkex/contract/identity.js';
import { useQuery } from '@tanstack/react-query';
import { securityQuery } from '../../api/identity/security.js';
import { ErrorNotice, Placeholder } from '../../ui/states.js';
import { usePageTitle } from '../../ui/use-page-title.js';
import { useUserId } from '../session/auth-store.js';
import { ActivitySection } from './activity-section.js';
import { LoginMethods } from './login-methods.js';
import { SecondFactorSection } from './second-factor-section.js';
import { SessionsSection } from './sessions-section.js';
import { YourDataSection } from './your-data-section.js';

/** The user's login methods and sessions. Leaves out what the identity provider does not support. */
export function SecurityPage() {
  usePageTitle('Login & security');
  const { data, isError, refetch } = useQuery(securityQuery(useUserId()));
  return (
    <div className="flex flex-col gap-6">
      <h1 className="text-3xl md:text-4xl">Login &amp; security</h1>
      {data ? <Sections security={data} /> : null}
      {!data && isError ? (
        <ErrorNotice onRetry={() => void refetch()}>This page could not be loaded.</ErrorNotice>
      ) : null}
      {data || isError ? null : <Loading />}
    </div>
  );
}

/** About as high as the page. */
function Loading() {
  return (
    <div role="status" className="flex max-w-3xl flex-col gap-4 md:gap-6">
      <span className="sr-only">Loading</span>
      <Placeholder className="h-56" />
      <Placeholder className="h-72" />
      <Placeholder className="h-48" />
    </div>
  );
}

function Sections({ security }: { security: LoginSecurity }) {
  return (
    <div className="flex max-w-3xl flex-col gap-4 md:gap-6">
      <LoginMethods security={security} />
      <SecondFactorSection security={security} />
      {security.sessions === null ? null : (
        <>
          <SessionsSection sessions={security.sessions} />
          <ActivitySection />
        </>
      )}
      <YourDataSection hasPassword={security.hasPassword} />
    </div>
  );
}
