import type { Lexicon } from '../reading/concepts.js';

/** Comparisons: neutral name → phrases. `operators.ts` maps the names to each tool's operators. */
export const comparisons: Lexicon = {
  'cmp.gt':
    'over, above, more than, greater than, higher than, larger than, bigger than, exceed, exceeds, exceeding, beyond, >, upwards of, =after, later than, newer than, greater, older than, longer than, worth more than, in excess of, rises above, goes above, is above, is over, goes over, climbs above, costing more than, better than, north of',
  'cmp.lt':
    'under, below, less than, fewer than, lower than, smaller than, beneath, <, =before, earlier than, drops below, falls below, goes below, falls under, drops under, goes under, is below, is under, younger than, gets below, dips below, cheaper than, sinks below, sinks under, dips under, short of, worse than',
  'cmp.gte':
    'at least, minimum of, >=, ≥, or more, no less than, not less than, not below, not under, and above, and up, from ~ upwards, or higher, since, starting from, greater or equal, reaches, or above, min, greater than or equal to, a minimum of',
  'cmp.lte':
    'at most, maximum of, <=, ≤, or less, or fewer, no more than, not more than, not above, not over, up to, and below, or lower, until, less or equal, drops to, falls to, max, less than or equal to, a maximum of, or below, not exceeding',
  'cmp.eq':
    'equals, equal to, equal, =is, =are, =was, =be, =being, exactly, ==, ===, the same as, set to, matches, match',
  'cmp.neq':
    "is not, are not, isn't, aren't, not equal, not equal to, !=, <>, ≠, other than, different from, except, anything but, does not equal, isnt, arent, is anything but, everything but, all but, excluding, exclude, unequal, that are not, not",
  'cmp.contains':
    'contains, contain, containing, includes, including, with ~ in the name, has ~ in it, has ~ in the name, with ~ in it, mention, mentions, mentioning, like',
  'cmp.starts': 'starts with, start with, starting with, begins with, begin with, beginning with',
  'cmp.ends': 'ends with, end with, ending with, ending in, ends in',
  'cmp.null':
    'is empty, are empty, is missing, is blank, is null, has no value, is not set, without a, without any, has no, have no, with no, empty, no value, is unset, not set, not filled, are missing, null, blank',
  'cmp.notnull':
    "is not empty, is filled, is set, has a value, is present, is not null, not empty, with a value, not null, are filled, is not blank, not missing, isn't empty, has been set, has any",
  'cmp.changes':
    'changes, is changed, has changed, gets changed, is modified, was changed, changed',
  'cmp.changesto':
    'changes to, changed to, is set to, gets set to, becomes, turns, turns to, switches to, goes to, moves to, is changed to, gets changed to, goes into, is moved to, set to, turns into, goes on, goes from ~ to, reaches status, is put on, is marked as, is marked',
  'cmp.changesfrom':
    'changes from, changed from, moves from, goes from, leaves, switches from, is no longer',
  'cmp.between': 'between, ranges from, in the range',
  'cmp.last':
    'in the last, in the past, within the last, over the last, during the last, the last, from the last, the past, last, past, over the past, of the last',
  'cmp.next': 'in the next, within the next, the next, coming, upcoming, within',
};
