/** An injection token with the type of what it stands for; a class is its own. */
export type Token<T> = symbol & { readonly of: T };

export function token<T>(name: string): Token<T> {
  return Symbol(name) as Token<T>;
}
