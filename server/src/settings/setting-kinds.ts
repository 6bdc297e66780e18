import { z } from 'zod';

/** The values of some variables, by their kinds. */
export type ValuesOf<Variables extends z.ZodRawShape> = z.infer<z.ZodObject<Variables>>;

/** An e-mail address, as part of a regular expression with the flag `u`. */
export const EMAIL_ADDRESS = String.raw`[^\s\p{Cc}<>()",:;@\\[\]]+@(\[[\w.:]+\]|[\w-]+(\.[\w-]+)*)`;

/** A setting parsed by `read`. For an invalid text the error says, after the variable's name, that it must `mustBe`. */
export function setting<Value>(
  read: (text: string) => Value | null,
  mustBe: string,
  { isSecret = false }: { isSecret?: boolean } = {},
) {
  return z.string().transform((text, context): Value => {
    const value = read(text);
    if (value !== null) {
      return value;
    }
    context.addIssue(isSecret ? `must ${mustBe}.` : `must ${mustBe}, not ${JSON.stringify(text)}.`);
    return z.NEVER;
  });
}

/** A text that passes a check. */
export function text(isGood: (text: string) => boolean, mustBe: string, options?: { isSecret?: boolean }) {
  return setting((value) => (isGood(value) ? value : null), mustBe, options);
}

/** A whole number within limits. */
export function wholeNumber(min: number, max: number, mustBe: string) {
  return setting((value) => {
    const number = Number(value);
    return Number.isInteger(number) && number >= min && number <= max ? number : null;
  }, mustBe);
}

/** One of several words. */
export function oneOf<Choice extends string>(...choices: Choice[]) {
  const choiceOf = (value: string) => choices.find((choice) => choice === value) ?? null;
  return setting(choiceOf, `be one of ${choices.join(', ')}`);
}

/** A switch. */
export const onOff = setting((value) => {
  const isAmong = (...words: string[]) => words.includes(value.toLowerCase());
  return isAmong('1', 'on', 'true') ? true : isAmong('0', 'off', 'false') ? false : null;
}, 'be on or off (or 1 or 0)');

/** A number of 1 or more. */
export const count = wholeNumber(1, Number.MAX_SAFE_INTEGER, 'be a whole number of 1 or more');

/** An origin, without a trailing slash. */
export const origin = setting((value) => {
  const url = URL.canParse(value) ? new URL(value) : null;
  const isOrigin = url && /^https?:$/.test(url.protocol) && ['', '/'].includes(url.pathname) && !url.search;
  return isOrigin ? url.origin : null;
}, 'be an origin such as https://shop.example');

/** An origin with an optional path, without a trailing slash. */
export const address = setting((value) => {
  const url = URL.canParse(value) ? new URL(value) : null;
  const isAddress = url && /^https?:$/.test(url.protocol) && !url.search && !url.hash && !url.username;
  return isAddress ? `${url.origin}${url.pathname}`.replace(/\/+$/, '') : null;
}, 'be an address such as https://github.example/api/v3');
