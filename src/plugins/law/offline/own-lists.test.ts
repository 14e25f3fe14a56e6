import { expect, test } from '@jest/globals';
import { ownQuestion } from './own-lists.js';

const lists = (...calls: [string, object][]) => ({
  wants: 'lists',
  calls: calls.map(([name, input]) => ({ name, arguments: input })),
});
const deadlines = (input = {}) => lists(['get_deadlines', input]);

test.each<[string, unknown]>([
  ['Which deadlines are near?', deadlines()],
  ['What is due this week?', deadlines({ within_days: 7 })],
  ['Is anything overdue?', deadlines({ within_days: 0 })],
  ['which deadlines did I miss?', deadlines({ within_days: 0 })],
  ['Show all deadlines of the next 10 days', deadlines({ within_days: 10 })],
  ['Which deadlines are due in two weeks?', deadlines({ within_days: 14 })],
  ['What is still to be done in case HV-2046?', deadlines({ case_number: 'HV-2046' })],
  ['Welche Fristen laufen demnächst ab?', deadlines()],
  ['Was ist diese Woche fällig?', deadlines({ within_days: 7 })],
  ['Which cases are open?', lists(['get_cases', { status: 'open' }])],
  ['show my closed cases', lists(['get_cases', { status: 'closed' }])],
  ['Welche Fälle sind offen?', lists(['get_cases', { status: 'open' }])],
  ['What is HV-2041 about?', lists(['get_cases', { search: 'HV-2041' }])],
  ['which documents are there?', lists(['get_documents', {}])],
  ['Add a deadline to HV-2041, hearing on 14 May', { wants: 'write' }],
  ['close the case HV-2041', { wants: 'write' }],
  ['Trage eine Frist für HV-2041 ein', { wants: 'write' }],
  ['Is the berth fee due for months in which a boat is ashore for repair?', undefined],
  ['When is the berth fee due?', undefined],
  ['Welche Frist gilt für den Widerspruch?', undefined],
  ['Does § 12-302 apply to HV-2041?', undefined],
  ['In which cases is a berth withdrawn?', undefined],
  ['Who may open a warehouse?', undefined],
  ['Referenzwert der Radon-222-Aktivitätskonzentration in Aufenthaltsräumen', undefined],
])('%s', (text, wanted) => {
  expect(ownQuestion(text)).toEqual(wanted);
});
