/**
 * Words that ask for nothing by themselves. What is left out on purpose: words that turn a meaning round
 * or narrow it ("or", "not", "unless", "before", "again", "most", "first"); those need a place in a call.
 */
export const harmless: ReadonlySet<string> = new Set(
  `a an the this that these those my our your his her its their it he she they them him we i you us me of to in on
  at by for from with into onto about as via per is are was were be been being am isn do does did has have had
  having will would should shall can could may might must need needs want wants wanted like let lets get gets got getting
  goes go put puts give gives given make makes show shows please pls plz thanks thank hi hello hey dear ok okay and
  & then so if when whenever which who whom whose what where how there here now just also too only simply really very
  quite any some such thing things stuff ones s t d ll m re ve always automatically immediately directly
  straight right away asap soon additionally own case moment time someone somebody something maybe
  perhaps kindly actually basically first-class able sure yes yeah alright everything all each every both entire whole
  record records row rows entry entries data item items value values called named name =: -> → => + = because
  them. would've i'd i'm we'd it's that's there's what's who's let's don one know one's tell such sort-of`
    .split(/\s+/)
    .filter(Boolean),
);

/** Words that turn a meaning round: a call must hold the opposite of what they stand before. */
export const inverters: ReadonlySet<string> = new Set(
  `not no never nobody none nothing without unless except excluding exclude nor neither isn't aren't wasn't don't doesn't isnt arent dont
  doesnt cannot can't won't wont`.split(/\s+/),
);

/** Words that name a choice of several. */
export const choices: ReadonlySet<string> = new Set(['or', 'either']);

/** Words that make a rhythm of "every" and "each". */
export const rhythms: ReadonlySet<string> = new Set(
  `monday tuesday wednesday thursday friday saturday sunday mondays tuesdays wednesdays thursdays fridays saturdays
  sundays day morning afternoon evening night week weekend month quarter year hour minute january february march april
  may june july august september october november december daily weekly monthly yearly hourly nightly annually quarterly
  noon midnight o'clock am pm`.split(/\s+/),
);
