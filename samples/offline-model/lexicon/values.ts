import type { Lexicon } from '../reading/concepts.js';

/** Closed sets of values: severities, statuses, directions, formats, units. */
export const values: Lexicon = {
  'sev.low':
    '=low, minor, low severity, low-severity, informational, unimportant, low priority, low-priority',
  'sev.medium':
    'medium, moderate, normal severity, medium-severity, mid, middle, medium severity, medium priority, average severity',
  'sev.high':
    '=high, important, high severity, high-severity, urgent, serious, severe, major, high priority, high-priority, important',
  'sev.critical':
    'critical, critical severity, blocker, emergency, highest severity, most severe, highest, top priority',
  'alertstatus.active':
    '=active, =open, unresolved, current, =unread, outstanding, pending, still open',
  'alertstatus.acknowledged': 'acknowledged',
  'alertstatus.dismissed': 'dismissed',
  'alertstatus.resolved': 'resolved, closed, solved',
  'active.true': '=active, =enabled, running, switched on, turned on, live, in force, in use',
  'active.false':
    '=inactive, =disabled, switched off, turned off, not active, paused, =deactivated, not enabled, dormant, not running',
  'dir.desc':
    'descending, desc, highest first, largest first, biggest first, newest first, latest first, most recent first, from high to low, high to low, z to a, z-a, reverse, decreasing, most expensive first, highest to lowest, largest to smallest, newest to oldest, biggest to smallest, most recent, highest, biggest, largest, newest, latest, most expensive, on top, at the top, top, backwards, fullest, longest, most',
  'dir.asc':
    'ascending, asc, lowest first, smallest first, oldest first, earliest first, from low to high, low to high, a to z, a-z, alphabetically, alphabetical, increasing, cheapest first, lowest to highest, smallest to largest, oldest to newest, lowest, smallest, oldest, earliest, cheapest, shortest, least',
  'align.right': 'right, right-align, right-aligned',
  'align.left': 'left, left-align, left-aligned',
  'align.center': 'center, centre, centered, centred, middle',
  'format.currency':
    'currency, money, in euro, in euros, in dollars, monetary, price format, as euro, as euros, euro amount, dollar, eur, usd, as dollars',
  'format.percent': 'percent, percentage',
  'format.date': 'date, date only, without time, without the time, day only',
  'format.datetime': 'datetime, date and time, timestamp, with time, with the time',
  'format.number': 'number, decimal, decimals, decimal places, whole number, integer',
  'format.boolean': 'yes/no, yes or no, yes and no',
  'unit.money': 'euro, euros, eur, dollar, usd, pound, bucks, €, $',
  'unit.piece': 'piece, unit, item, pc, box',
  'unit.minute': 'minute, min, mins',
  'unit.hour': 'hour, hr, hrs',
  'unit.day': 'day',
  'unit.week': 'week',
  'unit.month': 'month',
  'unit.year': 'year',
  'unit.pixel': 'pixel, px',
  'unit.percent': 'percent, percentage point',
  'unit.kg': 'kg, kilo, kilogram',
  'join.left': 'left join, left-join, optional join',
  'join.inner': 'inner join, inner-join',
  'join.right': 'right join',
  'join.full': 'full join, outer join, full outer join',
  'approval.any': 'any of, one of, either, anyone, at least one',
  'approval.all': 'all of, everyone, both, each of, unanimous, unanimously, all must',
  'approval.majority': 'majority, most of',
  'channel.email': 'by email, via email, per email, through email',
  'channel.sms': 'sms, text message, by text, via text',
  'channel.push': 'push, phone notification, mobile notification, push notification',
  'channel.in_app': 'in-app, in app, in the app, inside the app, app notification',
  'bool.true': '=true, =yes',
  'bool.false': '=false, =no',
  'pos.first': 'first, front, start, beginning, very left, leftmost, far left',
  'pos.last': 'last, end, far right, rightmost, very right, very end',
  'agg.average': 'average, mean',
  'strategy.fifo': 'fifo, first in first out',
  'strategy.lifo': 'lifo, last in first out',
  'strategy.nearest_expiry': 'nearest expiry, expiring first, fefo, first expiring',
  'strategy.lowest_cost': 'lowest cost, cheapest stock',
  all: 'all, everything, every, each, whole, entire',
};
