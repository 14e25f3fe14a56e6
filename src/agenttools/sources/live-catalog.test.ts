import { BehaviorSubject, defer, of, Subject, throwError, type Observable } from 'rxjs';
import { tool } from '../../../test/support/loop.js';
import { silentLogger } from '../../foundation/logger.js';
import { createChangeKinds } from '../changes/change-kind.js';
import type { Catalog } from '../catalog.js';
import type { Tool } from '../tool.js';
import { LiveCatalog } from './live-catalog.js';
import type { SourceStatus, ToolSource } from './tool-source.js';

const kinds = createChangeKinds([{ kind: 'ticket', title: 'ticket', apply: async () => {} }]);
const ok = of<SourceStatus>({ state: 'ok', detail: 'fine' });

function source(id: string, tools$: Observable<readonly Tool[]>, parts: Partial<ToolSource> = {}) {
  return { id, kind: 'static' as const, tools$, status$: ok, ...parts };
}

const from = (id: string, ...names: string[]) => names.map((name) => tool(name, { source: id }));

const open: LiveCatalog[] = [];
function catalogOf(...sources: ToolSource[]): LiveCatalog {
  const catalog = new LiveCatalog(sources, kinds, silentLogger);
  open.push(catalog);
  return catalog;
}

afterEach(async () => {
  jest.useRealTimers();
  await Promise.all(open.splice(0).map((catalog) => catalog.close()));
});

describe('the catalogue', () => {
  test('takes a name from the first source that has it; the tool of another is refused and told', () => {
    const first = from('a', 'a_b_pay');
    const catalog = catalogOf(source('a', of(first)), source('a_b', of(from('a_b', 'a_b_pay'))));
    expect(catalog.current.find('a_b_pay')?.tool).toBe(first[0]);
    const refused = [{ tool: 'a_b_pay' }];
    expect(catalog.reports[1]).toMatchObject({ id: 'a_b', tools: 0, refused });
  });

  test('follows its sources; who holds an earlier one keeps it', async () => {
    jest.useFakeTimers();
    const tools$ = new BehaviorSubject<readonly Tool[]>(from('a', 'one', 'two'));
    const catalog = catalogOf(source('a', tools$));
    const began = catalog.current;
    const seen: string[][] = [];
    catalog.catalog$.subscribe((each) => seen.push([...each.names()]));
    const [one] = tools$.value;
    tools$.next([one as Tool, ...from('a', 'three')]);
    tools$.next([one as Tool, ...from('a', 'four')]);
    await jest.advanceTimersByTimeAsync(1_000);
    expect(seen).toEqual([
      ['one', 'two'],
      ['one', 'four'],
    ]);
    expect([began.find('two')?.tool.name, catalog.view.find('two')]).toEqual(['two', undefined]);
    // A tool that stayed keeps its compiled check.
    expect(catalog.current.find('one')).toBe(began.find('one'));
  });

  test('asks each source once, and is no other for a change of status alone', async () => {
    jest.useFakeTimers();
    let asked = 0;
    const tools$ = defer(() => of(from(`a`, `one${(asked += 1)}`)));
    const status$ = new BehaviorSubject<SourceStatus>({ state: 'ok', detail: 'fine' });
    const catalog = catalogOf(source('a', tools$, { status$ }));
    const seen: Catalog[] = [];
    catalog.catalog$.subscribe((each) => seen.push(each));
    status$.next({ state: 'degraded', detail: 'slow' });
    await jest.advanceTimersByTimeAsync(1_000);
    expect([asked, seen]).toEqual([1, [catalog.current]]);
    expect(catalog.reports[0]).toMatchObject({ state: 'degraded', detail: 'slow' });
  });

  test('waits for nobody: a source that has given nothing yet is loading', () => {
    const catalog = catalogOf(
      source('a', of(from('a', 'one'))),
      source('slow', new Subject<readonly Tool[]>(), { status$: new Subject<SourceStatus>() }),
    );
    expect([...catalog.current.names()]).toEqual(['one']);
    expect(catalog.reports[1]).toMatchObject({ id: 'slow', state: 'loading', tools: 0 });
  });
});

