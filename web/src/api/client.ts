import { ApiProblem, createClient, problemOf as readProblem } from '@sextant/client';
import { defined } from '../../../src/foundation/defined.js';
import { problemWords } from '../texts/texts.js';

export { ApiProblem };

/** The server of this page, asked with the tab's token; a refusal that wants to know who calls opens the sign-in dialog. */
export const sextant = createClient({
  token,
  onProblem: ({ status }) => {
    if (status === 401) setSignInWanted(true);
  },
});

/** True of the answer that there is no such thing, or no longer. */
export function isGone(error: unknown): boolean {
  return error instanceof ApiProblem && error.status === 404;
}

/** The headers of a call: JSON and, when there is a token, who calls. */
export function headersOf(extra: Record<string, string> = {}): Record<string, string> {
  const own = token();
  return {
    ...defined({ authorization: own === undefined ? undefined : `Bearer ${own}` }),
    ...extra,
  };
}

/** Reads JSON; rejects with an {@link ApiProblem} for every other answer. */
export async function getJson<T>(path: string, signal?: AbortSignal): Promise<T> {
  return sextant.request<T>(path, signal ? { signal } : {});
}

/** Posts JSON and reads JSON; rejects with an {@link ApiProblem} for every other answer. */
export async function postJson<T>(path: string, body: unknown = {}): Promise<T> {
  return sextant.request<T>(path, { method: 'POST', body });
}

/** Posts a form, perhaps with a file, and reads JSON; rejects with an {@link ApiProblem} for every other answer. */
export async function postForm<T>(path: string, body: FormData): Promise<T> {
  return sextant.request<T>(path, { method: 'POST', body });
}

/** Puts JSON and reads JSON, if any; rejects with an {@link ApiProblem} when that fails. */
export async function putJson<T = void>(path: string, body: unknown): Promise<T> {
  return sextant.request<T>(path, { method: 'PUT', body });
}

/** Deletes what is at `path`; rejects with an {@link ApiProblem} when that fails. */
export async function remove(path: string): Promise<void> {
  await sextant.request(path, { method: 'DELETE' });
}

/** What a refusal says; one that wants to know who calls opens the sign-in dialog. */
export async function problemOf(response: Response): Promise<ApiProblem> {
  const problem = await readProblem(response);
  if (problem.status === 401) setSignInWanted(true);
  return problem;
}

/** Any failure as words for people. */
export function messageOf(error: unknown): string {
  if (error instanceof ApiProblem) return problemWords(error.code, error.message);
  return error instanceof Error ? error.message : String(error);
}

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

/** The server's answers, as the client types them. */
export type * from '@sextant/client';
