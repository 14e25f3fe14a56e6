import { useQuery } from '@tanstack/react-query';
import { getJson } from '../api/client.js';

/** The identity provider at which people sign in to the page. */
export interface Provider {
  authority: string;
  client_id: string;
  scope: string;
  resource?: string;
  params: Record<string, string>;
}

/** How the server finds out who calls: not at all, by tokens that are handed out, or by those of an issuer. */
export interface SignInWay {
  kind: 'none' | 'static' | 'jwt';
  /** Absent: a token is pasted. */
  oidc?: Provider;
}

/** Asks the server, which answers it to everybody. */
export function readSignInWay(signal?: AbortSignal): Promise<SignInWay> {
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
