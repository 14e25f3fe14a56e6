/** How each action type is named in a draft and said in an answer. */
export const actionWords: Readonly<Record<string, { title: string; does: string }>> = {
  create_alert: { title: 'Create alert', does: 'raises an alert' },
  send_email: { title: 'Send email', does: 'sends an email' },
  send_notification: { title: 'Send notification', does: 'sends a notification' },
  seek_approval: { title: 'Seek approval', does: 'asks for approval' },
  evaluate_condition: { title: 'Check condition', does: 'checks a condition' },
  delay: { title: 'Wait', does: 'waits' },
  update_field: { title: 'Update field', does: 'updates a field' },
  transition_status: { title: 'Change status', does: 'moves the status on' },
  create_entity: { title: 'Create record', does: 'creates a record' },
  lookup_entity: { title: 'Look up record', does: 'looks up a record' },
  log_audit_entry: { title: 'Log audit entry', does: 'writes an audit entry' },
  check_inventory: { title: 'Check inventory', does: 'checks the stock' },
  check_reorder_point: { title: 'Check reorder point', does: 'checks the reorder point' },
  allocate_inventory: { title: 'Allocate inventory', does: 'allocates stock' },
  reserve_inventory: { title: 'Reserve inventory', does: 'reserves stock' },
  release_reservation: { title: 'Release reservation', does: 'releases the reservation' },
  commit_allocation: { title: 'Commit allocation', does: 'commits the allocation' },
};

/** Config fields in words, for questions about what is missing. */
export const fieldWords: Readonly<Record<string, string>> = {
  recipients: 'who should get it (a person, a role or an e-mail address)',
  approvers: 'who should approve (a person or a role)',
  conditions: 'which column to compare, and with what',
  duration: 'how long to wait (for example 2 hours)',
  target_field: 'which column to set',
  new_value: 'which value to set',
  to_status: 'which status to move to',
  quantity: 'how many',
  product_id: 'which product',
  location_id: 'which location',
  entity: 'which kind of record',
  target_entity: 'which kind of record',
  fields: 'which columns to fill, and with what',
  filter: 'how to find the record',
};

/** Columns that tell a person which record it is, best first. */
export const labelColumns: readonly string[] = [
  'number',
  'name',
  'sku',
  'code',
  'lot_number',
  'username',
  'title',
];

/** Letters for units of time, as durations write them. */
export const durationLetters: Readonly<Record<string, string>> = {
  minute: 'm',
  hour: 'h',
  day: 'd',
  week: 'w',
};

/** Hours in a unit of time. */
export const unitHours: Readonly<Record<string, number>> = {
  hour: 1,
  day: 24,
  week: 168,
  month: 720,
};
