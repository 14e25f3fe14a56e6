import { useState } from 'react';

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
