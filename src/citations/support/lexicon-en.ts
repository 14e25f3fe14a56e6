import { stopWords } from '../../language/stop-words.js';
import { firsts, kinds, pairs, phraseKinds, sides, words, type Lexicon } from './lexicon.js';

/** English as rules, contracts, manuals and reports write it. */
export const english: Lexicon = {
  language: 'en',
  negations: words(
    'not no never neither nor none nobody nothing without cannot unless except hardly lacks lack fail fails failed failing released spared exempt exempted missing waive waives waived',
  ),
  opposites: sides(`
    refuse reject deny withhold = accept grant approve allow
    fall decrease decline drop reduce lower = rise increase grow raise
    begin start beginning commence = end expire finish expiry
    first = last
    open = close shut
    inside indoors = outside outdoors
    tenant lessee = landlord lessor
    buyer purchaser = seller vendor
    employer = employee
    lender = borrower
    include including = exclude excluding
    invalid void = valid
    unlawful illegal = lawful legal
    lock = unlock
    night = daytime
    innocent = guilty blame
    comply = exceed breach
    maximum = minimum
  `),
  modals: kinds({
    must: 'must shall',
    need: 'mandatory obliged obligated obligatory compulsory duty need needs needed require requires required requirement necessary',
    may: 'may can could might allowed permitted permissible entitled right possible liable optional voluntary faces face eligible authorised authorized',
    should: 'should ought recommended recommends advised advisable encouraged',
    forbidden: 'prohibited prohibits prohibit forbidden forbids banned cannot',
  }),
  widens: words(
    'all every any each always never ever even regardless whatever whichever whoever however irrespective including also anyone everyone everybody anybody',
  ),
  only: words('only solely exclusively'),
  bounds: phraseKinds({
    most: 'at most, or less, or fewer, or earlier, or under, up to, no more than, not more than, maximum, within, under, below, less than, fewer than, lighter than, shorter than, younger than, not exceed, not exceeding, limited, limited to, no later than, not later than, at the latest, by, until, not over, not above',
    least:
      'at least, or more, or longer, or later, or over, no less than, not less than, no fewer than, minimum, over, above, more than, heavier than, longer than, older than, exceed, exceeds, exceeding, from, since, no earlier than, at the earliest, not below, not under',
  }),
  before: words('before prior earlier'),
  after: words('after once'),
  subordinators: words(
    'who which if unless when where while whereas except provided because although whether as-soon-as',
  ),
  light: words(
    `${[...stopWords.en].join(' ')} also then each any every within according such other same both either it itself himself themselves them there than being
    give gives given gave take takes taken took make makes made get gets got come comes place places hold holds held back have has had having do
    does did done apply applies applied set sets put keep let goes go gone say says said state states stated provide provides provided act rule
    person persons people one ones thing things item items anyone somebody whoever whose own case cases way time times time's least most making amount amounts event events circumstance circumstances condition basis matter procedure purpose occasion respect number expiry becomes become became remain remains remained perform performs performed conduct conducts conducted carry carries carried occur occurs giving taking getting putting keeping next following
    therefore thus hence consequently accordingly so however moreover furthermore further additionally respectively regarding concerning about
    during under upon via per always generally still already section article paragraph subsection regulation law subject up down goods mandatory`,
  ),
  phrases: pairs(`
    as soon as = as-soon-as
    as long as = if
    no longer = not
    no longer than = at most
    not only = also
    free of charge = free
    costs nothing = is free
    cost nothing = are free
    word of mouth = orally
    without delay = immediately
    take effect = effect
    have to = need
    has to = need
    had to = need
    is to = must
    are to = must
    do not have to = need not
    does not have to = need not
    did not have to = need not
    not have to = need not
    is not to = must not
    are not to = must not
    must not exceed = may at most
    may not exceed = may at most
    shall not exceed = may at most
    must not = forbidden to
    may not = forbidden to
    shall not = forbidden to
  `),
  months: new Map(
    'january february march april may june july august september october november december'
      .split(' ')
      .map((name, at) => [name, at + 1]),
  ),
  actors: words(
    'agency authority board buyer seller vendor purchaser owner owners proprietor lawyer attorney solicitor physician landlord lessor tenant lessee guarantor client customer clerk warden guard judge bailiff keeper staff employee employees worker workers personnel headteacher principal captain crew pilot nurse surgeon committee court ministry staff office officer body chair treasurer secretary tenant guest member patient parent doctor police council company department agent trustee beneficiary beneficiaries applicant union government state management',
  ),
  by: words('by'),
  receives: words('receive receives received get gets got'),
  irregular: firsts(`
    keep kept
    hold held
    lend lent
    pay paid
    send sent
    lose lost loss
    find found
    build built
    buy bought
    sell sold sale
    teach taught
    tell told
    think thought
    bring brought
    choose chose chosen choice
    drive drove driven
    write wrote written
    speak spoke spoken speech
    break broke broken
    wear wore worn
    draw drew drawn
    withdraw withdrew withdrawn
    know knew known knowledge
    grow grew grown growth
    show shown
    begin began begun
    see saw seen
    eat ate eaten
    fall fell fallen
    rise rose risen
    hang hung
    meet met
    feed fed
    lead led
    deal dealt
    spend spent
    lay laid
    bear borne
    swear sworn
    seek sought
    catch caught
    hide hidden
    drink drank drunk
    bind bound
    stand stood
    forget forgotten
    arise arose arisen
    freeze froze frozen
    decide decision
    divide division
    extend extension
    conclude conclusion
    permit permission
    submit submission
    admit admission
    transmit transmission
    omit omission
    exclude exclusion
    include inclusion
    describe description
    produce production
    reduce reduction
    destroy destruction
    respond response
    apply application
    prove proof
    succeed success
    exceed excess
    enter entry
    maintain maintenance
    retain retention
    acquire acquisition
    inquire inquiry
    weigh weight
    long length
    high height
    deep depth
    wide width
    depart departure
    receive receipt
    assist assistance`),
};
