import { ROLES, type Role } from '@perkex/contract/roles.js';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { call, RefusalError } from '../../api/call.js';
import { actOnMembers, type DeskMembers, deskMembersQuery, type Invitation } from '../../api/desk-members.js';
import { newOrderId } from '../../api/order-id.js';
import { Moment } from '../../deals/moment.js';
import { Section } from '../../deals/section.js';
import { useUserId } from '../../identity/session/auth-store.js';
import { paths } from '../../links/paths.js';
import { Link } from '../../routing/link.js';
import { Button } from '../../ui/button.js';
import { FaultText } from '../../ui/fault-text.js';
import { SelectField, TextField } from '../../ui/field.js';
import { LoadingState } from '../../ui/loading-state.js';
import { SubmitButton } from '../../ui/submit-button.js';
import { usePageTitle } from '../../ui/use-page-title.js';
import { MemberPage } from '../member-page.js';
import { useActs } from '../use-acts.js';

const ROLE_WORDS: Readonly<Record<Role, string>> = {
  desk: 'Desk: pairs',
  finance: 'Finance: payments and payouts',
  admin: 'Admin: everything',
};

/** The members of the market, and invitations by mail (after-the-trade, "The desk"). */
export function MembersPage() {
  usePageTitle('Members');
  const { data, isError, refetch } = useQuery(deskMembersQuery(useUserId()));
  return (
    <MemberPage audience="admin">
      <h1 className="text-3xl md:text-4xl">Members</h1>
      {data ? (
        <Members all={data} />
      ) : (
        <LoadingState isError={isError} refetch={refetch} failure="The members could not be loaded." />
      )}
    </MemberPage>
  );
}

function Members({ all: { members, invitations, canInvite } }: { readonly all: DeskMembers }) {
  return (
    <div className="grid items-start gap-8 lg:grid-cols-[minmax(0,1fr)_24rem] lg:gap-12">
      <div className="flex min-w-0 flex-col gap-8">
        <Section title="Members, past and present">
          <ul aria-label="Members" className="divide-y divide-line border-y border-line">
            {members.map(({ name, role }) => (
              <li key={name} className="flex flex-wrap items-center justify-between gap-x-4 py-2.5">
                <Link
                  to={paths.deskJournal({ member: name })}
                  className="inline-flex min-h-11 items-center font-semibold underline-offset-4 hover:underline"
                >
                  {name}
                </Link>
                <span className={role === null ? 'text-muted' : ''}>
                  {role === null ? 'Without a role now' : ROLE_WORDS[role]}
                </span>
              </li>
            ))}
          </ul>
          <p className="text-sm text-muted">
            Choose a name to see what that member has done. The operator of the server ends a role with the
            command perkex revoke.
          </p>
        </Section>
        <Invitations invitations={invitations} />
      </div>
      {canInvite ? (
        <InvitationForm />
      ) : (
        <p className="text-muted">This market sends no mails. Give a role with the command perkex grant.</p>
      )}
    </div>
  );
}

function Invitations({ invitations }: { readonly invitations: readonly Invitation[] }) {
  const uid = useUserId();
  const { isBusy, fault, run } = useActs(actOnMembers);
  return (
    <Section title="Open invitations">
      <FaultText>{fault}</FaultText>
      {invitations.length === 0 ? (
        <p className="text-muted">None.</p>
      ) : (
        <ul aria-label="Open invitations" className="divide-y divide-line border-y border-line">
          {invitations.map(({ invitation, email, role, name, invitedBy, expiresAt }) => (
            <li key={invitation} className="flex flex-wrap items-center justify-between gap-3 py-3">
              <div className="min-w-0">
                <p className="font-semibold wrap-anywhere">{email}</p>
                <p className="text-sm text-muted">
                  As {name}, {role}, by {invitedBy}
                </p>
                <p className="text-sm text-muted">
                  Until <Moment at={expiresAt} />
                </p>
              </div>
              <Button
                aria-label={`Withdraw the invitation of ${email}`}
                aria-disabled={isBusy}
                onClick={
                  isBusy
                    ? undefined
                    : () => void run(() => call('withdrawInvitation', { body: { uid, invitation } }))
                }
              >
                Withdraw
              </Button>
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}

const EMPTY = { email: '', name: '', role: 'desk' as Role };

function InvitationForm() {
  const uid = useUserId();
  const { isBusy, error, fault, run } = useActs(actOnMembers);
  const [form, setForm] = useState(EMPTY);
  // The same for each attempt, so that an invitation that is sent twice exists once.
  const [id, setId] = useState(newOrderId);
  const [news, setNews] = useState('');
  const set = (part: Partial<typeof EMPTY>) => {
    setForm((before) => ({ ...before, ...part }));
    setNews('');
  };
  function send(event: FormEvent): void {
    event.preventDefault();
    const body = { uid, invitation: id, ...form, email: form.email.trim(), name: form.name.trim() };
    void run(
      () => call('inviteMember', { body }),
      () => {
        setNews(`A mail to ${body.email} is on its way. Its link works for 7 days.`);
        setForm(EMPTY);
        setId(newOrderId());
      },
    );
  }
  const isOfName = error instanceof RefusalError && error.code === 'name-taken';
  return (
    <form className="flex min-w-0 flex-col gap-4" onSubmit={send} noValidate>
      <h2 className="text-lg">Invite a member</h2>
      <TextField
        label="E-mail"
        type="email"
        autoComplete="off"
        maxLength={254}
        value={form.email}
        onChange={({ target }) => set({ email: target.value })}
      />
      <TextField
        label="Permanent name in the records"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={30}
        value={form.name}
        error={isOfName ? (fault ?? undefined) : undefined}
        onChange={({ target }) => set({ name: target.value })}
      />
      <SelectField
        label="Role"
        value={form.role}
        onChange={({ target }) => set({ role: ROLES.find((role) => role === target.value) ?? 'desk' })}
      >
        {ROLES.map((role) => (
          <option key={role} value={role}>
            {ROLE_WORDS[role]}
          </option>
        ))}
      </SelectField>
      <p className="text-sm text-muted">
        They get a mail with a link, log in or sign up with this e-mail, and turn on a second factor.
      </p>
      <p role="status">{news}</p>
      <FaultText>{isOfName ? null : fault}</FaultText>
      <SubmitButton isBusy={isBusy} className="min-w-36 self-start">
        Invite
      </SubmitButton>
    </form>
  );
}
