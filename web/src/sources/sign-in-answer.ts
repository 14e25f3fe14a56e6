/** What an authorization server answered, by the page it led back to. */
export interface Answer {
  state: string;
  code?: string;
  iss?: string;
  error?: string;
}

/** By what an answer is known to be the one to this address. */
export function stateIn(url: string): string | undefined {
  return new URL(url).searchParams.get('state') ?? undefined;
}
