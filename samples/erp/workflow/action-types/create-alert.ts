import { alertSeverityValues } from '../../../../src/platform/types.js';
import type { ActionType } from './action-type.js';
import * as field from './fields.js';

/** How urgent an alert is, mildest first. */
export const alertSeverities = alertSeverityValues;

/** Puts an alert before people. */
export const createAlert: ActionType = {
  type: 'create_alert',
  name: 'Create alert',
  description: 'Shows an alert to users and roles in the application until someone deals with it.',
  category: 'communication',
  ports: field.successOrFailure,
  configSchema: field.config(
    {
      alert_type: field.text('a short word for the kind of alert, such as low_stock', 100),
      severity: field.oneOf('how urgent it is', alertSeverities),
      title: field.text('the headline; may hold {{column}} templates', 255),
      message: field.text('the text; may hold {{column}} templates'),
      recipients: {
        ...field.config(
          {
            users: { type: 'array', maxItems: 100, items: field.id('a user') },
            roles: { type: 'array', maxItems: 100, items: field.id('a role') },
          },
          [],
        ),
        description: 'who sees it: ids of users and of roles',
      },
      context: field.freeObject('more facts to keep with the alert'),
      resolve_prior: field.flag('resolve earlier alerts of the same type first'),
    },
    ['alert_type', 'severity', 'title', 'message'],
  ),
  example: {
    alert_type: 'low_stock',
    severity: 'high',
    title: 'Low stock',
    message: 'Only {{quantity}} left of product {{product_id}}.',
    resolve_prior: true,
  },
};
