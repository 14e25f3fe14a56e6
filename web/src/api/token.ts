const KEY = 'sextant.token';
const listeners = new Set<() => void>();
let wanted = false;

/** The caller's token of this tab; undefined when none was given. */
export function token(): string | undefined {
  return sessionStorage.getItem(KEY) ?? undefined;
}

/** Keeps a token for this tab, or forgets it. */
export function setToken(value: string | undefined): void {
  if (value === undefined) sessionStorage.removeItem(KEY);
  else sessionStorage.setItem(KEY, value);
  setSignInWanted(false);
}

/** True after the server has answered that it wants to know who calls. */
export function signInWanted(): boolean {
  return wanted;
}

/** Opens or closes the sign-in dialog. */
export function setSignInWanted(value: boolean): void {
  wanted = value;
  for (const listener of listeners) listener();
}

/** Calls `listener` when {@link signInWanted} may have changed; answers how to stop that. */
export function onSignIn(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
