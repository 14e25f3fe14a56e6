import type { ActionType } from './action-type.js';
import * as field from './fields.js';

/** Tells people something at once. */
export const sendNotification: ActionType = {
  type: 'send_notification',
  name: 'Send notification',
  description: 'Sends a short message to users or roles over one or more channels.',
  category: 'communication',
  ports: field.successOrFailure,
  configSchema: field.config(
    {
      recipients: field.people('who is told: ids of users or roles'),
      channels: {
        type: 'array',
        minItems: 1,
        uniqueItems: true,
        items: field.oneOf('a channel', ['in_app', 'email', 'sms', 'push']),
        description: 'the ways it is sent',
      },
      title: field.text('the headline; may hold {{column}} templates', 255),
      message: field.text('the text; may hold {{column}} templates'),
      priority: field.oneOf('how urgent it is', ['low', 'medium', 'high', 'critical']),
      action_url: field.text('where a click leads', 2000),
    },
    ['recipients', 'channels'],
  ),
  example: {
    recipients: ['{{sales_rep_id}}'],
    channels: ['in_app', 'email'],
    title: 'Order {{number}}',
    message: 'The order is now {{status}}.',
    priority: 'medium',
  },
};
