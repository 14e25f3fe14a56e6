import { isUuid } from '../../../foundation/ids.js';
import { requireByName } from '../../../agenttools/names.js';
import type { ReadClient } from '../../../agenttools/sources/clients.js';
import { defineTool } from '../../../agenttools/define-tool.js';
import { fetchAll, getIfThere } from '../../../platform/lists.js';
import type { Alert } from './wire.js';

interface Input {
  alert_id: string;
}

const ALERTS = ['v1', 'workflow', 'alerts'] as const;

/** One alert in full. */
export const getAlertDetail = defineTool<Input>({
  name: 'get_alert_detail',
  description:
    'Shows one alert in full: message, the facts behind it, recipients by name, the rule that raised it and who acknowledged it.',
  properties: {
    alert_id: {
      type: 'string',
      description: 'Id of the alert, or its title if it is one of mine.',
    },
  },
  required: ['alert_id'],
  examples: [
    'tell me more about this alert',
    'why did I get the alert on low stock of bolts?',
    'who acknowledged that alert',
    'details of the critical one',
    'what is behind the first warning in my list',
  ],
  groups: ['workflow'],
  effect: 'read',
  execute: async ({ alert_id }, { read }) => {
    const alert = await findAlert(read, alert_id);
    const { recipients, ...rest } = alert;
    const names = {
      users: recipients.users.map(({ name }) => name),
      roles: recipients.roles.map(({ name }) => name),
    };
    return { result: { ...rest, recipients: names } };
  },
});

async function findAlert(read: ReadClient, idOrTitle: string): Promise<Alert> {
  const byId = isUuid(idOrTitle)
    ? await getIfThere<Alert>(read, [...ALERTS, idOrTitle])
    : undefined;
  return byId ?? read.get<Alert>([...ALERTS, await findMine(read, idOrTitle)]);
}

/** By title; of several alerts with the same title the newest. */
async function findMine(read: ReadClient, title: string): Promise<string> {
  const alerts = await fetchAll<Alert>(read, [...ALERTS, 'mine']);
  const newestFirst = [...alerts].sort((a, b) => b.created_at.localeCompare(a.created_at));
  const distinct = newestFirst.filter(
    (alert, at) => newestFirst.findIndex((other) => other.title === alert.title) === at,
  );
  return requireByName(distinct, title, {
    nameOf: (alert) => alert.title,
    noun: 'alert of yours',
    listTool: 'list_my_alerts',
  }).id;
}
