import { isForRole } from '@perkex/contract/roles.js';
import type { Verification } from '@perkex/contract/verification.js';
import { capitalised } from '@perkex/core/capitalised.js';
import { KINDS, type Kind } from '@perkex/core/finding/kinds.js';
import { MAX_POINT_LENGTH, MAX_POINTS } from '@perkex/core/verification/checklist.js';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { changeChecklist, deskQuery, verificationQuery } from '../../api/desk.js';
import { faultOf } from '../../api/fault-of.js';
import { Section } from '../../deals/section.js';
import { useUserId } from '../../identity/session/auth-store.js';
import { paths } from '../../links/paths.js';
import { BackLink } from '../../routing/back-link.js';
import { FaultText } from '../../ui/fault-text.js';
import { SelectField, TextAreaField } from '../../ui/field.js';
import { LoadingState } from '../../ui/loading-state.js';
import { SubmitButton } from '../../ui/submit-button.js';
import { usePageTitle } from '../../ui/use-page-title.js';
import { TestResults } from './test-results.js';

const OTHERS = 'All other sneakers';

/** The checklists, which admins change, and how far members agree (after-the-trade, "The desk"). */
export function VerificationPage() {
  usePageTitle('Verification');
  const userId = useUserId();
  const { data: me } = useQuery(deskQuery(userId));
  const { data, error, refetch } = useQuery(verificationQuery(userId));
  return (
    <div className="flex flex-col gap-6">
      <div>
        <BackLink to={paths.desk()}>Desk</BackLink>
        <h1 className="text-3xl md:text-4xl">Verification</h1>
      </div>
      {data ? (
        <div className="grid items-start gap-8 lg:grid-cols-2 lg:gap-12">
          <Section title="Checklists">
            {me && isForRole(me.role, 'admin') ? (
              <ChecklistForm verification={data} />
            ) : (
              <Checklists verification={data} />
            )}
          </Section>
          <Section title="Agreement">
            <AgreementTable agreement={data.agreement} />
            {data.tests === null ? null : <TestResults tests={data.tests} />}
          </Section>
        </div>
      ) : (
        <LoadingState
          isError={error !== null}
          refetch={refetch}
          failure="The checklists could not be loaded."
        />
      )}
    </div>
  );
}

type Written = Verification['checklists'][number];

/** The list that holds for a kind; null is that of all kinds without one. */
function listOf({ checklists }: Verification, kind: Kind | null): Written | undefined {
  return checklists.find((list) => list.kind === kind && list.points.length > 0);
}

function Checklists({ verification }: { readonly verification: Verification }) {
  const written = verification.checklists.filter(({ kind, points }) => kind !== null && points.length > 0);
  const others = listOf(verification, null)?.points ?? verification.standard;
  return [
    ...written.map(({ kind, points }) => ({ title: titleOf(kind), points })),
    { title: OTHERS, points: others },
  ].map(({ title, points }) => (
    <div key={title} className="flex flex-col gap-1">
      <h3 className="font-semibold">{title}</h3>
      <PointList points={points} />
    </div>
  ));
}

function PointList({ points }: { readonly points: readonly string[] }) {
  return (
    <ol className="list-decimal pl-5">
      {points.map((point) => (
        <li key={point} className="wrap-anywhere">
          {point}
        </li>
      ))}
    </ol>
  );
}

function titleOf(kind: Kind | null): string {
  return kind === null ? OTHERS : capitalised(kind);
}

/** Changes the checklist of a kind of sneakers, one point a line. */
function ChecklistForm({ verification }: { readonly verification: Verification }) {
  const [kind, setKind] = useState<Kind | null>(null);
  return (
    <div className="flex flex-col gap-4">
      <SelectField
        label="For"
        value={kind ?? ''}
        onChange={({ target }) => setKind(KINDS.find((each) => each === target.value) ?? null)}
      >
        <option value="">{OTHERS}</option>
        {KINDS.map((each) => (
          <option key={each} value={each}>
            {titleOf(each)}
          </option>
        ))}
      </SelectField>
      <PointsForm key={kind ?? ''} kind={kind} verification={verification} />
    </div>
  );
}

