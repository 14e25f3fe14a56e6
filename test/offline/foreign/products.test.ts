import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { openProduct, toolsOf, type Product } from './foreign.js';
import { describeProducts } from './products.contract.js';

describeProducts({ rental: 0.75, clinic: 0.75 });

const answers = {
  tracker_listProjects: [
    { id: 7, name: 'Website' },
    { id: 9, name: 'Mobile app' },
  ],
  tracker_getIssue: { key: 'WEB-12', title: 'Login fails on Safari', state: 'open' },
};
let tracker: Product;
beforeAll(async () => {
  tracker = openProduct('tracker', await toolsOf('tracker'), answers);
});
afterAll(() => tracker.close());

const changeOf = (state: object) => ({
  name: 'tracker_updateIssue',
  arguments: { issue_key: 'WEB-12', body: state },
});

test.each<[string, object | undefined, RegExp]>([
  ['close WEB-12 if it is low priority', undefined, /“if”.*waits for a condition/],
  ['close WEB-12 once it is fixed', undefined, /“once”/],
  ['close WEB-12 tomorrow', undefined, /“tomorrow”.*Say it again/],
  ['close WEB-12 on 2026-12-01', undefined, /“2026-12-01”/],
  ['close WEB-12, it is urgent', undefined, /“urgent”/],
  ['close the urgent issue WEB-12', undefined, /“urgent”/],
  ['should I close WEB-12?', undefined, /“close”/],
  ['set the priority of WEB-12 to blocker', undefined, /“blocker” is no priority.*low, medium/],
  ['WEB-12 is done', undefined, /“done”/],
  ['close the open issue WEB-12', changeOf({ state: 'closed' }), /accept/],
  ['please have WEB-12 closed', changeOf({ state: 'closed' }), /accept/],
  ['make WEB-12 urgent', changeOf({ priority: 'urgent' }), /accept/],
  ['change its priority of WEB-12 from high to low', changeOf({ priority: 'low' }), /accept/],
  ['rename WEB-12 to Safari login', changeOf({ title: 'Safari login' }), /accept/],
  ['set the due date of WEB-12 to 2026-12-01', changeOf({ due_date: '2026-12-01' }), /accept/],
])('a change is taken whole or not at all: %s', async (said, change, says) => {
  const talked = await tracker.converse(said);
  const changes = talked.calls.filter(({ name }) => /update|create|add/.test(name));
  expect(changes).toEqual(change === undefined ? [] : [change]);
  expect(talked.said).toMatch(says);
});

test.each([
  ['is WEB-12 closed?', /^No: state is “open”/],
  ['what is the title of WEB-12?', /Login fails on Safari/],
  ['show me the Mobile app project', /Only those with “Mobile app”, 1 of 2[^]*Mobile app$/],
  ['hello', /^I look things up.*[^]*For example/],
])('a question is answered from what was read: %s', async (said, says) => {
  const talked = await tracker.converse(said);
  expect(talked.said).toMatch(says);
});
