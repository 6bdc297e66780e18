import type { OpenOrderRow } from '@perkex/contract/user-data.js';
import { counted } from '@perkex/core/counted.js';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { faultOf } from '../../api/fault-of.js';
import {
  type BatchCommand,
  type CommandAnswer,
  isUnconfirmed,
  sendCommands,
} from '../../api/order-batches.js';
import { useDashboardUserId } from '../../user/user.js';

interface SentCommand {
  readonly command: BatchCommand;
  readonly answer: CommandAnswer;
}

/** A change to a price that its seller has confirmed. */
type ConfirmedChange = BatchCommand & { readonly price: number };

interface Outcome {
  readonly sent: readonly SentCommand[];
  readonly summary: string;
  /** Changes to prices far from the market, with the confirmation that they wait for. */
  readonly doubted: readonly ConfirmedChange[];
}

const NONE: Outcome = { sent: [], summary: '', doubted: [] };

/** The changes of own asks, and their outcome. They stay while another tab of the page is open. */
export function useAskChanges() {
  const client = useQueryClient();
  const userId = useDashboardUserId();
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [outcome, setOutcome] = useState(NONE);
  /** The asks as they were when something was sent: those that have sold since are still named. */
  const [rows, setRows] = useState<readonly OpenOrderRow[]>([]);
  const { mutate, isPending, error } = useMutation({
    async mutationFn(commands: readonly BatchCommand[]) {
      let all: readonly CommandAnswer[] = [];
      setOutcome(({ doubted }) => ({ ...NONE, doubted }));
      try {
        await sendCommands(client, userId, commands, (answers) => {
          all = answers;
        });
      } finally {
        if (all.length > 0) {
          setOutcome(outcomeOf(commands, all));
          setChosen(new Set());
        }
      }
    },
  });
  return {
    ...outcome,
    chosen,
    choose: setChosen,
    rows,
    /** Sends changes of these asks. */
    send(commands: readonly BatchCommand[], ofRows: readonly OpenOrderRow[]): void {
      setRows(ofRows);
      mutate(commands);
    },
    /** Sends the changes that wait for a confirmation. */
    sendDoubted: () => mutate(outcome.doubted),
    isPending,
    fault: faultOf(error),
  };
}

export type AskChanges = ReturnType<typeof useAskChanges>;

/** @param answers as many as have arrived */
function outcomeOf(commands: readonly BatchCommand[], answers: readonly CommandAnswer[]): Outcome {
  const sent = answers.map((answer, index) => ({ command: commands[index] as BatchCommand, answer }));
  const doubted = sent.flatMap(({ command, answer }) =>
    command.call === 'changeOrder' && command.price !== undefined && isUnconfirmed(answer)
      ? [{ ...command, price: command.price, confirmedPrice: command.price }]
      : [],
  );
  return { sent, summary: summaryOf(answers), doubted };
}

function summaryOf(answers: readonly CommandAnswer[]): string {
  const refused = answers.filter((answer) => 'problem' in answer).length;
  const rest = refused === 0 ? '' : ` ${counted(refused, 'ask')} could not be changed.`;
  return `Done with ${counted(answers.length - refused, 'ask')}.${rest}`;
}
