import { stopWords } from '../../language/stop-words.js';
import { groups, kinds, numberWords, pairs, phraseKinds, words, type Lexicon } from './lexicon.js';

/** English as rules, contracts, manuals and reports write it. */
export const english: Lexicon = {
  negations: words(
    'not no never neither nor none nobody nothing without cannot unless except hardly lacks lack fail fails failed failing released exempt exempted missing waive waives waived',
  ),
  opposites: new Map(
    pairs(`
      prohibited = permitted
      prohibit = permitted
      prohibits = permitted
      forbidden = permitted
      forbids = permitted
      banned = permitted
      refuse = accept
      refused = accept
      refuses = accept
      reject = accept
      rejected = accept
      rejects = accept
      deny = accept
      denied = accept
      denies = accept
      withhold = accept
      withheld = accept
      fall = rise
      falls = rise
      fell = rise
      fallen = rise
      decrease = rise
      decreased = rise
      decreases = rise
      decline = rise
      declined = rise
      dropped = rise
      reduced = rise
      invalid = valid
      unlawful = lawful
      illegal = lawful
    `),
  ),
  modals: kinds({
    must: 'must shall',
    need: 'mandatory obliged obligated obligatory compulsory duty need needs needed require requires required requirement necessary',
    may: 'may can could might allowed permitted permissible entitled right possible liable optional voluntary faces face eligible authorised authorized',
    should: 'should ought recommended recommends advised advisable encouraged',
    forbidden: 'prohibited prohibits prohibit forbidden forbids banned cannot',
  }),
  only: words('only solely exclusively'),
  bounds: phraseKinds({
    most: 'at most, up to, no more than, not more than, maximum, within, under, below, less than, fewer than, lighter than, shorter than, younger than, not exceed, not exceeding, limited, limited to, no later than, not later than, at the latest, by, until, not over, not above',
    least:
      'at least, no less than, not less than, no fewer than, minimum, over, above, more than, heavier than, longer than, older than, exceed, exceeds, exceeding, from, since, no earlier than, at the earliest, not below, not under',
  }),
  before: words('before prior earlier'),
  after: words('after later following once'),
  subordinators: words(
    'if unless when where while whereas except provided because although whether as-soon-as',
  ),
  light: words(
    `${[...stopWords.en].join(' ')} also then each any every within according such other same both either it itself himself themselves them there than being
    give gives given gave take takes taken took make makes made get gets got come comes place places hold holds held back have has had having do
    does did done apply applies applied set sets put keep let goes go gone say says said state states stated provide provides provided act rule
    person persons people one ones thing things item items anyone somebody whoever whose own case cases way time times time's least most making amount amounts event events circumstance circumstances condition basis matter procedure purpose occasion respect number expiry becomes become became remain remains remained perform performs performed conduct conducts conducted carry carries carried occur occurs giving taking getting putting keeping next following
    therefore thus hence consequently accordingly so however moreover furthermore further additionally respectively regarding concerning about
    during under upon via per always generally still already section article paragraph subsection regulation law subject up down goods mandatory`,
  ),
  synonyms: groups(`euro euros
    dollar dollars
    metre metres meter meters
    tonne tonnes ton tons
    degree degrees
    minute minutes
    second seconds
    level levels
    character characters
    immediately delay promptly forthwith
    notify notifies notified notification inform informs informed tell tells told report reports reported
    inspect inspected inspection inspects check checked checks examine examined
    start starts started begin begins began begun beginning commence commences
    end ends ended terminate terminates expire expires
    rise rises rose risen increase increases increased grow grew grown
    accept accepts accepted grant grants granted approve approves approved approval
    bring brings brought deliver delivers delivered delivery
    return returns returned returning refund refunded refunds
    year yearly annual annually years
    month monthly months
    week weekly weeks
    day daily days
    quarter quarterly quarters
    hour hourly hours
    publish published publishes publication publishing
    fine fined penalty
    use used uses using usage
    next following subsequent
    free charge
    writing written
    licence license licences licenses permit permits
    enter enters entered entry entering
    exception exceptions exempt exempted exemption
    receive receives received receipt receiving
    meeting meetings meet meets met
    change changes changed changing
    delete deletes deleted erase erased remove removed
    notice notices
    buy buys bought purchase purchased
    sell sells sold sale sales
    suspend suspended suspends suspension
    force effect effective
    percent percentage
    wear wears worn wearing
    sign signs signed signing signature
    vote votes voted voting
    cost costs
    decide decides decided decision deciding
    consent consents
    photograph photographs photo photos picture pictures
    operate operates operated operating operation
    staff employee employees worker workers personnel
    split divide divided divides division
    period periods part parts
    ask asks asked request requests requested requesting
    flat flats apartment apartments dwelling
    car cars vehicle vehicles automobile
    building buildings premises
    pay pays paid payment paying
    wage wages salary
    rent rents rental
    leave absence
    train rail railway
    beforehand advance
    state states specify specifies specified
    fix fixes fixed determine determines determined
    repair repairs repaired
    keep keeps retain retains retained store stored
    destroy destroys destroyed destruction dispose
    supply supplies supplied
    choose selects select selected selection elect elected
    appoint appoints appointed appointment designate designated
    hire hired engage engaged
    dismiss dismissed dismissal
    resign resigns resigned resignation
    cancel cancels cancelled cancellation canceled
    stop stops stopped cease ceases ceased
    show shows shown display displayed displays
    obtain obtains obtained
    complete completes completed completion finish finishes finished
    send sends sent submit submits submitted submission file filed
    reach arrive arrives arrived arrival
    alter alters altered amend amends amended amendment modify modified modification
    renew renews renewed renewal extend extends extended extension
    reply replies replied respond responds response answer answered
    assess assesses assessed assessment evaluate evaluated
    record records recorded document documented log logged
    claim claims claimed
    fee fees
    damage damages damaged
    fault faults defect defects
    illness sick sickness ill
    accident accidents incident incidents
    doctor physician doctors physicians
    lawyer attorney solicitor
    reason reasons ground grounds
    customer customers client clients
    owner owners proprietor
    tenant tenants lessee renter
    landlord landlords lessor
    buyer purchaser
    seller vendor
    child children
    pupil pupils
    visible seen
    loan loans
    proof evidence`),
  phrases: pairs(`
    as soon as = as-soon-as
    no longer = not
    no longer than = at most
    not only = also
    every year = annually
    each year = annually
    a year = annually
    per year = annually
    every month = monthly
    a month = monthly
    per month = monthly
    a week = weekly
    every week = weekly
    per week = weekly
    every day = daily
    a day = daily
    every quarter = quarterly
    p.m. = pm
    a.m. = am
    without delay = immediately
    take effect = effect
    have to = must
    has to = must
    had to = must
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
  numbers: numberWords(
    'two=2, twice=2, both=2, three=3, thrice=3, four=4, five=5, six=6, seven=7, eight=8, nine=9, ten=10, eleven=11, twelve=12, thirteen=13, fourteen=14, fifteen=15, sixteen=16, seventeen=17, eighteen=18, nineteen=19, twenty=20, thirty=30, forty=40, fifty=50, sixty=60, seventy=70, eighty=80, ninety=90, hundred=100, thousand=1000',
    'en',
  ),
  months: new Map(
    'january february march april may june july august september october november december'
      .split(' ')
      .map((name, at) => [name, at + 1]),
  ),
  units: words(
    'year month week day hour quarter minute minutes second seconds percent euro euros dollar dollars pound pounds degree degrees metre metres meter meters kilometre kilometres tonne tonnes ton tons kilogram kilograms gram grams litre litres liter liters level levels volt volts watt watts character characters pm am million billion',
  ),
  actors: words(
    'agency authority board buyer seller vendor purchaser owner owners proprietor lawyer attorney solicitor physician landlord lessor tenant lessee guarantor client customer clerk warden guard judge bailiff keeper staff employee employees worker workers personnel headteacher principal captain crew pilot nurse surgeon committee court ministry staff office officer body chair treasurer secretary tenant guest member patient parent doctor police council company department agent trustee beneficiary beneficiaries applicant union government state management',
  ),
  by: words('by'),
  receives: words('receive receives received get gets got'),
};
