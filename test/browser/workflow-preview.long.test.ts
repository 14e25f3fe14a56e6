import { useBrowser, barriers, seen, send, reads, press } from '../support/browser.js';
import type { LlmProvider } from '../../src/llm/types.js';
import { calls, playing, says, ScriptedModel } from '../support/scripted-model.js';
import { LOW_STOCK, sampleModel } from '../support/sample-model.js';
import { useServer } from '../support/server.js';

const browser = useBrowser();
const WIDE = { viewport: { width: 1600, height: 950 } };
const NARROW = { viewport: { width: 360, height: 740 }, hasTouch: true };
let model: Pick<LlmProvider, 'streamChat'> = sampleModel();
const server = useServer({ llm: playing(() => model) });

test('a rule from a sentence is drawn, looked into, tried with a record, accepted and opened', async () => {
  const { page } = await browser.open(server.url, WIDE);
  await send(page, LOW_STOCK);
  const trigger = page.getByRole('button', { name: /^Trigger · inventory\.inventory_items: / });
  await seen(trigger);
  const alert = page.getByRole('button', { name: /^Create alert: / });
  await seen(alert.getByText('warehouse manager (role)'));

  // By keyboard: the boxes come in order, Enter opens the details.
  await trigger.focus();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  const details = page.getByRole('region', { name: /^Details of Create alert/ });
  await seen(details.getByText('critical', { exact: true }));
  await details.getByText('As JSON').click();
  await seen(details.getByText(/"action_type": "create_alert"/));

  await page.getByRole('button', { name: 'Try it with a record' }).click();
  const record = page.getByRole('textbox', { name: /^A record of/ });
  await seen(record.filter({ hasText: /\S/ }));
  const before = await record.inputValue();
  await page.getByRole('combobox', { name: 'Record', exact: true }).selectOption({ index: 1 });
  expect(await record.inputValue()).not.toBe(before);
  await record.fill(JSON.stringify({ quantity: 50 }));
  await page.getByRole('button', { name: 'Simulate' }).click();
  await seen(page.getByText('The rule would not fire.'), trigger.getByText('Not fired'));

  await page.getByRole('button', { name: 'Make it fit the trigger' }).click();
  expect(JSON.parse(await record.inputValue())).toEqual({ quantity: 9 });
  await page.getByRole('button', { name: 'Simulate' }).click();
  await seen(page.getByText('The rule would fire.'), trigger.getByText('Fired'));
  await seen(alert.getByText('Ran'));
  expect(await alert.getAttribute('aria-label')).toMatch(/\. Ran$/);

  // What was tried is not what is edited: as fields, by the names of people.
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  const form = page.locator('form').filter({ hasText: 'Accept as edited' });
  await form.getByLabel('Value').fill('8');
  await form.getByLabel('Comparison').selectOption({ label: 'is at most' });
  await trigger.getByText('Fired').waitFor({ state: 'detached' });
  await page.getByText('The rule would fire.').waitFor({ state: 'detached' });
  await seen(trigger.getByText('if quantity is at most 8'));
  // In a window that is narrow for a moment the panel is drawn in another place.
  await page.setViewportSize(NARROW.viewport);
  await page.locator('aside').filter({ has: form }).waitFor({ state: 'detached' });
  await page.setViewportSize(WIDE.viewport);
  await seen(page.locator('aside').filter({ has: form }));
  expect(await form.getByLabel('Value').inputValue()).toBe('8');
  await form.getByRole('button', { name: 'Remove: warehouse manager (role)' }).click();
  await form.getByLabel('Roles').fill('finance controller (role)');
  await page.keyboard.press('Enter');
  await seen(alert.getByText('finance controller (role)'));
  expect(await barriers(page)).toEqual([]);

  await page.getByRole('button', { name: 'Accept as edited' }).click();
  const open = page.getByRole('link', { name: 'Open the saved rule' });
  await seen(open);
  const id = (await open.getAttribute('href'))?.split('/').at(-1);
  const { body } = await server.call(`GET /v1/workflow/rules/${id}`);
  expect(body).toMatchObject({ action_count: 1, trigger_type: 'on_update' });
});

test('a rule from a sentence is rejected with a reason that the server keeps', async () => {
  const { page } = await browser.open(server.url, NARROW);
  await send(page, 'When an order is created, send an email to ops@example.com');
  await page.getByRole('button', { name: 'Review' }).click();
  await seen(page.getByRole('button', { name: /^Send email: / }));
  await page.getByRole('button', { name: 'Reject' }).click();
  await page.getByRole('textbox', { name: /^Reason/ }).fill('Too many mails');
  await page.getByRole('button', { name: 'Reject' }).click();
  await seen(page.getByText('Your reason: Too many mails'));
  const { body } = await server.call('GET /v1/agent/previews?state=rejected');
  expect(body).toMatchObject({ items: [{ reason: 'Too many mails' }] });
});

