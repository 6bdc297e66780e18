import { goTo } from './deal-screens.js';
import type { Screen } from './order-screens.js';
import { answersCalls } from './page-answers.js';
import type { Person } from './person.js';

/** The answers of calls, by the pattern of their paths. */
export type Answers = readonly (readonly [RegExp, unknown])[];

/** Screens of pages of the desk, whose calls are answered within the page. @param name of the answers */
export function answeredScreens(answersName: string, answers: Answers) {
  return (name: string, path: string, isShown: (person: Person) => Promise<void>): Screen => ({
    name,
    path: '/dashboard/profile',
    leavesTraces: answersName,
    async prepare(person) {
      await answersWithin(person, answers);
      await goTo(person, path);
      await isShown(person);
    },
  });
}

/** Answers calls within the page. */
export async function answersWithin(person: Person, answers: Answers): Promise<void> {
  for (const [pattern, json] of answers) {
    await answersCalls(person, pattern, { json });
  }
}
