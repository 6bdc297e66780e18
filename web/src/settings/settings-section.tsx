import { Pencil } from 'lucide-react';
import { type ReactNode, type Ref, useId } from 'react';
import { Link, type LinkProps } from '../routing/link.js';
import { IconButton, iconButtonClass } from '../ui/button.js';

interface SettingsSectionProps {
  readonly title: string;
  /** The edit icon. */
  readonly edit: ReactNode;
  readonly children: ReactNode;
}

/** A part of the settings with its edit icon (section 2, "General Settings"). */
export function SettingsSection({ title, edit, children }: SettingsSectionProps) {
  const titleId = useId();
  return (
    <section aria-labelledby={titleId} className="rounded-card border border-line p-4 md:p-6">
      <div className="flex items-center justify-between gap-4">
        <h2 id={titleId} className="text-lg">
          {title}
        </h2>
        {edit}
      </div>
      {children}
    </section>
  );
}

interface EditButtonProps {
  /** The accessible name. */
  readonly name: string;
  readonly onEdit: () => void;
  /** True while the editor is open. */
  readonly isOpen: boolean;
  readonly ref: Ref<HTMLButtonElement>;
}

/** An edit icon that opens an editor in its section. */
export function EditButton({ name, onEdit, isOpen, ref }: EditButtonProps) {
  return (
    <IconButton ref={ref} name={name} aria-expanded={isOpen} className="-mr-2" onClick={onEdit}>
      <Pencil aria-hidden className="size-5" />
    </IconButton>
  );
}

/** An edit icon that links to a page. */
export function EditLink({ name, ...link }: Pick<LinkProps, 'to' | 'state'> & { readonly name: string }) {
  return (
    <Link {...link} aria-label={name} title={name} className={iconButtonClass('-mr-2')}>
      <Pencil aria-hidden className="size-5" />
    </Link>
  );
}
