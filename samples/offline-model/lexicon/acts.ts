import type { Lexicon } from '../reading/concepts.js';

/** What people ask to be done, and how they ask. */
export const acts: Lexicon = {
  'act.list':
    'list, show, display, give, see, view, print, enumerate, overview, tell ~ about, let ~ see, look at, present, pull up, bring up, fetch, get me, open',
  'act.explain':
    'explain, describe, detail, summarize, summarise, walk ~ through, go through, break down, understand, tell ~ about, look at, look into, talk ~ through, clarify, info on, information on, information about, more about, details of, details on, details about',
  'q.does':
    'what ~ =do, what ~ =does, what ~ =doing, how ~ =work, how ~ =works, what ~ for, purpose of, what =is, what =are, meaning of',
  'q.do': 'what ~ =do, what ~ =doing, how ~ =work, how ~ =works, what ~ for, purpose of',
  'q.what': 'what, which',
  'q.who': 'who, whom, whose',
  'q.where': 'where',
  'q.when': '=when ~ =last, since when',
  'q.any':
    'any, are there, is there, do we have, do i have, have we, have i got, exist, available, got any, what else',
  'q.howmany': 'how many, the number of, total number of, count, how much, amount of',
  'q.howoften':
    'how often, how many times, how frequently, how much would ~ have fired, would ~ have fired, would ~ have triggered, number of times, firings, how busy, estimate, how regularly',
  'q.why': 'why, how come, reason',
  'act.create':
    'create, build, make, set up, setup, generate, design, draft, new, automate, automation that, start a, compose, establish, put together, define, want a, need a, want an, need an',
  'act.change':
    'change, modify, edit, adjust, alter, tweak, update, turn ~ into, make it, replace, set, switch ~ to, fix, improve, rework, raise, lower, increase, decrease, reduce, bump, make',
  'act.add':
    'add, append, include, insert, attach, extend, bring in, put in, plus, also, too, as well, additionally, in addition, have ~ too',
  'act.remove':
    'remove, delete, drop, take out, take away, take ~ out, get rid of, clear, erase, strip, throw out, kick out, discard, eliminate, no longer, dont ~ anymore, stop showing, without, lose',
  'act.rename':
    'rename, =call, should be called, be called, relabel, retitle, change ~ name, change ~ title, change ~ header, change ~ label, change ~ heading, give ~ name, =header ~ =to, label ~ as, =title ~ =to',
  'act.hide':
    'hide, conceal, =invisible, stop showing, do not show, dont show, dont display, =not =show, leave out, make ~ invisible, not ~ see, collapse, tuck away, suppress',
  'act.unhide':
    'unhide, make ~ visible, show ~ again, bring back, bring ~ back, reveal, un-hide, show hidden',
  'act.move':
    'move, put ~ next to, put ~ beside, reorder, rearrange, put ~ first, put ~ last, put ~ before, put ~ after, put ~ in front of, make ~ first, make ~ last, =as the first column, shift, swap, =place ~ before, =place ~ after, =place ~ first, =place ~ last, position, to the front, to the end, to the start, to the beginning',
  'act.resize': 'width, wider, narrower, widen, resize, pixels, px, pixel, broad, narrow, wide',
  'act.align':
    'align, right-align, left-align, alignment, right-aligned, left-aligned, centered, centred, justify',
  'act.format':
    'format, show ~ as, display ~ as, formatted, as currency, as a currency, as percent, as a percentage, as percentage, as date, as a date, decimals, decimal places, decimal, in euros, in euro, in dollars, as money, date format, as euros, as euro, as dollars',
  'act.sort':
    'sort, =order by, =ordered by, =order ~ by, sorted, rank, ranked, sorting, arrange ~ by, biggest first, largest first, smallest first, highest first, lowest first, newest first, oldest first, latest first, most recent first, alphabetically, alphabetical, newest ~ first, oldest ~ first, latest ~ first, biggest ~ first, largest ~ first, highest ~ first, lowest ~ first, smallest ~ first, cheapest first, most expensive first, on top, at the top',
  'act.filter':
    'filter, only show, show only, show me only, restrict, limit ~ to, narrow ~ down, just ~ ones, only, just the, just show, exclude, except, where, filtered, keep only, leave only, focus on, everything but, all but',
  'act.join':
    'join, joined, link ~ to, combine, lookup from, pull in, pull ~ from, bring in ~ from, connect, related table, from the related, merge ~ with, foreign table',
  'act.group':
    'group by, grouped by, per, by each, for each, broken down by, break down by, break down ~ by, split ~ by, split by, breakdown, distribution, for every',
  'act.sum':
    'sum, total of, sum of, add up, in total, altogether, overall, sum up, totals, total up, summarize, summarise, summary, aggregate',
  'act.preview':
    'preview, show me what it would look like, how ~ would look, look like, mock up, see the result, show the change, show me the change, show the draft',
  'act.validate':
    'validate, valid, validity, check ~ valid, verify, correct, is ~ correct, are ~ ok, is ~ ok, syntactically, well-formed, pass validation, check ~ errors, check ~ mistakes, sanity check, double check, still work, would ~ save, consistent',
  'act.analyze':
    'analyze, analyse, analysis, review, audit, problem, weakness, weak, issue, dead end, dead-end, gap, missing path, missing failure, failure path, unhandled, robust, what ~ wrong with, wrong with, loophole, improve, flaws, risk, unreachable, quality, health, critique',
  'act.compare':
    'compare, difference, differ, different from, versus, =vs, distinguish, comparison, in common, what sets ~ apart, how ~ differ, same as',
  'act.simulate':
    'simulate, simulation, dry run, dry-run, test, try ~ with, try out, run through, test run, what if, play through, pretend, test-run, mock',
  'act.happens':
    'what happens, what would happen, what will happen, happens when, happens if, would happen, going to happen, trace, which path, which way, which branch, what route, how ~ travel, what ~ =do when, what ~ =do if, takes place, goes through, follow ~ path',
  'act.run': 'run, fire, trigger, start, execute, kick in, go off, active, react, set off, work',
  'act.estimate':
    'estimate, =fire, =fired, firing, =trigger, =triggered, would run, would have run, would trigger',
  'act.cascade':
    'cascade, cascading, set off, sets off, chain reaction, other rules, other workflows, side effect, side effects, knock-on, ripple, downstream, trigger other, triggers other, trigger another, triggers another, cause other, affect other, affects other, domino, triggered by, follow-up rules, start other, set ~ in motion, also trigger, loop, impact on other',
  'act.suggest':
    'suggest, suggestion, recommend, recommendation, idea, propose, proposal, inspire, advise, advice, which ~ should i use, what ~ should i use, good template, best template, fitting, suitable, what could i use, how can i, how could i, =help me choose',
  'act.find': 'find, search, look up, lookup, look for, locate, seek, looking for',
  'act.undo': 'undo, revert, take back, roll back, go back, restore, cancel ~ change, back to how',
  'act.activate':
    'activate, enable, turn on, turn ~ on, switch on, switch ~ on, reactivate, re-enable, resume',
  'act.deactivate':
    'deactivate, disable, turn off, turn ~ off, switch off, switch ~ off, pause, suspend, stop ~ rule, stop ~ workflow, inactivate',
  'act.accept':
    'accept, apply ~ preview, =save, save it, approve ~ preview, confirm ~ preview, publish, go live, deploy, commit ~ change, make it permanent, reject ~ preview, discard ~ preview, accept ~ preview, apply the change',
  'act.acknowledge':
    'acknowledge, dismiss, resolve ~ alert, close ~ alert, mark ~ alert, snooze, mark ~ as read',
  'act.finish': 'done, finished, that is all, =thats all, ready, complete, finalize, finalise',
  'act.wait': 'wait',
  'act.compute': 'times, multiplied by, minus, divided by',
  'act.hear':
    'hear about, told about, informed about, notified about, alerted about, learn about, hear of, told of, informed of',
  negation:
    "=not, =no, =never, =dont, =don't, =doesnt, =doesn't, =isnt, =isn't, without, =cannot, =can't, neither, =nor, except, exclude, other than, rather than, but not",
  polite:
    'please, could you, can you, would you, kindly, thanks, thank you, i would like, i want, i need, let, help me, hey, hi, hello, ok, okay, well, so, now',
};
