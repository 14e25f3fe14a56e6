import { useLayoutEffect, useState, type RefObject } from 'react';

/** The width of an element in pixels, also as it changes; 0 before it is drawn. */
export function useWidth(ref: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const element = ref.current;
    if (element === null) return undefined;
    const observer = new ResizeObserver(() => setWidth(element.clientWidth));
    setWidth(element.clientWidth);
    observer.observe(element);
    return () => observer.disconnect();
  }, [ref]);
  return width;
}
