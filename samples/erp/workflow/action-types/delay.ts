import type { ActionType } from './action-type.js';
import * as field from './fields.js';

/** Waits. */
export const delay: ActionType = {
  type: 'delay',
  name: 'Delay',
  description: 'Waits for a while before the next action.',
  category: 'control',
  ports: [{ name: 'success', description: 'the time has passed' }],
  configSchema: field.config(
    {
      duration: {
        type: 'string',
        pattern: '^[1-9][0-9]{0,5}(s|m|h|d|w)$',
        description: 'a number and a unit (s, m, h, d or w), such as 30m, 24h or 7d',
      },
    },
    ['duration'],
  ),
  example: { duration: '24h' },
};
