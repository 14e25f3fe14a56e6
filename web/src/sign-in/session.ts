import { useQuery } from '@tanstack/react-query';
import { messageOf, setSignInWanted, setToken, getJson } from '../api/client.js';
import { queryClient } from '../api/queries.js';
import type { Provider, ProviderSession } from './provider-session.js';

/** Kept beside the session, which is read only where there is one: its library is not small. */
const MARK = 'sextant.signed-in';

let session: ProviderSession | undefined;
let name: string | undefined;
let problem: string | undefined;

/** Who is signed in at a provider; undefined for a pasted token. Changes are told by `onSignIn`. */
export function signedInName(): string | undefined {
  return name;
}

/** Why the last sign-in failed. */
export function signInProblem(): string | undefined {
  return problem;
}

/** Leaves the page to sign in at the provider. Rejects when it cannot be reached. */
export async function beginSignIn(provider: Provider): Promise<void> {
  const opened = await open(provider);
  await opened.begin();
}

/** Ends the session of this tab. */
export async function signOut(): Promise<void> {
  const opened = session;
  forget();
  await opened?.signOut();
}

/** Comes back from the provider, or goes on with this tab's session; to be called before anything is asked. */
export async function restoreSession(): Promise<void> {
  const sent = new URLSearchParams(location.search);
  const isBack = sent.has('state') && (sent.has('code') || sent.has('error'));
  if (!isBack && sessionStorage.getItem(MARK) === null) return;
  try {
    const { oidc } = await readSignInWay();
    if (oidc === undefined) return;
    const opened = await open(oidc);
    await (isBack ? opened.finish() : opened.resume());
  } catch (error) {
    problem = messageOf(error);
    setSignInWanted(true);
  }
}

async function open(provider: Provider): Promise<ProviderSession> {
  const { ProviderSession: Session } = await import('./provider-session.js');
  session ??= new Session(provider, (user) => {
    if (user === undefined) return forget();
    name = user.name;
    problem = undefined;
    sessionStorage.setItem(MARK, 'yes');
    setToken(user.token);
  });
  return session;
}

function forget(): void {
  name = undefined;
  sessionStorage.removeItem(MARK);
  setToken(undefined);
  setSignInWanted(true);
  // What was read so far was read as somebody.
  void queryClient.resetQueries();
}

/** How the server finds out who calls: not at all, by tokens that are handed out, or by those of an issuer. */
interface SignInWay {
  kind: 'none' | 'static' | 'jwt';
  /** Absent: a token is pasted. */
  oidc?: Provider;
}

/** Asks the server, which answers it to everybody. */
function readSignInWay(signal?: AbortSignal): Promise<SignInWay> {
  return getJson('/sign-in.json', signal);
}

/** How people sign in here; undefined until that is known. */
export function useSignInWay(): SignInWay | undefined {
  const { data } = useQuery({
    queryKey: ['sign-in'],
    queryFn: ({ signal }) => readSignInWay(signal),
    staleTime: Infinity,
  });
  return data;
}
