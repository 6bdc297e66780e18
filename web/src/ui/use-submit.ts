import { type FormEvent, useState } from 'react';

/** Submits a form, once at a time. */
export function useSubmit(task: () => Promise<void>) {
  const [isBusy, setIsBusy] = useState(false);

  async function submit(): Promise<void> {
    setIsBusy(true);
    await task();
    setIsBusy(false);
  }

  return {
    isBusy,
    onSubmit(event: FormEvent): void {
      event.preventDefault();
      if (!isBusy) {
        void submit();
      }
    },
  };
}
