type Snake<S extends string> = S extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `_${Lowercase<First>}`}${Snake<Rest>}`
  : S;

/** A type of the server as it comes over the wire: names in `snake_case`, times as ISO texts. */
export type Wire<T> = T extends Date
  ? string
  : T extends readonly (infer Item)[]
    ? Wire<Item>[]
    : T extends object
      ? { [Key in keyof T as Key extends string ? Snake<Key> : Key]: Wire<T[Key]> }
      : T;
