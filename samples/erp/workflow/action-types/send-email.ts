import type { ActionType } from './action-type.js';
import * as field from './fields.js';

/** Sends a mail. */
export const sendEmail: ActionType = {
  type: 'send_email',
  name: 'Send email',
  description: 'Sends a mail to addresses, users or roles; subject and body may hold templates.',
  category: 'communication',
  ports: field.successOrFailure,
  configSchema: field.config(
    {
      recipients: field.mailboxes('who gets the mail'),
      cc: field.mailboxes('who gets a copy'),
      bcc: field.mailboxes('who gets a copy unseen'),
      subject: field.text('the subject; may hold {{column}} templates', 255),
      body: field.text('the text; may hold {{column}} templates', 20_000),
      is_html: field.flag('the body is HTML'),
      reply_to: { type: 'string', format: 'email', description: 'where answers go' },
    },
    ['recipients', 'subject', 'body'],
  ),
  example: {
    recipients: ['purchasing@example.com'],
    subject: 'Low stock of product {{product_id}}',
    body: 'Only {{quantity}} left. Please order again.',
  },
};
