import type { ReactNode } from 'react';
import { LeavingQuestion } from '../../identity/session/leaving-question.js';
import { FaultText } from '../../ui/fault-text.js';
import { ConflictNotice } from './conflict-notice.js';
import { type FixedParts, ProductForm } from './product-form.js';
import type { useProductForm } from './use-product-form.js';

interface ProductEditorProps {
  readonly form: ReturnType<typeof useProductForm>;
  readonly fixed: FixedParts;
  /** The sentence of the question before unsaved changes are lost. */
  readonly lost: string;
  /** The buttons. */
  readonly children: ReactNode;
}

/** The form of a product or a draft, a conflict with another member, and the question before its changes are lost. */
export function ProductEditor({ form, fixed, lost, children }: ProductEditorProps) {
  const { seen, content, setContent, isChanged, errors, fault, conflict } = form;
  return (
    <>
      {conflict === null ? null : (
        <ConflictNotice
          conflict={conflict}
          base={seen.content}
          mine={content}
          onKeep={form.keepMine}
          onTakeTheirs={form.takeTheirs}
        />
      )}
      <ProductForm
        content={content}
        errors={errors}
        fixed={fixed}
        onChange={setContent}
        onSubmit={() => void form.save()}
      >
        {children}
        <FaultText>{fault}</FaultText>
      </ProductForm>
      {isChanged ? <LeavingQuestion title="Leave without saving?">{lost}</LeavingQuestion> : null}
    </>
  );
}
