import type { Desk } from '@perkex/contract/desk.js';
import type { Journal, JournalAct } from '@perkex/contract/desk-journal.js';
import { goTo } from './deal-screens.js';
import type { Screen } from './order-screens.js';
import { answersCalls } from './page-answers.js';
import type { Person } from './person.js';

const HOUR_MS = 3_600_000;
const CODE = '7-0V9K-2M3B-1RFH-TQ8Z-K';

function hoursAgo(hours: number): string {
  return new Date(Date.now() - hours * HOUR_MS).toISOString();
}

function act(position: number, what: string, subject: string, changes: JournalAct['changes']): JournalAct {
  const by = { member: 'dora', role: 'desk' as const, requestId: 'req-4f' };
  return { position: String(position), at: hoursAgo(20 - position), act: what, subject, changes, ...by };
}

const JOURNAL: Journal = {
  acts: [
    act(4, 'pass', `deal/${CODE}`, [
      { name: 'version', before: '4', after: '5' },
      { name: 'state', before: 'received', after: 'verified' },
    ]),
    act(3, 'release-list', 'list/12', [
      { name: 'state', before: 'proposed', after: 'released' },
      { name: 'listed.cents', before: '141050', after: '141050' },
    ]),
    {
      ...act(2, 'set-role', 'member/dora', [{ name: 'role', before: null, after: 'desk' }]),
      ...{ member: 'the command line', role: null, requestId: null },
    },
  ],
  next: '2',
  members: ['ann', 'dora', 'the command line'],
  kinds: ['pass', 'release-list', 'set-role'],
};

/** The pages of admins about the acts of members and about users, whose calls are answered here. */
export function deskUserScreens(desk: Desk): Screen[] {
  const answers: readonly (readonly [RegExp, unknown])[] = [
    [/^\/api\/desk$/, desk],
    [/^\/api\/desk\/journal/, JOURNAL],
  ];
  const ofAdmins = (name: string, path: string, isShown: (person: Person) => Promise<void>): Screen => ({
    name,
    path: '/dashboard/profile',
    leavesTraces: true,
    async prepare(person) {
      for (const [pattern, json] of answers) {
        await answersCalls(person, pattern, { json });
      }
      await goTo(person, path);
      await isShown(person);
    },
  });
  return [ofAdmins('desk-journal', '/desk/journal', (person) => person.sees('proposed'))];
}
