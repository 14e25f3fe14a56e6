import { describe, expect, it, jest, test } from '@jest/globals';
import { createLanguage } from './language.js';
import { frames } from './frames.js';
import { plainly } from './plainly.js';
import { Reading } from './reading.js';

const language = createLanguage([
  {
    'action.send_notification': 'notify, tell, inform',
    'action.create_alert': 'alert, raise ~ alert',
  },
]);
const plain = (text: string) => plainly(text, language).text.replaceAll(/\s+/g, ' ');

const wishes = [
  'hide the city and the code',
  'sort by total, largest first',
  'alert Anna when it rains',
];

describe('what is said around a wish is taken off', () => {
  it.each([
    'could you please {}?',
    'Hi, can you {}, thanks!',
    'Good morning! {}.',
    'I was wondering if you could {}',
    "I'd like you to {}",
    'we really need to {}, please.',
    'it would be great if you could {}',
    'any chance you could {}?',
    'I think you could {}',
    'do you think you could {}?',
    'Quick one: {}',
    'hello everyone, {}',
    '{}, because nobody reads it',
    '{}, since it is confusing',
    'since the audit is coming, {}',
    'We had trouble with this. So please {}',
    '{}, as that is what our customers say',
    'for the audit, {}',
    '{} asap, if you can',
    'my boss wants me to {}',
    'sorry to bother you, could you {}?',
    '- {}',
    '2. {}',
    '{}. Thank you very much in advance!',
  ])('%s', (frame) => {
    for (const wish of wishes)
      expect(plain(frame.replace('{}', wish)).replace(/[.!]$/, '')).toBe(wish);
  });
});

test.each([
  ['Anna should be told when it rains', 'tell Anna when it rains'],
  ['When it rains, Anna needs to be told', 'When it rains, tell Anna'],
  ['I want Anna to know when it rains', 'notify Anna when it rains'],
  ['could we have Anna alerted when it rains?', 'alert Anna when it rains'],
  ['can the city be hidden?', 'hide the city'],
  ['the city can go', 'remove the city'],
  ["I don't need the city and the code here, hide both", 'hide the city and the code'],
  ["The segment isn't of any use to me, can it be hidden?", 'hide The segment'],
  ['the phone numbers are missing, could they be added?', 'add the phone numbers'],
  ['10 is too late for us, put it on 25', 'change 10 to 25'],
  [
    "24 hours is too short for the people in finance, let's make it three days",
    'change 24 hours to three days',
  ],
  ['"Required" should rather be called "Needed by"', 'rename "Required" to "Needed by"'],
  ['the total should come right behind the customer', 'move the total behind the customer'],
  ['only open orders should be shown', 'only show open orders'],
  ['hide the column that shows the city', 'hide the column city'],
  ['no wait, I meant Claire', 'no, Claire'],
  ['scratch that, by city', 'no, by city'],
  ['keep the late ones and nothing else', 'keep only the late ones'],
  ['leave the late ones, drop the rest', 'keep only the late ones'],
  ['call the Rating column Score', 'rename the Rating column to Score'],
  ['give Rating a new name: Score', 'rename Rating to Score'],
  ['the heading of the column Rating must be Score', 'rename the column Rating to Score'],
  ['the Cost is not necessary, hide', 'hide the Cost'],
  ['One more column: the supplier', 'add the column the supplier'],
  ['list every order where it rains', 'which order where it rains'],
  ['align it right', 'align it right'],
  ['what is due today', 'what is due today'],
  ['do you know how many orders we have?', 'how many orders we have?'],
  ['may I ask how many orders we have?', 'how many orders we have?'],
  ['give the city the name Town', 'rename the city to Town'],
  ['new name: Night Watch', 'rename it to Night Watch'],
  ['let it ignore everything but urgent orders', 'only urgent orders'],
  ['tell Anna in his place', 'tell Anna instead'],
  ['Jo has left the firm, so please tell Anna instead', 'tell Anna instead of Jo'],
  ['could this rule tell Anna, too?', 'tell Anna, too'],
  ['could it also tell Anna?', 'also tell Anna'],
])('%s: %s', (said, meant) => {
  expect(plain(said)).toBe(meant);
});

test('a reason that is left out is told', () => {
  expect(plainly('hide the city, because we only ship from one', language).asides).toEqual([]);
  expect(plainly('hide the city, the names get cut off', language)).toEqual({
    text: 'hide the city',
    asides: ['names get cut off'],
  });
});

test.each([
  'Nobody should be told when it rains',
  'hide the city, because only 5000 of them matter',
  'hide the phone, the email is not to be hidden',
  'As soon as an order is created, tell Anna',
  'notify Anna and say the order should be late',
  'hide the city, they have to be open',
  'hide the city, the largest come first',
  'hide the city, the code is not needed',
  'sort by city, the country comes second',
  'only show customers, they are from Germany',
  'the column should not be called Town',
  'since the last audit, how many orders were there?',
  'We met Ann, ann@fair.example, so tell her when it rains',
])('what asks for more is no reason, and what is no wish is left as it is: %s', (said) => {
  expect(plain(said)).toBe(said);
});

test('a frame keeps every run of words, but for reasons, and knows what it names', () => {
  const faulty = frames.filter(({ pieces, other }) => {
    const named = other.filter((word) => word.startsWith('$')).map((word) => word.slice(1));
    const runs = pieces.filter(({ kind }) => kind === 'run').map(({ name }) => name);
    const lost = runs.filter(
      (name) => !/^(why|cause|clause|story|whom)$/.test(name) && !named.includes(name),
    );
    return lost.length > 0 || named.some((name) => pieces.every((piece) => piece.name !== name));
  });
  expect(faulty).toEqual([]);
});

test.each(['it ,', 'it is so ,', 'we had so ,'])(
  'a message of “%s” over and over is looked at so often at most',
  (clause) => {
    const looks = jest.spyOn(Reading.prototype, 'slice');
    plainly(
      Array.from({ length: 40 }, () => clause)
        .join(' ')
        .split(' ')
        .slice(0, 78)
        .join(' '),
      language,
    );
    const count = looks.mock.calls.length;
    looks.mockRestore();
    expect(count).toBeLessThanOrEqual(60_000);
  },
);
