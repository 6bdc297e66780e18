import { Pencil } from 'lucide-react';
import { type ReactNode, type Ref, useId } from 'react';
import { IconButton } from '../ui/button.js';

interface SettingsSectionProps {
  readonly title: string;
  /** The accessible name of the edit icon. */
  readonly editName: string;
  readonly onEdit: () => void;
  /** Whether the editor is open, if the icon opens one here. */
  readonly isOpen?: boolean;
  readonly editButton?: Ref<HTMLButtonElement>;
  readonly children: ReactNode;
}

/** A part of the settings with its edit icon (section 2, "General Settings"). */
export function SettingsSection({
  title,
  editName,
  onEdit,
  isOpen,
  editButton,
  children,
}: SettingsSectionProps) {
  const titleId = useId();
  return (
    <section aria-labelledby={titleId} className="rounded-card border border-line p-4 md:p-6">
      <div className="flex items-center justify-between gap-4">
        <h2 id={titleId} className="text-lg">
          {title}
        </h2>
        <IconButton
          {...(editButton ? { ref: editButton } : {})}
          name={editName}
          aria-expanded={isOpen}
          className="-mr-2"
          onClick={onEdit}
        >
          <Pencil aria-hidden className="size-5" />
        </IconButton>
      </div>
      {children}
    </section>
  );
}