test('an expired preview is refused with a reason, and no longer offered', async () => {
  const { page, complaints } = await browser.open(server.url, WIDE);
  await send(page, 'When an order is created, send an email to ops@example.com');
  const panel = page.getByRole('complementary', { name: 'Preview' });
  await page.getByRole('button', { name: 'Review' }).click();
  await seen(panel.getByText('Waiting for you'), page.getByRole('button', { name: 'Send' }));
  const before = await rules();
  // As if its hours had gone by while it was looked at.
  await server.db.query("update sextant.previews set expires_at = now() - interval '1 second'");
  await panel.getByRole('button', { name: 'Accept' }).click();
  await seen(panel.getByText('This preview has expired. Nothing was saved.'));
  await panel.getByRole('button', { name: 'Accept' }).waitFor({ state: 'detached' });
  await seen(page.getByRole('article').getByText('Expired'));
  expect(await rules()).toEqual(before);
  // The browser itself reports the refusal.
  expect(complaints.splice(0)).toEqual([expect.stringMatching(/status of 4\d\d/)]);
  await page.goto(`${server.url}/#/library/previews`);
  await seen(page.getByText('Nothing is waiting for your decision.'));
});

describe('a change to a rule', () => {
  /** Of the sample rule's three actions the last goes, one changes, and one is new. */
  const wait = { action_type: 'delay', after: 'Check Quantity:false', config: { duration: '24h' } };
  const config = {
    alert_type: 'low_stock',
    severity: 'critical',
    title: 'Low stock\u200b: lot {{lot_number}}',
    message: 'Only {{quantity}} left.',
  };
  const alert = { action_type: 'create_alert', after: 'Check Quantity:true', config };
  const actions = [
    { name: 'Check Quantity', action_type: 'evaluate_condition' },
    { ...alert, name: 'Create Low Stock Alert' },
    { ...wait, name: 'Wait a day' },
  ];
  const change = () =>
    calls('preview_workflow', {
      workflow_id: 'Low Stock Alert',
      description: 'Less mail, louder alerts.',
      workflow: { actions },
    });

  beforeEach(() => {
    model = new ScriptedModel([[change()], [says('Look at it.')]]);
  });

  test.each([
    ['light', WIDE],
    ['dark', NARROW],
  ] as const)('shows what comes, goes and differs, for all to see (%s)', async (theme, size) => {
    const { page } = await browser.open(server.url, { ...size, colorScheme: theme });
    await send(page, 'Here is the complete rule, show me how it would look');
    await page.getByRole('button', { name: 'Review' }).click();
    const box = (name: RegExp) => page.getByRole('button', { name });
    await seen(box(/^Delay, Added: Wait a day/), box(/^Send email, Removed: Email Purchasing$/));
    await seen(box(/^Create alert, Changed: Create Low Stock Alert/));
    await seen(box(/^Evaluate condition: Check Quantity/));
    const changes = page.getByRole('listitem').filter({ hasText: 'Create Low Stock Alert' });
    await reads(changes, 'before: “high”', 'after: “critical”');
    await seen(page.getByText('U+200B').filter({ visible: true }));

    await box(/^Create alert,/).click();
    const details = page.getByRole('region', { name: 'Details of Create Low Stock Alert' });
    await seen(details.getByText('after: “critical”'));
    expect(await barriers(page)).toEqual([]);
  });

  test('is redrawn while it is edited, with what is wrong with it', async () => {
    const { page, complaints } = await browser.open(server.url, WIDE);
    await send(page, 'Here is the complete rule, show me how it would look');
    await seen(page.getByRole('button', { name: /^Delay, Added: Wait a day/ }));
    await press(page, 'Edit', 'JSON');
    const text = page.getByRole('textbox', { name: 'What is sent when you accept' });
    const rule = JSON.parse(await text.inputValue());
    for (const action of rule.actions)
      if (action.name === 'Wait a day') action.name = 'Wait a while';
    rule.edges.at(-1).source_output = 'maybe';
    await text.fill(JSON.stringify(rule, null, 2));
    await seen(page.getByRole('button', { name: /^Delay: Wait a while/ }));
    await seen(page.locator('code').getByText(/^edges/));
    const marks = page.getByRole('region', { name: 'What you changed' });
    await seen(marks.getByText(/^actions\[\d\]\.name$/));
    await seen(marks.getByRole('deletion').getByText('Wait a day'));
    await seen(marks.getByRole('insertion').getByText('Wait a while'));
    // The browser tells of every answer that says no; here that is what was asked for.
    expect(complaints.splice(0).filter((one) => !one.includes('status of 422'))).toEqual([]);
  });
});

const rules = async () => (await server.call('GET /v1/workflow/rules?rows=500')).body;
