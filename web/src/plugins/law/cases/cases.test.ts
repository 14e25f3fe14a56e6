import { bodyOf, draftOf, withDeadline, dueWords, nextDue } from './cases.js';

const STORED = {
  number: '1 HC 1/26',
  title: 'Berth fees',
  court: 'Harbour court',
  status: 'open' as const,
  summary: 'A skipper refuses the fee.',
  opened_on: '2026-01-02',
  deadlines: [{ title: 'Reply', due_on: '2026-02-01', is_done: false, days_left: 3 }],
};
const [deadline] = STORED.deadlines;

it('sends a stored case back as it was, without what the server works out', () => {
  const { days_left: _, ...kept } = deadline!;
  expect(bodyOf(draftOf(STORED, '2026-05-05'))).toEqual({ ...STORED, deadlines: [kept] });
});

it('begins a new case open, today, without a court', () =>
  expect(bodyOf(draftOf(undefined, '2026-05-05'))).toEqual({
    number: '',
    title: '',
    status: 'open',
    summary: '',
    opened_on: '2026-05-05',
    deadlines: [],
  }));

it('tells deadlines apart, also after one was taken away', () => {
  const two = withDeadline(withDeadline(draftOf(undefined, '2026-05-05')));
  const three = withDeadline({ ...two, deadlines: two.deadlines.slice(1) });
  expect(three.deadlines.map(({ key }) => key)).toEqual([1, 2]);
});

const due = (days_left: number, is_done = false) => ({ ...deadline!, days_left, is_done });

it.each([
  [0, 'Reply due today'],
  [1, 'Reply due in 1 day'],
  [12, 'Reply due in 12 days'],
  [-1, 'Reply overdue by 1 day'],
  [-40, 'Reply overdue by 40 days'],
])('says %i days as "%s"', (left, words) => expect(dueWords(due(left))).toBe(words));

it('takes the first that is not done', () => {
  expect(nextDue([due(-9, true), due(-2), due(4)])).toEqual(due(-2));
  expect(nextDue([due(-9, true)])).toBeUndefined();
});
