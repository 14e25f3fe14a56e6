import { runInThread, SCRIPT_LIMITS } from '../../src/agenttools/scripts/script-thread.js';
import { AppError } from '../../src/foundation/errors.js';

const limits = { ...SCRIPT_LIMITS, cpuMs: 200 };
const quiet = { signal: new AbortController().signal, userId: 'mallory' };

/** Runs a script as one of a hostile model; answers its end, and what it called. */
async function attack(script: string, within = limits) {
  const asked: [string, string][] = [];
  const answer = async (name: string, args: string) => {
    asked.push([name, args]);
    return '{"rows":[]}';
  };
  return { ...(await runInThread(script, answer, quiet, within)), asked };
}

const OUTSIDE =
  'process globalThis.require module Buffer fetch XMLHttpRequest WebSocket Worker std os Deno WebAssembly setTimeout setInterval Atomics';
const types = OUTSIDE.replaceAll(/\S+/g, 'typeof $&,');
/** What a function sees that is made by the constructor of that of `one`. */
const made = (name: string) =>
  `return [1, 2, 3, 4].map(() => one.constructor.constructor("return typeof ${name}")())`;
const TOO_LONG = /computed for more than 0.2 s/;
const TOO_LONG_A_TEXT = /out of memory|too long|gave up|more than|null/;
const CALLS = 'await Promise.all(Array.from({ length: 10000 }, () => tools.x()))';
const TOO_MUCH = /out of memory|computed for more|gave up|null/;

test.each([
  ['the process, the network, files or timers', `return [${types}]`],
  ['the host, by a constructor', `const one = tools.x; ${made('process')}`],
  ['the host, by an answer', `const one = await tools.x(); ${made('require')}`],
  ['the host, by an error', `let one; try { null.x } catch (e) { one = e } ${made('process')}`],
])('does not reach %s', async (_what, script) => {
  const { value } = await attack(script, SCRIPT_LIMITS);
  expect(new Set(JSON.parse(value ?? ''))).toEqual(new Set(['undefined']));
});

test.each([
  ['an import', 'await import("node:fs")', /import|module/],
  ['an endless loop', 'for (;;) {}', TOO_LONG],
  ['an endless loop that catches', 'for (;;) { try { for (;;) {} } catch {} }', TOO_LONG],
  ['promises without end', 'const f = () => Promise.resolve().then(f); await f();', TOO_LONG],
  ['a getter of its error', 'throw { get message() { for (;;) {} } }', TOO_LONG],
  ['a conversion of its value', 'return { toJSON() { for (;;) {} } }', TOO_LONG],
  ['a thenable', 'return { then() { for (;;) {} } }', TOO_LONG],
  ['an expression that backtracks', 'return /(a+)+b/.test("a".repeat(50))', TOO_LONG],
  ['a loop behind its end', '}); for (;;) {} (async () => {', /SyntaxError|computed for more/],
  ['memory, by items', 'const all = []; for (;;) all.push(new Array(1000).fill("x"))', TOO_MUCH],
  ['memory, by a text', 'let s = "x"; for (;;) s += s + Math.random();', TOO_LONG_A_TEXT],
  ['memory, by a buffer', 'return new ArrayBuffer(2 ** 30).byteLength', /memory|RangeError|null/],
  ['depth', 'const f = () => f() + 1; return f();', /stack|computed/],
  ['a circle as its value', 'const a = {}; a.a = a; return a;', /circular/],
  ['10,000 calls', CALLS, /at most 500|computed for more/],
  ['long arguments', 'await tools.x({ text: "x".repeat(300000) })', /longer than 262144/],
  ['a null as its error', 'throw null', /null/],
])('ends with %s', async (_what, script, told) => {
  // Others need not be quick, as on a machine that has much to do.
  const within = told.source.includes('computed') ? limits : SCRIPT_LIMITS;
  const { error, value, asked } = await attack(script, within);
  expect([value, error]).toEqual([undefined, expect.stringMatching(told)]);
  expect(asked.length).toBeLessThanOrEqual(500);
});

const rows = 'return (await tools.x()).rows;';
const counted = 'for (let i = 0; i < 600; i += 1) { try { await tools.x(); n += 1 } catch {} }';
test.each([
  ['a prototype', `Object.prototype.rows = ["x"]; Array.prototype.then = 1; ${rows}`, '[]'],
  ['JSON', `JSON.parse = () => "mine"; JSON.stringify = () => "mine"; ${rows}`, '[]'],
  ['its tools', 'tools.x = () => "mine"; tools = null; return 1;', '1'],
  ['calls that swallow the refusal', `let n = 0; ${counted} return n;`, '500'],
])('spoils nothing but itself with %s', async (_what, script, value) => {
  expect(await attack(script, SCRIPT_LIMITS)).toMatchObject({ value });
});

test('asks for nothing but names and JSON', async () => {
  const inherited = 'await tools.__proto__({}); await tools.constructor({ "__proto__": 1 });';
  const { asked } = await attack(`${inherited} await tools["a b"]();`);
  expect(asked).toEqual(['__proto__', 'constructor', 'a b'].map((name) => [name, '{}']));
});

test('is ended by the signal in the middle of a call and of a loop, and only so many run at once', async () => {
  const abort = new AbortController();
  const slow = { ...limits, cpuMs: 600_000 };
  const never = () => new Promise<string>(() => {});
  const of = (userId: string) => ({ signal: abort.signal, userId });
  const scripts = ['for (;;) {}', 'await tools.x()'];
  const running = scripts.map((script) => runInThread(script, never, of('mallory'), slow));
  await expect(runInThread('return 1', never, quiet, limits)).rejects.toThrow('Too many scripts');
  running.push(...scripts.map((script) => runInThread(script, never, of('eve'), slow)));
  abort.abort(new AppError('cancelled', 'The user has gone.'));
  for (const one of running) await expect(one).rejects.toThrow('The user has gone.');
  expect(await runInThread('return 1', never, quiet, limits)).toMatchObject({ value: '1' });
});
