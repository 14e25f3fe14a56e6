import type { ActionType } from './action-type.js';
import { allocateInventory } from './allocate-inventory.js';
import { checkInventory } from './check-inventory.js';
import { checkReorderPoint } from './check-reorder-point.js';
import { commitAllocation } from './commit-allocation.js';
import { createAlert } from './create-alert.js';
import { createEntity } from './create-entity.js';
import { delay } from './delay.js';
import { evaluateCondition } from './evaluate-condition.js';
import { logAuditEntry } from './log-audit-entry.js';
import { lookupEntity } from './lookup-entity.js';
import { releaseReservation } from './release-reservation.js';
import { reserveInventory } from './reserve-inventory.js';
import { seekApproval } from './seek-approval.js';
import { sendEmail } from './send-email.js';
import { sendNotification } from './send-notification.js';
import { transitionStatus } from './transition-status.js';
import { updateField } from './update-field.js';

/** Every action type there is, grouped by what it is for. */
export const actionTypes: readonly ActionType[] = [
  evaluateCondition,
  delay,
  createAlert,
  sendEmail,
  sendNotification,
  seekApproval,
  checkInventory,
  checkReorderPoint,
  reserveInventory,
  allocateInventory,
  commitAllocation,
  releaseReservation,
  lookupEntity,
  createEntity,
  updateField,
  transitionStatus,
  logAuditEntry,
];

const byType = new Map(actionTypes.map((actionType) => [actionType.type, actionType]));

/** The action type of that name, compared exactly. */
export function findActionType(type: string): ActionType | undefined {
  return byType.get(type);
}
