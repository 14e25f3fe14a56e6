import type { Lexicon } from '../reading/concepts.js';

/** What sets a rule off, and the words that frame conditions and branches. */
export const triggers: Lexicon = {
  'trig.on_create':
    '=created, is added, are added, gets added, =arrives, arrive, =placed, comes in, come in, coming in, is entered, is placed, =registered, every new, each new, a new, =new, any new, on creation, upon creation, on create, on_create, after creation, being created, creation of, gets created, get created, is made, is received, =received, is opened, signs up, sign up, joins, is hired, is booked, for new, appears, was created, shows up, when added, someone creates, somebody creates, someone adds, somebody adds, someone places, we get, we receive, on insert, inserted, is submitted, comes through, =incoming, is recorded',
  'trig.on_update':
    '=updated, is changed, are changed, gets changed, is modified, =modified, =changes, is edited, on update, on_update, upon update, gets updated, update of, update to, being updated, =changed, drops below, falls below, goes below, falls under, drops under, goes under, rises above, exceeds, goes above, =becomes, gets below, runs low, run low, running low, is low, gets low, goes over, climbs above, =turns, someone changes, somebody changes, someone updates, someone edits, is shipped, is cancelled, gets cancelled, gets shipped, is delivered, is confirmed, is discontinued, on change, is damaged, gets damaged, dips below, sinks below, goes on hold, is put on hold, reaches, gets delivered, gets confirmed, switches to, goes to, moves to, runs out, is running out, sinks under, dips under, goes down, hits, gets close to, is deactivated, drops to, falls to',
  'trig.on_delete':
    '=deleted, is removed, gets deleted, gets removed, are deleted, on delete, on_delete, upon deletion, on deletion, deletion of, being deleted, someone deletes, somebody deletes, someone removes, =removed, is erased, disappears',
  'trig.manual':
    'manual, manually, by hand, on demand, by button, on request, when i start it, when i press, i start it, press a button, started by a person, by a user click',
  'frame.when':
    'when, whenever, every time, each time, as soon as, once, any time, anytime, the moment, in the event, in the event that, if ever, upon, =on ~ =creation, =on ~ =update, =on ~ =deletion, =after ~ =is, for every, for each, for new, each new, every new, if, in case, should, provided, on creation, on update, on deletion, on new, as long as, unless',
  'frame.if':
    'if, in case, provided, only if, as long as, where, assuming, given that, should, only when, only for, but only',
  'frame.else':
    'otherwise, else, if not, in all other cases, in any other case, in other cases, if that is not the case, failing that, or else, other wise',
  'frame.then':
    'then, after that, afterwards, next, subsequently, followed by, finally, and then, first, second, third, lastly, later, thereafter, thereupon',
  'frame.last': 'before it ends, at the end, at the very end, as the last step, in the end',
  'frame.after': '=after, following, behind, right after, directly after, immediately after',
  'frame.before': '=before, ahead of, in front of, prior to',
  'port.success': 'succeeds, success, successful, successfully, works, it worked, goes well',
  'port.failure': 'fails, failure, failed, goes wrong, does not work, error, errors out, fail',
  'port.approved':
    '=approved, they approve, he approves, she approves, approves, is granted, says yes, agree, agrees',
  'port.rejected':
    '=rejected, they reject, rejects, declined, refused, says no, refuses, declines, denied, denies, turned down',
  'port.timed_out':
    'times out, timed out, timeout, no answer, nobody answers, no response, no reply, nobody responds, not answered, no one answers, expires',
  'port.insufficient':
    "insufficient, not enough, too little, is short, not sufficient, not available, unavailable, no stock, out of stock, not in stock, isn't enough, is not enough",
  'port.sufficient': '=sufficient, enough, in stock, sufficient stock, is available',
  'port.needs_reorder':
    'needs reorder, needs_reorder, needs reordering, must be reordered, reorder is needed, has to be reordered, needs to be reordered, reorder needed, below the reorder point, under the reorder point',
  'port.ok': '=ok, is fine, all good, =okay',
  'port.found': '=found, is found, exists',
  'port.not_found':
    "not found, is not found, is missing, does not exist, nothing is found, nothing found, isn't found",
  'port.invalid_transition': 'invalid transition, not allowed, transition is invalid',
  'port.true':
    'if so, if yes, in that case, then yes, if it is, if that is so, =true, condition holds, is met, applies, =yes, it does, the case, holds',
  'port.false': '=false, does not hold, is not met, does not apply, not the case, not met',
};
