import { goTo } from './deal-screens.js';
import type { Screen } from './order-screens.js';
import { answersCalls } from './page-answers.js';
import type { Person } from './person.js';

/** Screens of pages of the desk, whose calls are answered within the page. @param name of the answers */
export function answeredScreens(answersName: string, answers: readonly (readonly [RegExp, unknown])[]) {
  return (name: string, path: string, isShown: (person: Person) => Promise<void>): Screen => ({
    name,
    path: '/dashboard/profile',
    leavesTraces: answersName,
    async prepare(person) {
      for (const [pattern, json] of answers) {
        await answersCalls(person, pattern, { json });
      }
      await goTo(person, path);
      await isShown(person);
    },
  });
}