interface PointsFormProps {
  readonly kind: Kind | null;
  readonly verification: Verification;
}

function PointsForm({ kind, verification }: PointsFormProps) {
  const userId = useUserId();
  const client = useQueryClient();
  const own = listOf(verification, kind);
  const current = verification.checklists.find((list) => list.kind === kind);
  const seen = current?.id ?? 0;
  const inherited = listOf(verification, null)?.points ?? verification.standard;
  /** The typed text, and the id of the list that it changes. */
  const [draft, setDraft] = useState<{ readonly text: string; readonly of: number } | null>(null);
  const text = draft?.text ?? (own?.points ?? (kind === null ? inherited : [])).join('\n');
  const points = text.split('\n').flatMap((line) => line.trim() || []);
  const isOfOthers = draft !== null && draft.of !== seen && current?.points.join('\n') !== points.join('\n');
  const [fault, setFault] = useState<string>();
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => changeChecklist(client, userId, { kind, seen, points }),
    onSuccess: () => setDraft(null),
  });

  function save(event: FormEvent): void {
    event.preventDefault();
    const wrong = pointsFault(points);
    setFault(wrong);
    if (wrong === undefined && !isPending) {
      mutate();
    }
  }

  return (
    <form className="flex flex-col gap-4" onSubmit={save} noValidate>
      <TextAreaField
        label="Points, one a line"
        rows={10}
        value={text}
        error={fault}
        onChange={({ target }) => setDraft({ text: target.value, of: draft?.of ?? seen })}
      />
      <p className="text-sm text-muted">
        {kind === null
          ? 'Each point is a sentence that is true of a pair in order. Leave it empty for the standard list.'
          : `Leave it empty to use the list of "${OTHERS}".`}
        {own ? ` Last changed by ${own.member}.` : ''}
      </p>
      <FaultText>{faultOf(error)}</FaultText>
      <div role="status" className="empty:sr-only">
        {isOfOthers && current ? (
          <section
            aria-label="Changed list"
            className="flex flex-col gap-2 rounded-card border border-line p-4"
          >
            <p>{current.member} has changed this list. If you save yours, it replaces this one:</p>
            {current.points.length === 0 ? <p>It is empty.</p> : <PointList points={current.points} />}
          </section>
        ) : null}
      </div>
      <SubmitButton isBusy={isPending}>Save</SubmitButton>
    </form>
  );
}

function pointsFault(points: readonly string[]): string | undefined {
  if (points.length > MAX_POINTS) {
    return `At most ${MAX_POINTS} points.`;
  }
  return points.some((point) => point.length > MAX_POINT_LENGTH)
    ? `At most ${MAX_POINT_LENGTH} characters in a point.`
    : undefined;
}

const NUMBER = 'py-2 pl-4 text-right tabular-nums';

function AgreementTable({ agreement }: Pick<Verification, 'agreement'>) {
  if (agreement.length === 0) {
    return <p className="text-muted">No pair has been reviewed in the last 90 days.</p>;
  }
  return (
    <>
      <p className="text-sm text-muted">
        How often a member gave the same verdict as another one on the same pair, without knowing it. The last
        90 days.
      </p>
      <table className="w-full">
        <thead>
          <tr className="border-b border-line text-sm text-muted">
            <th scope="col" className="py-2 text-left font-normal">
              Member
            </th>
            {['Pairs', 'Compared', 'Agreed'].map((name) => (
              <th key={name} scope="col" className={`${NUMBER} font-normal`}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {agreement.map(({ member, reviewed, compared, agreed }) => (
            <tr key={member}>
              <th scope="row" className="py-2 text-left font-semibold">
                {member}
              </th>
              <td className={NUMBER}>{reviewed}</td>
              <td className={NUMBER}>{compared}</td>
              <td className={NUMBER}>
                {compared === 0 ? '–' : `${agreed} (${Math.round((100 * agreed) / compared)} %)`}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}
