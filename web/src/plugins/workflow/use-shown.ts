import { useEffect, type RefObject } from 'react';

/** Scrolls an element into sight when `key` gets another value; `undefined` leaves it where it is. */
export function useShown(ref: RefObject<HTMLElement | null>, key: unknown): void {
  useEffect(() => {
    if (key !== undefined) ref.current?.scrollIntoView({ block: 'nearest' });
  }, [ref, key]);
}
