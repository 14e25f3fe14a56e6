import fc from 'fast-check';
import { holds } from '../../../test/support/property.js';
import type { LucideIcon } from 'lucide-react';
import { install } from '../registry/registry.js';
import { href, parseRoute } from './route.js';

const VIEWS = ['chat', 'research', 'library', 'documents', 'tools'];
beforeAll(() => {
  const Icon = (() => null) as unknown as LucideIcon;
  const views = VIEWS.map((name) => ({ name, label: name, Icon, order: 0, View: () => null }));
  install([{ name: 'all', views }]);
});

test.each([
  ['', 'chat', []],
  ['#', 'chat', []],
  ['#/nonsense/x', 'chat', []],
  ['#/chat/abc', 'chat', ['abc']],
  ['#/library/rules/a%2Fb', 'library', ['rules', 'a/b']],
  ['#/research/a', 'research', ['a']],
  ['#/documents/a?block=b', 'documents', ['a']],
  ['#/tools?context=tables', 'tools', []],
  ['#/library/%zz', 'library', ['%zz']],
])('%s is %s %j', (hash, view, path) => expect(parseRoute(hash)).toMatchObject({ view, path }));

test('an address leads to where it was made for', async () => {
  const view = fc.constantFrom(...VIEWS);
  const part = fc.string({ minLength: 1, unit: 'grapheme' });
  const query = fc.dictionary(fc.string({ minLength: 1 }), fc.string());
  await holds([view, fc.array(part, { maxLength: 3 }), query], (to, path, asked) => {
    const route = parseRoute(href(to, path, asked));
    expect(route).toMatchObject({ view: to, path });
    expect(Object.fromEntries(route.query)).toEqual({ ...asked });
  });
});
