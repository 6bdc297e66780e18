import type { TestResult } from '@perkex/contract/verification.js';
import { expectedText } from './expected-text.js';

const NUMBER = 'py-2 pl-4 text-right tabular-nums';

/** How often members found what was expected of test pairs, by what that was. */
export function TestResults({ tests }: { readonly tests: readonly TestResult[] }) {
  return (
    <div className="flex flex-col gap-3">
      <h3 className="text-lg">Test pairs</h3>
      <p className="text-sm text-muted">
        How often members found what an admin had found before them. Only admins see this. The last 90 days.
      </p>
      {tests.length === 0 ? (
        <p>No test pair has been checked yet.</p>
      ) : (
        <table className="w-full">
          <thead>
            <tr className="border-b border-line text-sm text-muted">
              {['Member', 'To find'].map((name) => (
                <th key={name} scope="col" className="py-2 pr-4 text-left font-normal">
                  {name}
                </th>
              ))}
              {['Right', 'Wrong'].map((name) => (
                <th key={name} scope="col" className={`${NUMBER} font-normal`}>
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody className="divide-y divide-line">
            {tests.map(({ member, expected, pairs, right }) => (
              <tr key={`${member} ${expected}`}>
                <th scope="row" className="py-2 pr-4 text-left font-semibold">
                  {member}
                </th>
                <td className="py-2 pr-4">{expectedText(expected)}</td>
                <td className={NUMBER}>{right}</td>
                <td className={NUMBER}>{pairs - right}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </div>
  );
}
