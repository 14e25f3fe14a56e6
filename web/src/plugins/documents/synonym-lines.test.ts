import fc from 'fast-check';
import { holds } from '../../../../test/support/property.js';
import { groupsIn, linesOf } from './synonym-lines.js';

test('what was written is read as it is shown', async () => {
  const word = fc.stringMatching(/^[a-zäöü]{1,8}( [a-z]{1,8})?$/);
  const groups = fc.array(fc.uniqueArray(word, { minLength: 2, maxLength: 5 }), { maxLength: 5 });
  await holds([groups], (some) => expect(groupsIn(linesOf(some))).toEqual({ groups: some }));
});

test.each([
  ['', [], undefined],
  ['barge, lighter\n\n  fee ,waiting fee,', ['barge, lighter', 'fee, waiting fee'], undefined],
  ['barge, lighter\nfee', ['barge, lighter', 'fee'], 2],
  ['fee, fee', ['fee'], 1],
])('%j is read as %j', (text, groups, singleIn) =>
  expect(groupsIn(text)).toEqual({ groups: groups.map((group) => group.split(', ')), singleIn }),
);
