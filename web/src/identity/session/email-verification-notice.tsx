import type { ReactNode } from 'react';
import { identitySetup } from '../../api/identity/chosen-provider.js';
import { PausableButton } from '../../ui/button.js';
import { useSending } from '../../ui/use-sending.js';
import { sendConfirmationMail, useUnconfirmedEmail, useUnprovedEmail } from './email-verification.js';

interface EmailVerificationNoticeProps {
  /** True beside an order that waits for the verification. */
  readonly isAtOrder?: boolean;
}

/** Asks users to verify their e-mail; renders nothing if that is not needed. */
export function EmailVerificationNotice({ isAtOrder = false }: EmailVerificationNoticeProps) {
  const email = useUnprovedEmail();
  const { isPaused, news, send } = useSending(sendConfirmationMail);
  return email === null ? null : (
    <section
      aria-label="Confirm your e-mail"
      className="flex flex-col items-start gap-3 rounded-card bg-card p-4 md:p-6"
    >
      <p className="wrap-anywhere">
        Confirm your e-mail {isAtOrder ? 'to place this order' : 'before you place an order'}: open the link
        we sent to <strong className="font-semibold">{email}</strong>.
        {isAtOrder ? ' If you open it in this browser, it will bring you back here.' : ''}
      </p>
      <PausableButton isPaused={isPaused} onClick={send}>
        Send again
      </PausableButton>
      <p role="status" className="text-sm empty:sr-only">
        {news}
      </p>
    </section>
  );
}

interface ConfirmEmailNoticeProps {
  readonly className?: string;
  /** Further buttons. */
  readonly actions?: ReactNode;
}

/**
 * Asks users to confirm their e-mail, with the reason. Firebase removes nothing at a reset and sends no mails about
 * trades: users are asked there only if orders require it.
 */
export function ConfirmEmailNotice({ className = '', actions }: ConfirmEmailNoticeProps) {
  const email = useUnconfirmedEmail();
  const { hasSent, isPaused, news, send } = useSending(sendConfirmationMail);
  const { provider, requiresEmailProof } = identitySetup;
  const isHosted = provider === 'firebase';
  return email === null || (isHosted && !requiresEmailProof) ? null : (
    <section
      aria-label="Confirm your e-mail"
      className={`flex flex-col items-start gap-3 rounded-card bg-card p-4 ${className}`}
    >
      <div className="flex flex-col gap-2">
        <p className="max-w-prose wrap-anywhere max-sm:text-sm">
          Confirm that <strong className="font-semibold">{email}</strong> is yours
          {requiresEmailProof ? ': open the link we sent' : ''}. Until then,{' '}
          {requiresEmailProof
            ? `you cannot place orders${isHosted ? '' : ', and a forgotten password removes your settings'}.`
            : 'a forgotten password removes your settings and open orders, and no mails about your trades are sent.'}
        </p>
        <p role="status" className="text-sm empty:sr-only">
          {news}
        </p>
      </div>
      <div className="flex shrink-0 flex-wrap gap-2">
        <PausableButton isPaused={isPaused} onClick={send}>
          {hasSent || requiresEmailProof ? 'Send again' : 'Send the link'}
        </PausableButton>
        {actions}
      </div>
    </section>
  );
}
