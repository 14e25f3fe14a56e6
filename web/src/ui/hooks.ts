import {
  useCallback,
  useSyncExternalStore,
  useState,
  useLayoutEffect,
  type RefObject,
  useEffect,
  useRef,
} from 'react';

/** True while the media query matches. */
export function useMedia(query: string): boolean {
  return useSyncExternalStore(
    (listener) => {
      const media = matchMedia(query);
      media.addEventListener('change', listener);
      return () => media.removeEventListener('change', listener);
    },
    () => matchMedia(query).matches,
  );
}

/** A small state that this browser remembers; without storage it lasts until the page is loaded again. */
export function useStored(key: string): [string | null, (value: string) => void] {
  const [value, setValue] = useState(() => read(key));
  const write = (next: string) => {
    setValue(next);
    try {
      localStorage.setItem(key, next);
    } catch {
      // Full or forbidden: it holds until the page is loaded again.
    }
  };
  return [value, write];
}

function read(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** A ref, and whether its element has so far been in view, or as near as `margin`, for so many ms. */
export function useSeen(
  margin: string,
  ms = 0,
): [(element: Element | null) => (() => void) | undefined, boolean] {
  const [seen, setSeen] = useState(false);
  const watch = useCallback(
    (element: Element | null) => {
      if (element === null) return undefined;
      let timer: ReturnType<typeof setTimeout> | undefined;
      const look = (entries: readonly IntersectionObserverEntry[]) => {
        clearTimeout(timer);
        if (entries.at(-1)?.isIntersecting === true) timer = setTimeout(() => setSeen(true), ms);
      };
      const observer = new IntersectionObserver(look, { rootMargin: margin });
      observer.observe(element);
      return () => {
        clearTimeout(timer);
        observer.disconnect();
      };
    },
    [margin, ms],
  );
  return [watch, seen];
}

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

/** Something that a button opens in place; closed, the focus goes back to the button. */
export function useDisclosure() {
  const opener = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  const close = () => {
    setOpen(false);
    opener.current?.focus();
  };
  return { opener, isOpen, toggle: () => setOpen(!isOpen), close };
}

/** Back from a form, the focus goes to the button in `box` that opened it: the one whose `data-way` is the mode that is left. */
export function useWayBack(box: RefObject<HTMLElement | null>, mode: string): void {
  const left = useRef(mode);
  useEffect(() => {
    const way = box.current?.querySelector<HTMLElement>(`[data-way=${left.current}]`);
    left.current = mode;
    if (document.activeElement === document.body) way?.focus({ preventScroll: true });
  }, [box, mode]);
}

/** A value once it has stayed the same for a while, so that not every key that is pressed asks the server. */
export function useSettled<T>(value: T, ms = 350): T {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), ms);
    return () => clearTimeout(timer);
  }, [value, ms]);
  return settled;
}
