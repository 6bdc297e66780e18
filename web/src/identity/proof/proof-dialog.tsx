import type { LoginSecurity } from '@perkex/contract/identity.js';
import { SECOND_FACTORS } from '@perkex/contract/second-factors.js';
import { useQuery } from '@tanstack/react-query';
import { identityProvider } from '../../api/identity/chosen-provider.js';
import { securityQuery } from '../../api/identity/security.js';
import { useUserId } from '../session/auth-store.js';
import { inWords } from '../session/record-errors.js';
import { type Means, MeansDialog } from './means-dialog.js';

interface ProofDialogProps {
  /** The purpose of the verification. */
  readonly reason: string;
  /** Called once the session is verified. */
  readonly onProved: () => void;
  readonly onCancel: () => void;
}

const NO_MEANS = 'Please log out and log in again. That counts for ten minutes.';

/** Asks for verification in an open session: the password, or a code of the second factor. */
export function ProofDialog({ reason, onProved, onCancel }: ProofDialogProps) {
  const { data, isError } = useQuery(securityQuery(useUserId()));
  const means = data ? meansOf(data) : [];

  async function prove(chosen: Means, typed: string): Promise<void> {
    const proof = chosen === 'password' ? { password: typed } : { factor: chosen, code: typed };
    await inWords(async () => (await identityProvider()).own.prove(proof));
    onProved();
  }

  return (
    <MeansDialog
      reason={
        <>
          <p className="text-muted">{reason}</p>
          {means.length === 0 ? <p role="status">{data || isError ? NO_MEANS : 'Loading'}</p> : null}
        </>
      }
      means={means}
      phone={data?.phone ?? null}
      sendCode={() => inWords(async () => (await identityProvider()).own.sendProofCode())}
      prove={prove}
      onCancel={onCancel}
    />
  );
}

/** With Firebase, the codes belong to Google and work only for its own logins. */
function meansOf({ hasPassword, app, phone, recoveryCodes }: LoginSecurity): Means[] {
  const has: Readonly<Record<Means, boolean>> = {
    password: hasPassword,
    app: app === true,
    phone: phone !== null && recoveryCodes !== null,
    recovery: recoveryCodes !== null && recoveryCodes > 0,
  };
  return (['password', ...SECOND_FACTORS] as const).filter((means) => has[means]);
}
