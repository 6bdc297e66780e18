import type { LoginSecurity } from '@perkex/contract/identity.js';
import { SECOND_FACTORS } from '@perkex/contract/second-factors.js';
import { useQuery } from '@tanstack/react-query';
import { identityProvider } from '../../api/identity/chosen-provider.js';
import { LOG_IN_AGAIN } from '../../api/identity/identity-provider.js';
import { securityQuery } from '../../api/identity/security.js';
import { useUserId } from '../session/auth-store.js';
import { inWords } from '../session/record-errors.js';
import { type VerificationMethod, VerificationMethodsDialog } from './verification-methods-dialog.js';

interface VerificationDialogProps {
  /** The purpose of the verification. */
  readonly reason: string;
  /** True if the password is not enough where the account has a second factor. */
  readonly needsFactor?: boolean;
  /** Called once the session is verified. */
  readonly onProved: () => void;
  readonly onCancel: () => void;
}

/** Asks for verification in an open session: the password, or a code of the second factor. */
export function VerificationDialog({
  reason,
  needsFactor = false,
  onProved,
  onCancel,
}: VerificationDialogProps) {
  const { data, isError } = useQuery(securityQuery(useUserId()));
  const methods = data ? methodsOf(data, needsFactor) : [];

  async function prove(chosen: VerificationMethod, typed: string): Promise<void> {
    const proof = chosen === 'password' ? { password: typed } : { factor: chosen, code: typed };
    await inWords(async () => (await identityProvider()).own.prove(proof));
    onProved();
  }

  return (
    <VerificationMethodsDialog
      reason={
        <>
          <p className="text-muted">{reason}</p>
          {methods.length === 0 ? <p role="status">{data || isError ? LOG_IN_AGAIN : 'Loading'}</p> : null}
        </>
      }
      methods={methods}
      phone={data?.phone ?? null}
      sendCode={() => inWords(async () => (await identityProvider()).own.sendProofCode())}
      prove={prove}
      onCancel={onCancel}
    />
  );
}

/** With Firebase, the codes belong to Google and work only for its own logins. */
function methodsOf(
  { hasPassword, app, phone, recoveryCodes }: LoginSecurity,
  needsFactor: boolean,
): VerificationMethod[] {
  const has: Readonly<Record<VerificationMethod, boolean>> = {
    password: hasPassword && !(needsFactor && recoveryCodes !== null),
    app: app === true,
    phone: phone !== null && recoveryCodes !== null,
    recovery: recoveryCodes !== null && recoveryCodes > 0,
  };
  return (['password', ...SECOND_FACTORS] as const).filter((method) => has[method]);
}
