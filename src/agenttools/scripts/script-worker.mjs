/**
 * One script alone in QuickJS, in a thread that serves nothing else. Sends `{id, name, args}` for each call, takes
 * `{id, value}` or `{id, error}` (JSON texts), and ends with `{end: {value?, error?, place?, log}}`. Texts are all
 * that goes in and out.
 */
import { parentPort, workerData } from 'node:worker_threads';
import { newQuickJSWASMModuleFromVariant, newVariant } from 'quickjs-emscripten-core';

const port = parentPort;
if (!port) throw new Error('script-worker.mjs runs as a worker thread only');

/** @type {{ script: string, limits: import('./script-thread.js').ScriptLimits, quickjs: WebAssembly.Module }} */
const { script, limits, quickjs: wasmModule } = workerData;
// The package's types are those of its CommonJS files, which have no default.
const variant = /** @type {import('quickjs-emscripten-core').QuickJSSyncVariant} */ (
  /** @type {unknown} */ ((await import('@jitl/quickjs-wasmfile-release-sync')).default)
);
const quickjs = await newQuickJSWASMModuleFromVariant(newVariant(variant, { wasmModule }));
const runtime = quickjs.newRuntime();
runtime.setMemoryLimit(limits.memoryBytes);
runtime.setMaxStackSize(limits.stackBytes);
let leftMs = limits.cpuMs;
let since = performance.now();
const isOver = () => performance.now() - since > leftMs;
runtime.setInterruptHandler(isOver);
const vm = runtime.newContext();

/** @type {Map<number, import('quickjs-emscripten-core').QuickJSDeferredPromise>} */
const open = new Map();
/** @type {{ id: number, name: string, args: string }[]} */
const waiting = [];
let sent = 0;
let asked = 0;
let log = '';

/** What the script sees of the world. A failed call gets the place of the call, since its answer has none. */
const PRELUDE = `(call, note) => {
  const { parse, stringify } = JSON;
  const { Error, Promise, String } = globalThis;
  const ask = (name, args) => {
    const { stack } = new Error();
    return call(name, stringify(args ?? {}) ?? 'null').then(parse, (why) => {
      why.stack = stack;
      throw why;
    });
  };
  const get = (_, name) => name === 'then' || typeof name !== 'string' ? undefined : (args) => ask(name, args);
  globalThis.tools = new Proxy({}, { get });
  const log = (...parts) => note(parts.map((one) => typeof one === 'string' ? one : stringify(one) ?? String(one)).join(' '));
  globalThis.console = { log, info: log, warn: log, error: log, debug: log };
  return (main) => Promise.resolve(main).then((value) => stringify(value) ?? 'null');
}`;

const call = vm.newFunction('call', (nameOf, argsOf) => {
  const [name, args] = [vm.getString(nameOf), vm.getString(argsOf)];
  asked += 1;
  if (asked > limits.calls) return refused(`A script may call at most ${limits.calls} tools.`);
  if (args.length > limits.argumentChars)
    return refused(`The arguments of ${name} are longer than ${limits.argumentChars} characters.`);
  const answer = vm.newPromise();
  open.set(asked, answer);
  waiting.push({ id: asked, name, args });
  send();
  return answer.handle;
});

const note = vm.newFunction('note', (text) => {
  if (log.length < limits.logChars) log = `${log}${vm.getString(text)}\n`.slice(0, limits.logChars);
});

/** @param {string} message */
function refused(message) {
  return { error: vm.newError(message) };
}

/** Only so many calls are under way at once. */
function send() {
  while (sent < limits.atOnce && waiting.length > 0) {
    sent += 1;
    port?.postMessage(waiting.shift());
  }
}

/**
 * One stretch of computing between two waits: all that runs of the script, its getters and its errors included, runs in
 * one, and what they take together is limited.
 * @param {() => void} work
 */
function stretch(work) {
  since = performance.now();
  try {
    work();
  } catch (error) {
    if (isOver()) tooLong();
    else end({ error: `The sandbox gave up: ${String(error).slice(0, limits.logChars)}` });
  }
  leftMs -= performance.now() - since;
}

/** @param {Record<string, unknown>} ended */
function end(ended) {
  port?.postMessage({ end: { ...ended, log } });
  port?.close();
}

function tooLong() {
  end({ error: `It computed for more than ${limits.cpuMs / 1000} s.` });
}

/** @param {import('quickjs-emscripten-core').QuickJSHandle} error */
function fail(error) {
  if (isOver()) return tooLong();
  const told = vm.dump(error);
  if (isOver()) return tooLong();
  const isError = typeof told === 'object' && told !== null;
  const { name = 'Error', message = '', stack = '' } = isError ? told : { message: String(told) };
  const at = /script\.js:(\d{1,9})(?::(\d{1,9}))?/.exec(String(stack));
  // The first line holds what the script is wrapped in.
  const place = at === null ? undefined : { line: Number(at[1]) - 1, column: Number(at[2] ?? 1) };
  end({ error: `${name}: ${message}`.slice(0, limits.logChars), place });
}

const wrapped = `(async () => {\n${script}\n})()`;
/** @type {import('quickjs-emscripten-core').QuickJSHandle | undefined} */
let outcome;

/** So many steps between two looks at the time. */
const JOBS = 1000;

/** Goes on until the script waits for an answer, or has ended with all that it called. */
function advance() {
  if (outcome === undefined) return;
  for (let jobs = 1; jobs > 0;) {
    const ran = runtime.executePendingJobs(JOBS);
    if (isOver()) return tooLong();
    if (ran.error) return fail(ran.error);
    jobs = ran.value;
  }
  if (open.size > 0) return;
  const state = vm.getPromiseState(outcome);
  if (state.type === 'rejected') return fail(state.error);
  if (state.type === 'pending')
    return end({ error: 'It waits for a promise that nothing settles.' });
  end({ value: vm.getString(state.value).slice(0, limits.valueChars) });
}

port.on('message', (/** @type {{ id: number, value?: string, error?: string }} */ answer) => {
  const { id, value, error } = answer;
  const asking = open.get(id);
  if (asking === undefined) return;
  open.delete(id);
  sent -= 1;
  stretch(() => {
    if (error === undefined) vm.newString(value ?? 'null').consume((text) => asking.resolve(text));
    else vm.newError(error).consume((why) => asking.reject(why));
    send();
    advance();
  });
});

stretch(() => {
  const begin = vm.unwrapResult(vm.evalCode(PRELUDE, 'prelude.js'));
  const settle = vm.unwrapResult(vm.callFunction(begin, vm.undefined, call, note));
  const main = vm.evalCode(wrapped, 'script.js');
  if (main.error) return fail(main.error);
  outcome = vm.unwrapResult(vm.callFunction(settle, vm.undefined, main.value));
  advance();
});
