interface Closable {
  close(): unknown;
}

/** All that is open, the newest last: it may use what is older, and is closed before that. */
const open: Closable[] = [];

/** Opens something before the tests of a file and closes it after them; what is returned stands for it within a test. */
export function useOpened<T extends Closable>(start: () => T | Promise<T>): T {
  let opened: T | undefined;
  beforeAll(async () => {
    opened = await start();
    open.push(opened);
  });
  afterAll(async () => {
    while (opened !== undefined && open.includes(opened)) await open.pop()?.close();
  });
  const there = (): T => {
    if (opened === undefined) throw new Error('it is opened before the first test only');
    return opened;
  };
  return new Proxy({} as T, {
    get: (_, name) => {
      const part: unknown = Reflect.get(there(), name);
      return typeof part === 'function' ? part.bind(there()) : part;
    },
    set: (_, name, value) => Reflect.set(there(), name, value),
    has: (_, name) => name in there(),
    ownKeys: () => Reflect.ownKeys(there()),
    getOwnPropertyDescriptor: (_, name) => {
      const found = Reflect.getOwnPropertyDescriptor(there(), name);
      return found && { ...found, configurable: true };
    },
  });
}
