import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import { readAgain } from './read-again.js';

it('a change shows even if the first read began before it', async () => {
  const client = new QueryClient();
  let answer = (_text: string) => {};
  const first = new Promise<string>((resolve) => {
    answer = resolve;
  });
  const answers = [first, Promise.resolve('after')];
  const queryFn = () => answers.shift() ?? 'later';
  const observer = new QueryObserver(client, { queryKey: ['hearts', 'ada'], queryFn });
  const stop = observer.subscribe(() => {});

  const reading = readAgain(client, ['hearts']);
  answer('before');
  await reading;

  expect(observer.getCurrentResult().data).toBe('after');
  stop();
});
