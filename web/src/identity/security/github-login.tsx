import { SecurityRow } from './security-row.js';
import { PasswordForm } from './step-forms.js';
import { useRowStep } from './use-row-step.js';
import { useSecurityAction } from './use-security-action.js';

interface GithubLoginProps {
  /** The user's name on GitHub; null if nothing is linked. */
  readonly github: string | null;
  readonly hasPassword: boolean;
}

/** The GitHub login, linked or not. Without a password it is the only login and cannot be unlinked. */
export function GithubLogin({ github, hasPassword }: GithubLoginProps) {
  const { step, go, end, leave, opener } = useRowStep<'unlink'>();
  const unlink = useSecurityAction('unlinkGithub', {
    onDone: leave,
    success: 'GitHub has been unlinked.',
  });
  const isLinked = github !== null;
  return (
    <SecurityRow
      name="GitHub"
      status={isLinked ? `Linked as ${github}` : 'Not linked'}
      action={isLinked && hasPassword ? opener('Unlink GitHub', () => go('unlink')) : null}
    >
      {isLinked && !hasPassword ? (
        <p className="text-sm text-muted">To unlink GitHub, set a password first.</p>
      ) : null}
      {step === null ? null : <PasswordForm submitText="UNLINK" action={unlink} onBack={end} />}
    </SecurityRow>
  );
}
