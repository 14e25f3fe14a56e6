import type { Lexicon } from '../reading/concepts.js';

/**
 * How people ask for an action in a rule: action type → phrases. The first word is the verb that
 * starts the action's part of the sentence.
 */
export const actionTypes: Lexicon = {
  'action.create_alert':
    'alert, create ~ alert, raise ~ alert, make ~ alert, send ~ alert, trigger ~ alert, warn, issue ~ alert, fire ~ alert, create ~ warning, raise ~ warning, raise ~ alarm, add ~ alert, post ~ alert, set off ~ alert, generate ~ alert, give ~ alert, alarm, flag it to, put up ~ alert',
  'action.send_email':
    'email, send ~ email, write ~ email, send ~ message by email, drop ~ email, shoot ~ email, fire off ~ email, add ~ email, write to, send it by email, send out ~ email, create ~ email, get ~ email, receive ~ email, send email',
  'action.send_notification':
    'notify, send ~ notification, push ~ notification, ping, inform, send ~ push, let ~ know, tell, text, send ~ sms, message, add ~ notification, create ~ notification, notify ~ via, send ~ notice, give ~ heads up, give ~ heads-up, send ~ message',
  'action.seek_approval':
    'seek ~ approval, ask ~ approval, get ~ approval, request ~ approval, require ~ approval, need ~ approval, have ~ approve, ask ~ approve, wait for ~ approval, obtain ~ approval, let ~ approve, must approve, has to approve, needs to approve, should approve, approval from, sign off, get ~ sign-off, ask ~ permission, approval step, approval by, add ~ approval, approval of, must be approved, needs ~ approval, ask ~ sign-off, ask ~ ok, get ~ ok from, have ~ sign',
  'action.evaluate_condition':
    'evaluate ~ condition, check whether, check if, check ~ condition, decide whether, branch on, test whether, test if, add ~ condition, condition step, verify that, check that',
  'action.delay': 'wait, delay, pause for, hold for, hold off, sleep, after waiting, let ~ pass',
  'action.update_field':
    'update ~ field, set ~ to, change ~ to, mark ~ as, update ~ to, put ~ on hold, fill ~ with, set ~ field, write ~ into ~ field, set its, set the, flag ~ as',
  'action.transition_status':
    'transition ~ status, transition ~ to, move ~ to status, move ~ status, advance ~ status, switch ~ status, transition status, status transition, move it to, transition, move the order to',
  'action.create_entity':
    'create ~ record, create ~ purchase order, add ~ record, create ~ entity, insert ~ record, open ~ purchase order, place ~ purchase order, create ~ order line, create ~ supplier, create ~ customer, create ~ product, make ~ purchase order, raise ~ purchase order, draft ~ purchase order',
  'action.lookup_entity':
    'look up, lookup, fetch ~ record, find ~ record, load ~ record, retrieve ~ record, find ~ supplier, get ~ record, look ~ up',
  'action.log_audit_entry':
    'log, audit entry, log ~ audit, write ~ audit, record ~ audit, log it, add ~ audit, write ~ log, audit log, audit trail, make ~ note in the audit, protocol, record it, keep ~ record, create ~ audit, leave ~ audit, log ~ entry, write it to the audit log, note it in the audit log, record this',
  'action.check_inventory':
    'check ~ inventory, check ~ stock, check inventory, check stock, verify ~ stock, look whether ~ stock, check ~ availability, check whether there is enough stock, check ~ enough stock, see if ~ stock, verify ~ inventory, inventory check, stock check, check ~ in stock',
  'action.check_reorder_point':
    'check ~ reorder point, check reorder point, reorder point check, check ~ needs reordering, check ~ reorder, check ~ needs to be reordered, verify ~ reorder',
  'action.allocate_inventory':
    'allocate ~ inventory, allocate ~ stock, allocate inventory, allocate stock, allocate, assign ~ stock, inventory allocation, stock allocation',
  'action.reserve_inventory':
    'reserve ~ inventory, reserve ~ stock, reserve inventory, reserve stock, reserve, set aside, put aside, hold ~ stock, earmark, book ~ stock',
  'action.release_reservation':
    'release ~ reservation, release reservation, free ~ reservation, undo ~ reservation, release ~ stock, release the reserved, cancel ~ reservation, free up',
  'action.commit_allocation':
    'commit ~ allocation, commit allocation, finalise ~ allocation, finalize ~ allocation, confirm ~ allocation',
};

/** Nouns for actions that a rule or draft already has, or that are to be added: "the email", "an approval". */
export const stepNouns: Lexicon = {
  'step.create_alert': 'alert, warning, alarm',
  'step.send_email': 'email',
  'step.send_notification': 'notification, push message, sms',
  'step.seek_approval': 'approval, sign-off',
  'step.evaluate_condition': 'condition, check, branch',
  'step.delay': 'delay, waiting time, pause, wait',
  'step.log_audit_entry': 'audit entry, audit log, audit, log entry',
  'step.update_field': 'field update',
  'step.transition_status': 'status change, status transition',
  'step.create_entity': 'new record',
  'step.lookup_entity': 'lookup',
  'step.check_inventory': 'inventory check, stock check',
  'step.check_reorder_point': 'reorder check, reorder point check',
  'step.reserve_inventory': 'reservation',
  'step.allocate_inventory': 'allocation',
};
