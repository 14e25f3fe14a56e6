/** The names that a text has in braces. */
export type NamesIn<T extends string> = T extends `${string}{${infer Name}}${infer Rest}`
  ? Name | NamesIn<Rest>
  : never;

/** The values that a text needs, as the rest of a call's arguments. */
export type Values<T extends string, V> = [NamesIn<T>] extends [never]
  ? []
  : [values: Readonly<Record<NamesIn<T>, V>>];
