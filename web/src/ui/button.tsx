import type { ButtonHTMLAttributes, Ref } from 'react';
import { useSettled } from './use-settled.js';

export type ButtonLook = 'plain' | 'done' | 'strong' | 'bid' | 'quietBid' | 'ask' | 'quietAsk' | 'danger';

const LOOKS: Readonly<Record<ButtonLook, string>> = {
  plain: 'border border-edge bg-paper text-ink hover:bg-card',
  done: 'border border-line bg-card text-ink hover:border-edge',
  strong: 'bg-ink text-paper hover:opacity-85',
  bid: 'bg-bid text-on-trade hover:opacity-90',
  quietBid: 'border border-bid bg-paper text-bid hover:bg-card',
  ask: 'bg-ask text-on-trade hover:opacity-90',
  quietAsk: 'border border-ask bg-paper text-ask hover:bg-card',
  danger: 'border border-error bg-paper text-error hover:bg-card',
};

/** The classes of a button, for links that look like one. */
export function buttonClass(look: ButtonLook = 'plain', more = ''): string {
  return `inline-flex min-h-11 items-center justify-center gap-2 rounded-control px-4 py-2 text-center font-semibold print:hidden motion-safe:transition-opacity motion-safe:duration-100 active:opacity-70 disabled:cursor-not-allowed disabled:border disabled:border-line disabled:bg-card disabled:text-muted disabled:opacity-100 ${LOOKS[look]} ${more}`;
}

interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  readonly look?: ButtonLook;
  readonly ref?: Ref<HTMLButtonElement>;
}

export function Button({ look = 'plain', className = '', type = 'button', ...rest }: ButtonProps) {
  return <button type={type} className={buttonClass(look, className)} {...rest} />;
}

interface PausableButtonProps extends ButtonProps {
  /** True while presses have no effect. */
  readonly isPaused: boolean;
}

/** A button that can be paused. Unlike a disabled button, a paused one keeps the focus. */
export function PausableButton({ isPaused, onClick, className = '', ...rest }: PausableButtonProps) {
  return (
    <Button
      aria-disabled={isPaused}
      className={`aria-disabled:cursor-not-allowed aria-disabled:border-line aria-disabled:bg-card aria-disabled:text-muted aria-disabled:active:opacity-100 ${className}`}
      onClick={isPaused ? undefined : onClick}
      {...rest}
    />
  );
}

interface SettlingButtonProps extends ButtonProps {
  /** Identifies the subject of a press. */
  readonly subject: string;
  /** As in `PausableButton`. */
  readonly isPaused?: boolean;
}

/** A button that replaces another one. It is disabled until a press can only be meant for it (`useSettled`). */
export function SettlingButton({
  subject,
  isPaused = false,
  disabled = false,
  ...rest
}: SettlingButtonProps) {
  const isSettled = useSettled(subject);
  return <PausableButton isPaused={isPaused} disabled={disabled || !isSettled} {...rest} />;
}

/** The classes of an icon button, for links that look like one. */
export function iconButtonClass(more = ''): string {
  return `inline-flex size-11 items-center justify-center rounded-control hover:bg-card disabled:text-muted ${more}`;
}

interface IconButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  /** The accessible name, also shown as a tooltip. */
  readonly name: string;
  readonly ref?: Ref<HTMLButtonElement>;
}

export function IconButton({ name, className = '', type = 'button', ...rest }: IconButtonProps) {
  return (
    <button type={type} aria-label={name} title={name} className={iconButtonClass(className)} {...rest} />
  );
}
