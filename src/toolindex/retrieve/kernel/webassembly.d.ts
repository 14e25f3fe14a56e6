/** The part of WebAssembly that is used here; Node's types leave it to a browser's. */
declare namespace WebAssembly {
  function compile(bytes: Uint8Array): Promise<Module>;
  class Memory {
    /** In pages of 64 kB; throws a RangeError when there is no room for them. */
    constructor(size: { initial: number });
    readonly buffer: ArrayBuffer;
  }
  class Module {
    constructor(bytes: Uint8Array);
  }
  class Instance {
    constructor(module: Module, imports: { env: { memory: Memory } });
    readonly exports: unknown;
  }
}
