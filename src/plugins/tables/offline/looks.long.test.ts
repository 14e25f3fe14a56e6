import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { startTalk, type Talk } from '../../../../test/offline/talk.js';

/** Questions on rows and wishes for more of them: the open table, what is said, and what must come of it. */
const ANSWERED: [string, string[], RegExp][] = [
  [
    'Orders',
    ['what are the delivered orders worth?'],
    /status is delivered[^]*total amount [\d,]{6}/,
  ],
  ['Orders', ['total of urgent orders per segment'], /priority is urgent[^]*wholesale: count \d/],
  ['Orders', ['how many orders are shipped?', 'and last month?'], /shipped, ordered at at least/],
  ['Inventory', ['how many pieces are in Berlin Central?'], /sums: quantity \d/],
  ['Customers', ['which are the austrian ones?'], /country is AT/],
  ['Customers', ['Is Hansen Bygg active?'], /^Yes\./],
  ['Products', ['price of the torque wrench?'], /contains torque wrench[^]*unit price 118/],
  ['Inventory', ['how many euro pallets do we have in total'], /euro pallet:[^]*sums: quantity \d/],
  ['Suppliers', ['phone number of Van Dijk Elektro?'], /does not show phone/],
  ['Orders', ['how many orders came in last month?', 'how many of those were urgent?'], /urgent/],
  ['Open purchase orders', ['how many are past their expected date?'], /expected on below/],
  [
    'Customers',
    ['who is in Atlantis City?'],
    /“Atlantis City”|contains Atlantis City[^]*total: 0|no rows/i,
  ],
  ['Orders', ['when was SO-20163 delivered?'], /shows no day/],
  ['Orders', ['are all orders delivered?'], /only say whether there are rows/],
  ['Orders', ['hide the orders that are not cancelled'], /leave out rows by what they are not/],
  ['Products', ['sort it by margin'], /is calculated/],
  ['Products', ['colour the unit price red above 100'], /cannot set colours/],
  ['Orders', ['show the cancelled ones as well'], /shows them already/],
  // One column of one record, in everyday words.
  ['Orders', ['where do we stand with SO-20187?'], /- SO-20187: status \w+$/],
  ['Orders', ['when do we have to deliver SO-20196?'], /- SO-20196: required on [\d-]{10}$/],
  ['Orders', ['Which customer is SO-20192 for?'], /number contains SO-20192[^]*customer name \w/],
  ['Products', ['price of the torque wrench?'], /Torque wrench[^]*unit price 118/],
  ['Suppliers', ['how long does Nordic Fasteners take to deliver?'], /lead time days \d+$/],
  ['Employees', ['when did Felix Bauer start here?'], /first name contains Felix[^]*hired on 2/],
  // Words for being there are harmless beside a condition, and never instead of one.
  ['Orders', ['How many orders are stuck on hold right now?'], /status is on_hold:[^]*total: \d/],
  ['Orders', ['which orders are stuck?'], /do not understand “stuck”/],
  [
    'Orders',
    ['how many urgent orders are stuck?'],
    /do not understand “stuck”.*priority is urgent/,
  ],
  ['Employees', ['how many people have left?'], /do not understand “left”/],
  ['Inventory', ['how many euro pallets are left?'], /euro pallet:[^]*sums: quantity [\d,]+$/],
  ['Inventory', ['how many lots has nobody counted?'], /last counted at is empty/],
  ['Customers', ['how many of our customers are inactive?'], /is active is no/],
  // Days.
  ['Open purchase orders', ['what is past its expected date?'], /expected on below 2/],
  ['Orders', ['any orders from Elektro Huber this month?'], /ordered at below [\d-]+ and customer/],
  [
    'Orders',
    ['orders that came in this week'],
    /ordered at at least [\d-]+ and ordered at below [\d-]+:/,
  ],
  ['Employees', ['who joined before 2020?'], /hired on below 2020-01-01/],
  // Follow-ups, and an order that is told.
  ['Inventory', ['how many units are in Berlin Central?', 'and Lyon East?'], /sums: quantity \d/],
  ['Orders', ['which orders are on hold?', 'what do they add up to?'], /on_hold:[^]*total amount/],
  ['Products', ['which article is the cheapest?'], /^By Price, lowest first:/],
  ['Suppliers', ['who is our slowest supplier?'], /^By Lead time \(days\), highest first:/],
];
const CHANGED: [string, string[], RegExp][] = [
  ['Suppliers', ['show the inactive ones as well'], /removed the filter is active = true/],
  ['Inventory', ['only torque wrenches'], /product name is like %torque wrench%/],
  ['Inventory', ['without the ones in Lyon'], /warehouse name ≠ Lyon East/],
  ['Inventory', ['the expiry date next to the lot please'], /added expires on/],
  ['Customers', ["I don't need code and city, drop both"], /removed code and removed city/],
  ['Orders', ['Could the total be shown without decimals?'], /total amount as currency EUR/],
  ['Suppliers', ['hide the Swiss ones'], /country ≠ CH/],
  [
    'Suppliers',
    ['only the ones that are neither dutch nor swiss'],
    /country ≠ NL and .*country ≠ CH/,
  ],
  ['Inventory', ['only items that were never counted'], /last counted at is empty/],
  ['Open purchase orders', ['only the ones past their expected date'], /expected on < \d{4}/],
];

describe('rows without a model', () => {
  let talk: Talk;
  beforeAll(async () => {
    talk = await startTalk();
  }, 180_000);
  afterAll(() => talk.close());

  test.each(ANSWERED)('%s: %j is answered', async (open, turns, wanted) => {
    const { text, previews } = await talk.converse('tables', open, turns);
    expect([text, previews]).toEqual([expect.stringMatching(wanted), []]);
  });

  test.each(CHANGED)('%s: %j is shown as a change', async (open, turns, wanted) => {
    const { text, previews } = await talk.converse('tables', open, turns);
    expect([text, previews.length]).toEqual([expect.stringMatching(wanted), 1]);
  });
});
