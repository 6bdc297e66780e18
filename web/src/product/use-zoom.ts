import { type PointerEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { moved, type Point, WHOLE, type Zoom, zoomed } from './zoom.js';

/** The zoom factor of a press on a whole picture. */
const PRESS_FACTOR = 2.5;
const WHEEL_SPEED = 0.002;
/** A pointer that moves less is a press, not a drag. */
const PRESS_PIXELS = 6;
/** A finger that moves further across a whole picture swipes to the next one. */
const SWIPE_PIXELS = 50;

interface Gesture {
  /** The last positions of the pointers that are down, by id. */
  readonly pointers: Map<number, Point>;
  start: Point;
  /** True once it is more than a press. */
  isDrag: boolean;
  isPinch: boolean;
}

/**
 * A picture that pointers, fingers and the wheel enlarge and move. @param onSwipe called for the next or the previous
 * one
 */
export function useZoom(place: RefObject<HTMLElement | null>, onSwipe: (step: 1 | -1) => void) {
  const [zoom, setZoom] = useState<Zoom>(WHOLE);
  const gesture = useRef<Gesture>({
    pointers: new Map(),
    start: { x: 0, y: 0 },
    isDrag: false,
    isPinch: false,
  });

  const change = (next: (zoom: Zoom, box: DOMRect) => Zoom) => {
    const box = place.current?.getBoundingClientRect();
    if (box) {
      setZoom((zoom) => next(zoom, box));
    }
  };
  const zoomBy = (factor: number, at?: Point) =>
    change((zoom, box) => zoomed(zoom, factor, at ? fromMiddle(at, box) : { x: 0, y: 0 }, box));
  useWheel(place, zoomBy);

  const onPointerDown = (event: PointerEvent) => {
    const { pointers } = gesture.current;
    pointers.set(event.pointerId, pointOf(event));
    event.currentTarget.setPointerCapture(event.pointerId);
    const isPinch = pointers.size > 1;
    gesture.current = { pointers, start: pointOf(event), isDrag: isPinch, isPinch };
  };
  const onPointerMove = (event: PointerEvent) => {
    const { pointers, start } = gesture.current;
    const before = pointers.get(event.pointerId);
    if (!before) {
      return;
    }
    const now = pointOf(event);
    const other = [...pointers].find(([id]) => id !== event.pointerId)?.[1];
    pointers.set(event.pointerId, now);
    gesture.current.isDrag ||= distance(start, now) > PRESS_PIXELS;
    if (other) {
      zoomBy(distance(now, other) / Math.max(distance(before, other), 1), middleOf(now, other));
      const by = { x: (now.x - before.x) / 2, y: (now.y - before.y) / 2 };
      change((zoom, box) => moved(zoom, by, box));
    } else if (gesture.current.isDrag) {
      change((zoom, box) => moved(zoom, { x: now.x - before.x, y: now.y - before.y }, box));
    }
  };
  const onPointerUp = (event: PointerEvent) => {
    const { pointers, start, isDrag, isPinch } = gesture.current;
    if (!pointers.delete(event.pointerId) || pointers.size > 0 || isPinch) {
      return;
    }
    const end = pointOf(event);
    if (!isDrag) {
      change((zoom, box) => (zoom.scale > 1 ? WHOLE : zoomed(zoom, PRESS_FACTOR, fromMiddle(end, box), box)));
    } else if (zoom.scale === 1 && Math.abs(end.x - start.x) > SWIPE_PIXELS) {
      onSwipe(end.x < start.x ? 1 : -1);
    }
  };
  const onPointerCancel = ({ pointerId }: PointerEvent) => gesture.current.pointers.delete(pointerId);

  return {
    zoom,
    zoomBy,
    reset: () => setZoom(WHOLE),
    handlers: { onPointerDown, onPointerMove, onPointerUp, onPointerCancel },
  };
}

/** React's own listeners may not keep the page from scrolling. */
function useWheel(place: RefObject<HTMLElement | null>, zoomBy: (factor: number, at: Point) => void): void {
  const latest = useRef(zoomBy);
  useEffect(() => {
    latest.current = zoomBy;
  });
  useEffect(() => {
    const element = place.current;
    const onWheel = (event: WheelEvent) => {
      event.preventDefault();
      latest.current(Math.exp(-event.deltaY * WHEEL_SPEED), pointOf(event));
    };
    element?.addEventListener('wheel', onWheel, { passive: false });
    return () => element?.removeEventListener('wheel', onWheel);
  }, [place]);
}

function pointOf({ clientX, clientY }: { readonly clientX: number; readonly clientY: number }): Point {
  return { x: clientX, y: clientY };
}

function fromMiddle({ x, y }: Point, { left, top, width, height }: DOMRect): Point {
  return { x: x - left - width / 2, y: y - top - height / 2 };
}

function middleOf(one: Point, other: Point): Point {
  return { x: (one.x + other.x) / 2, y: (one.y + other.y) / 2 };
}

function distance(one: Point, other: Point): number {
  return Math.hypot(one.x - other.x, one.y - other.y);
}
