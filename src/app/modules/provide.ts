import type { FactoryProvider } from '@nestjs/common';

/** An injection token with the type of what it stands for; a class is its own. */
export type Token<T> = symbol & { readonly of: T };

export function token<T>(name: string): Token<T> {
  return Symbol(name) as Token<T>;
}

type AnyToken = symbol | (abstract new (...args: never[]) => unknown);

type Injected<K> = K extends { readonly of: infer T }
  ? T
  : K extends abstract new (...args: never[]) => infer T
    ? T
    : unknown;

/** A factory provider whose arguments the compiler holds to what it injects. */
export function provide<K extends AnyToken, const Keys extends readonly AnyToken[]>(
  key: K,
  inject: Keys,
  useFactory: (
    ...injected: { -readonly [At in keyof Keys]: Injected<Keys[At]> }
  ) => Injected<K> | Promise<Injected<K>>,
): FactoryProvider {
  return {
    provide: key,
    inject: [...inject],
    useFactory: useFactory as FactoryProvider['useFactory'],
  };
}