describe('what is wrong costs itself only, and is reported by name', () => {
  const none = undefined as never;
  const bad: [string, Tool, string][] = [
    ['a name that is taken', tool('one', { source: 'b' }), 'a tool of "a" has taken'],
    ['no description', tool('x', { description: ' ' }), 'has no description'],
    ['a name no model API takes', tool('no blank'), 'letters, digits and underscores'],
    ['a schema that does not compile', tool('x', { inputSchema: { type: 7 } }), 'type'],
    ['an unknown effect', tool('x', { effect: 'write' as 'read' }), 'are read, draft, propose'],
    ['a proposal of no kind', tool('x', { effect: 'propose', proposes: none }), 'no kind'],
    ['a kind nobody registers', tool('x', { effect: 'propose', proposes: 'bill' }), '"bill"'],
    ['a kind on a reading tool', tool('x', { proposes: 'ticket' }), 'must be "propose"'],
    ['no groups', tool('x', { groups: none }), 'lists of texts'],
    ['nothing that runs it', tool('x', { execute: none }), '"execute"'],
    ['no tool at all', null as unknown as Tool, 'no tool'],
  ];
  test.each(bad)('%s', (_name, wrong, reason) => {
    const tools = of([wrong, ...from('b', 'two')]);
    const catalog = catalogOf(source('a', of(from('a', 'one'))), source('b', tools));
    expect([...catalog.current.names()]).toEqual(['one', 'two']);
    const refused = [{ reason: expect.stringContaining(reason) }];
    expect(catalog.reports[1]).toMatchObject({ id: 'b', state: 'degraded', tools: 1, refused });
  });

  test.each<[string, Observable<readonly Tool[]>, string]>([
    ['fails', throwError(() => new Error('no such host')), 'no such host'],
    ['gives rubbish', of('rubbish' as unknown as readonly Tool[]), 'no list of tools'],
  ])('a source that %s is down, and the others stay', (_name, tools$, detail) => {
    const catalog = catalogOf(source('a', of(from('a', 'one'))), source('b', tools$));
    expect([...catalog.current.names()]).toEqual(['one']);
    const told = { id: 'b', state: 'down', detail: expect.stringContaining(detail) };
    expect(catalog.reports[1]).toMatchObject(told);
  });

  test.each([[['a', 'a']], [['A']], [['1a']], [['x'.repeat(21)]]])('no source ids are %j', (ids) =>
    expect(() => catalogOf(...ids.map((id) => source(id, of([]))))).toThrow(/source id/),
  );
});

test('a source without a backend refuses every request, and so does one that is not there', async () => {
  const catalog = catalogOf(source('a', of([])));
  for (const id of ['a', 'gone']) {
    const read = catalog.backendOf(id).readFor({ userId: 'u' });
    await expect(read.get(['v1'])).rejects.toThrow('no backend');
  }
});

test('a source that is added and removed: its tools come and go, it is closed once, and its calls say so', async () => {
  jest.useFakeTimers();
  let closed = 0;
  const catalog = catalogOf(source('a', of(from('a', 'one'))));
  catalog.add(source('b', of(from('b', 'two')), { close: async () => void (closed += 1) }));
  expect(() => catalog.add(source('b', of([])))).toThrow(/is taken/);
  await jest.advanceTimersByTimeAsync(1_000);
  expect([...catalog.current.names()]).toEqual(['one', 'two']);
  expect([await catalog.remove('b'), await catalog.remove('b'), closed]).toEqual([true, false, 1]);
  await jest.advanceTimersByTimeAsync(1_000);
  expect([...catalog.current.names()]).toEqual(['one']);
  expect(() => catalog.backendOf('b')).toThrow('was removed from this server');
});

test('closing frees every source, also after one that fails', async () => {
  const closed: string[] = [];
  await catalogOf(
    source('a', of([]), { close: () => Promise.reject(new Error('stuck')) }),
    source('b', of([]), { close: async () => void closed.push('b') }),
  ).close();
  expect(closed).toEqual(['b']);
});
