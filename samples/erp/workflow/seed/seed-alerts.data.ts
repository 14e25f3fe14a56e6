import type { AlertStatus } from '../../alerts/alert-states.js';

/** An alert of the sample; people by username and role name, times in hours before the day of seeding. */
export interface SeedAlert {
  rule: string;
  type: string;
  severity: 'low' | 'medium' | 'high' | 'critical';
  status: AlertStatus;
  title: string;
  message: string;
  users: readonly string[];
  roles: readonly string[];
  hoursAgo: number;
  context?: Readonly<Record<string, unknown>>;
}

const lowStock = (
  severity: SeedAlert['severity'],
  status: AlertStatus,
  hoursAgo: number,
  sku: string,
  quantity: number,
): SeedAlert => ({
  rule: 'Low Stock Alert',
  type: 'low_stock',
  severity,
  status,
  title: `Low stock: ${sku}`,
  message: `Only ${quantity} units of ${sku} are left in one of its lots.`,
  users: ['maria.keller'],
  roles: ['purchasing_agent'],
  hoursAgo,
  context: { sku, quantity },
});

const late = (
  severity: SeedAlert['severity'],
  status: AlertStatus,
  hoursAgo: number,
  number: string,
  days: number,
): SeedAlert => ({
  rule: 'Supplier Late Delivery',
  type: 'late_delivery',
  severity,
  status,
  title: `${number} is late`,
  message: `Purchase order ${number} is ${days} days overdue.`,
  users: ['anna.lindqvist'],
  roles: ['purchasing_agent', 'operations_manager'],
  hoursAgo,
  context: { number, days_late: days },
});

const shortage = (
  status: AlertStatus,
  hoursAgo: number,
  number: string,
  sku: string,
): SeedAlert => ({
  rule: 'Reserve Stock for Order Line',
  type: 'stock_shortage',
  severity: 'critical',
  status,
  title: 'Not enough stock for an order',
  message: `Order ${number} needs more of ${sku} than there is.`,
  users: [],
  roles: ['warehouse_manager', 'operations_manager'],
  hoursAgo,
  context: { number, sku },
});

const overdue = (status: AlertStatus, hoursAgo: number, number: string): SeedAlert => ({
  rule: 'Order Approval',
  type: 'approval_overdue',
  severity: 'high',
  status,
  title: `Order ${number} still waits for approval`,
  message: `Nobody decided on order ${number} within a day.`,
  users: ['maria.keller'],
  roles: ['finance_controller'],
  hoursAgo,
  context: { number },
});

const credit = (
  status: AlertStatus,
  hoursAgo: number,
  number: string,
  customer: string,
): SeedAlert => ({
  rule: 'Credit Limit Watch',
  type: 'credit_limit',
  severity: 'critical',
  status,
  title: `${customer} is over the credit limit`,
  message: `Order ${number} exceeds the credit limit of ${customer}.`,
  users: [],
  roles: ['finance_controller'],
  hoursAgo,
  context: { number, customer },
});

const expired = (
  severity: SeedAlert['severity'],
  status: AlertStatus,
  hoursAgo: number,
  lot: string,
): SeedAlert => ({
  rule: 'Expiring Stock Review',
  type: 'expired_stock',
  severity,
  status,
  title: `Lot ${lot} is past its date`,
  message: `Lot ${lot} was set apart because its date has passed.`,
  users: [],
  roles: ['warehouse_manager'],
  hoursAgo,
  context: { lot_number: lot },
});

const mailFailed = (status: AlertStatus, hoursAgo: number, customer: string): SeedAlert => ({
  rule: 'New Customer Welcome',
  type: 'mail_failed',
  severity: 'low',
  status,
  title: `No mail to ${customer}`,
  message: `The welcome mail to ${customer} could not be sent.`,
  users: ['emma.johansson', 'maria.keller'],
  roles: [],
  hoursAgo,
  context: { customer },
});

/** The alerts of the sample: every severity, every status, to users and to roles. */
export const seedAlerts: readonly SeedAlert[] = [
  lowStock('critical', 'active', 3, 'FAS-1003', 0),
  lowStock('high', 'active', 9, 'TOO-2001', 4),
  lowStock('high', 'active', 27, 'ELE-3004', 7),
  lowStock('high', 'acknowledged', 52, 'SAF-4006', 5),
  lowStock('medium', 'acknowledged', 98, 'PAC-5003', 9),
  lowStock('high', 'resolved', 240, 'CHE-6001', 2),
  lowStock('high', 'dismissed', 410, 'FAS-1003', 8),
  late('medium', 'active', 6, 'PO-10044', 3),
  late('high', 'active', 30, 'PO-10041', 12),
  late('medium', 'acknowledged', 75, 'PO-10040', 9),
  late('medium', 'resolved', 700, 'PO-10021', 4),
  late('low', 'dismissed', 900, 'PO-10018', 1),
  shortage('active', 12, 'SO-20196', 'TOO-2001'),
  shortage('acknowledged', 60, 'SO-20188', 'FAS-1003'),
  shortage('resolved', 330, 'SO-20150', 'CHE-6001'),
  overdue('active', 18, 'SO-20194'),
  overdue('acknowledged', 90, 'SO-20185'),
  overdue('dismissed', 500, 'SO-20140'),
  credit('active', 21, 'SO-20197', 'Ferramenta Colombo'),
  credit('acknowledged', 130, 'SO-20176', 'Bauhof Krause'),
  credit('resolved', 620, 'SO-20122', 'Atelier Lambert'),
  expired('medium', 'active', 48, 'L02-4711'),
  expired('low', 'dismissed', 300, 'L01-3982'),
  mailFailed('active', 40, 'Klima Peeters'),
  mailFailed('dismissed', 800, 'Murphy Building Supplies'),
  {
    rule: 'Supplier Removed Audit',
    type: 'system',
    severity: 'low',
    status: 'active',
    title: 'The audit log is growing fast',
    message: 'The audit log grew by a fifth this month; consider archiving it.',
    users: ['aisha.rahman'],
    roles: ['administrator'],
    hoursAgo: 66,
  },
];
