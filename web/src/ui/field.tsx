import {
  type InputHTMLAttributes,
  type ReactNode,
  type Ref,
  type SelectHTMLAttributes,
  type TextareaHTMLAttributes,
  useId,
} from 'react';
import { FaultLine } from './fault-line.js';
import { Select } from './select.js';

const CONTROL_CLASS =
  'min-h-11 w-full rounded-control border border-edge bg-paper px-3 py-2 text-base text-ink placeholder:text-muted disabled:bg-card disabled:text-muted aria-invalid:border-error';

/** The attributes of every control in a field. */
interface ControlAttributes {
  readonly id: string;
  readonly 'aria-invalid': true | undefined;
  readonly 'aria-describedby': string | undefined;
  readonly className: string;
}

interface FieldFrameProps {
  readonly label: string;
  readonly error: string | undefined;
  readonly children: (attributes: ControlAttributes) => ReactNode;
}

function FieldFrame({ label, error, children }: FieldFrameProps) {
  const id = useId();
  const errorId = `${id}-error`;
  return (
    <div className="flex flex-col gap-1.5">
      <label htmlFor={id} className="text-sm font-semibold">
        {label}
      </label>
      {children({
        id,
        'aria-invalid': error ? true : undefined,
        'aria-describedby': error ? errorId : undefined,
        className: CONTROL_CLASS,
      })}
      {error ? <FaultLine id={errorId}>{error}</FaultLine> : null}
    </div>
  );
}

interface TextFieldProps extends InputHTMLAttributes<HTMLInputElement> {
  readonly label: string;
  readonly error?: string | undefined;
  readonly ref?: Ref<HTMLInputElement>;
}

/** A labelled text input with its error below. */
export function TextField({ label, error, ...rest }: TextFieldProps) {
  return (
    <FieldFrame label={label} error={error}>
      {(attributes) => <input {...attributes} {...rest} />}
    </FieldFrame>
  );
}

interface TextAreaFieldProps extends TextareaHTMLAttributes<HTMLTextAreaElement> {
  readonly label: string;
  readonly error?: string | undefined;
  readonly ref?: Ref<HTMLTextAreaElement>;
}

/** A labelled input for several lines of text with its error below. */
export function TextAreaField({ label, error, ...rest }: TextAreaFieldProps) {
  return (
    <FieldFrame label={label} error={error}>
      {(attributes) => <textarea {...attributes} {...rest} />}
    </FieldFrame>
  );
}

interface SelectFieldProps extends SelectHTMLAttributes<HTMLSelectElement> {
  readonly label: string;
  readonly error?: string | undefined;
  readonly ref?: Ref<HTMLSelectElement>;
}

/** A labelled select with its error below. */
export function SelectField({ label, error, ...rest }: SelectFieldProps) {
  return (
    <FieldFrame label={label} error={error}>
      {({ className, ...attributes }) => <Select className={className} {...attributes} {...rest} />}
    </FieldFrame>
  );
}

interface CheckboxFieldProps extends InputHTMLAttributes<HTMLInputElement> {
  readonly label: string;
  /** The meaning of the choice, in small print below. It is a description, not part of the name. */
  readonly hint?: string;
  readonly ref?: Ref<HTMLInputElement>;
}

export function CheckboxField({ label, hint, ...rest }: CheckboxFieldProps) {
  const hintId = useId();
  const field = (
    <label className="flex min-h-11 cursor-pointer items-center gap-3 has-disabled:cursor-default">
      <input
        type="checkbox"
        aria-describedby={hint === undefined ? undefined : hintId}
        className="size-5 shrink-0 accent-ink"
        {...rest}
      />
      <span>{label}</span>
    </label>
  );
  return hint === undefined ? (
    field
  ) : (
    <div className="flex flex-col">
      {field}
      <p id={hintId} className="-mt-1.5 pl-8 text-sm text-muted">
        {hint}
      </p>
    </div>
  );
}
