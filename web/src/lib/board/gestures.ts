/** Pointer gestures on the map: drag to pan, wheel or pinch to zoom. A drag is no click. */

import type { Viewport } from './viewport.svelte';

const SLOP = 5; // a pointer that moved less was a click

/** In a page that scrolls, the wheel scrolls it: then only Ctrl and the wheel, or two fingers, zoom. */
export function gestures(element: SVGSVGElement, viewport: Viewport, scrolls = false): () => void {
  const pointers = new Map<number, { x: number; y: number }>();
  let moved = 0;
  const inside = (event: { clientX: number; clientY: number }) => {
    const box = element.getBoundingClientRect();
    return { x: event.clientX - box.left, y: event.clientY - box.top };
  };

  const down = (event: PointerEvent) => {
    if (event.button) return;
    pointers.set(event.pointerId, inside(event));
    if (pointers.size === 1) moved = 0;
  };
  const move = (event: PointerEvent) => {
    const before = pointers.get(event.pointerId);
    if (!before) return;
    const now = inside(event);
    if (scrolls && pointers.size === 1 && event.pointerType === 'touch') return;
    if (pointers.size === 1) {
      moved += Math.hypot(now.x - before.x, now.y - before.y);
      if (moved > SLOP) {
        if (!element.hasPointerCapture(event.pointerId)) element.setPointerCapture(event.pointerId);
        viewport.pan(now.x - before.x, now.y - before.y);
      }
    } else {
      moved = Infinity;
      const other = [...pointers].find(([id]) => id !== event.pointerId)?.[1];
      if (other) {
        const apart = (p: { x: number; y: number }) => Math.hypot(p.x - other.x, p.y - other.y) || 1;
        viewport.pan((now.x - before.x) / 2, (now.y - before.y) / 2);
        viewport.zoom(apart(now) / apart(before), { x: (now.x + other.x) / 2, y: (now.y + other.y) / 2 });
      }
    }
    pointers.set(event.pointerId, now);
  };
  const up = (event: PointerEvent) => pointers.delete(event.pointerId);
  const click = (event: MouseEvent) => {
    if (moved <= SLOP) return;
    event.stopPropagation();
    event.preventDefault();
    moved = 0;
  };
  const wheel = (event: WheelEvent) => {
    if (scrolls && !event.ctrlKey) return;
    event.preventDefault();
    viewport.zoom(Math.exp(-event.deltaY * (event.ctrlKey ? 0.01 : 0.0016)), inside(event));
  };

  element.addEventListener('pointerdown', down);
  element.addEventListener('pointermove', move);
  element.addEventListener('pointerup', up);
  element.addEventListener('pointercancel', up);
  element.addEventListener('click', click, true);
  element.addEventListener('wheel', wheel, { passive: false });
  return () => {
    element.removeEventListener('pointerdown', down);
    element.removeEventListener('pointermove', move);
    element.removeEventListener('pointerup', up);
    element.removeEventListener('pointercancel', up);
    element.removeEventListener('click', click, true);
    element.removeEventListener('wheel', wheel);
  };
}
