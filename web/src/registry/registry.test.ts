import type { LucideIcon } from 'lucide-react';
import type { ChangeView, PagePlugin, PageView } from './plugin.js';
import { namedMove, changeViewOf, chatContextOf, install, moveFor, pageViews } from './registry.js';

const Icon = (() => null) as unknown as LucideIcon;
const View = () => null;
const view = (name: string, order: number): PageView => ({ name, label: name, Icon, order, View });
const change: ChangeView = { noun: 'ticket', Icon, View };

test('views of all plugins stand in their order', () => {
  install([
    { name: 'a', views: [view('last', 30), view('first', 10)] },
    { name: 'b', views: [view('second', 20)] },
  ]);
  expect(pageViews().map(({ name }) => name)).toEqual(['first', 'second', 'last']);
});

test('what has no part in the server is not shown, and keeps its address', () => {
  install([
    { name: 'core', everywhere: true, views: [view('chat', 1)] },
    { name: 'tickets', views: [view('board', 2)] },
  ]);
  const shown = (running?: readonly string[]) => pageViews(running).map(({ name }) => name);
  expect(shown(['helpdesk'])).toEqual(['chat']);
  expect(shown(['tickets'])).toEqual(['chat', 'board']);
  expect(shown()).toEqual(['chat', 'board']);
});

test('a kind without a view has none, whatever it is called', () => {
  install([{ name: 'tickets', changes: { ticket: change } }]);
  expect(changeViewOf('ticket')).toBe(change);
  for (const kind of ['http_request', 'constructor', '__proto__', 'toString']) {
    expect(changeViewOf(kind)).toBeUndefined();
    expect(chatContextOf(kind)).toBeUndefined();
  }
});

test.each<[string, Partial<PagePlugin>]>([
  ['the kind of change “ticket”', { changes: { ticket: change } }],
  ['the view “board”', { views: [view('board', 1)] }],
  ['the context “desk”', { contexts: { desk: { fields: [] } } }],
])('two plugins that claim %s are refused by their names', (what, member) => {
  const both = ['tickets', 'helpdesk'].map((name) => ({ name, ...member }));
  expect(() => install(both)).toThrow(
    `The page plugins tickets and helpdesk both claim ${what}. Rename it in one of them.`,
  );
});

test('a move belongs to the plugin that knows its place', () => {
  const ticket: PagePlugin['moveFor'] = (action) =>
    namedMove(action, 'ticket', (id) => `#/tickets/${id}`);
  install([{ name: 'other' }, { name: 'tickets', moveFor: ticket }]);
  const ask = (action: string, target: object) =>
    moveFor({ action, reason: 'r', target: { ...target } });
  const named = { kind: 'ticket', id: '7', name: 'T' };
  expect(ask('navigate_to', named)).toEqual({ name: 'T', to: '#/tickets/7' });
  expect(ask('navigate_to', { kind: 'ticket', id: '7' })).toMatchObject({ name: '7' });
  expect(ask('navigate_to', { kind: 'ticket', id: 7 })).toBeUndefined();
  expect(ask('navigate_to', { kind: 'warehouse', id: 'w' })).toBeUndefined();
  expect(ask('open_document', { kind: 'ticket', id: '7' })).toBeUndefined();
});
