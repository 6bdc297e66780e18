import { ChevronLeft, ChevronRight, X, ZoomIn, ZoomOut } from 'lucide-react';
import { type KeyboardEvent, useRef, useState } from 'react';
import { IconButton } from '../ui/button.js';
import { useModal } from '../ui/use-modal.js';
import { useZoom } from './use-zoom.js';
import type { View } from './views.js';

const STEP_FACTOR = 1.5;

export interface ZoomDialogProps {
  readonly title: string;
  readonly views: readonly [View, ...View[]];
  /** The index of the first view. */
  readonly first: number;
  /** Called with the index of the last view shown. */
  readonly onClose: (index: number) => void;
}

/** The pictures of a product over the whole screen, enlarged by wheel, pinch, press and keys. Escape closes it. */
export function ZoomDialog({ title, views, first, onClose }: ZoomDialogProps) {
  const place = useRef<HTMLDivElement>(null);
  const [index, setIndex] = useState(first);
  const { zoom, zoomBy, reset, handlers } = useZoom(place, turn);
  const modal = useModal({ onCancel: () => onClose(index) });

  function turn(step: 1 | -1): void {
    setIndex((index + step + views.length) % views.length);
    reset();
  }

  const onKey = (event: KeyboardEvent) => {
    const act = KEYS[event.key];
    if (act) {
      event.preventDefault();
      act({ turn: views.length > 1 ? turn : () => {}, zoomBy, reset });
    }
  };
  const view = views[index] ?? views[0];
  const { scale, x, y } = zoom;
  return (
    <dialog
      {...modal}
      aria-label={title}
      onKeyDown={onKey}
      className="m-0 h-dvh max-h-none w-screen max-w-none overflow-hidden bg-paper text-ink open:flex open:flex-col"
    >
      <div className="flex items-center justify-end gap-1 p-2 md:p-3">
        <p aria-live="polite" className="mr-auto ml-2 text-sm text-muted">
          {view.name}
          {views.length > 1 ? ` · ${index + 1} of ${views.length}` : ''}
          <span className="sr-only">, {Math.round(scale * 100)}%</span>
        </p>
        <IconButton
          name="Zoom out"
          aria-disabled={scale === 1}
          className="aria-disabled:cursor-default aria-disabled:text-muted"
          onClick={() => zoomBy(1 / STEP_FACTOR)}
        >
          <ZoomOut aria-hidden />
        </IconButton>
        <IconButton name="Zoom in" onClick={() => zoomBy(STEP_FACTOR)}>
          <ZoomIn aria-hidden />
        </IconButton>
        <IconButton name="Close" onClick={() => onClose(index)}>
          <X aria-hidden />
        </IconButton>
      </div>
      <div
        ref={place}
        {...handlers}
        className={`relative min-h-0 flex-1 touch-none overflow-hidden bg-card select-none ${scale > 1 ? 'cursor-grab active:cursor-grabbing' : 'cursor-zoom-in'}`}
      >
        <img
          src={view.src}
          alt={view.alt}
          draggable={false}
          style={{ transform: `translate(${x}px, ${y}px) scale(${scale})` }}
          className={`absolute inset-0 size-full object-contain p-4 md:p-12 ${view.placeholder ? 'mix-blend-multiply dark:mix-blend-normal' : ''}`}
        />
      </div>
      {views.length === 1 ? null : (
        <div className="flex justify-center gap-2 p-2 md:p-3">
          <IconButton name="Previous view" className="border border-line" onClick={() => turn(-1)}>
            <ChevronLeft aria-hidden />
          </IconButton>
          <IconButton name="Next view" className="border border-line" onClick={() => turn(1)}>
            <ChevronRight aria-hidden />
          </IconButton>
        </div>
      )}
    </dialog>
  );
}

interface KeyActions {
  readonly turn: (step: 1 | -1) => void;
  readonly zoomBy: (factor: number) => void;
  readonly reset: () => void;
}

const KEYS: Readonly<Record<string, (actions: KeyActions) => void>> = {
  ArrowLeft: ({ turn }) => turn(-1),
  ArrowRight: ({ turn }) => turn(1),
  '+': ({ zoomBy }) => zoomBy(STEP_FACTOR),
  '=': ({ zoomBy }) => zoomBy(STEP_FACTOR),
  '-': ({ zoomBy }) => zoomBy(1 / STEP_FACTOR),
  '0': ({ reset }) => reset(),
};
