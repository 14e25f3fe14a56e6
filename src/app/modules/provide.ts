import type { FactoryProvider } from '@nestjs/common';

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
