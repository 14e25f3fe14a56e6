/** Words that carry no meaning of their own here. */
export const stopWords: ReadonlySet<string> = new Set(
  `a an the this that these those my our your his her its their some any of to in on at by for from with
  into onto about as is are was were be been being am do does did has have had having will would shall should can
  could may might must it he she they we i you me us him them and or but so if than then there here when while
  which who whom whose what how why where please just also too only very really quite all each every both more most
  other another such not no yes up down out off over under again further once own same s t don now like want need
  let get got gets getting goes becomes put puts give show tell make thing things stuff bit lot one ones way anything something everything someone
  somebody anyone anybody everyone everybody whether because since until`
    .split(/\s+/)
    .filter(Boolean),
);

/** Words that are right as they stand, though no lexicon needs them: they are never "corrected". */
export const plainWords: readonly string[] =
  `able above across actually ago ahead almost along already although always among around away back bad badly
  basically became best better beside big billing blue both bottom bring brown building business button buy call care
  carry case catch certain chance city class clean clear close cold color come common company complete cost could
  country couple course customer data date deal department detail different difficult direct directly double early
  easily east easy effect either else empty enough especially even evening exact example expected extra fact fair far
  fast few figure file final finance find fine five follow food foot force forget form former forward free friday
  friend full future game general gone good goods great green group grow half hand hang happy hard head hear heart
  heavy held help here high hold home hope hour house however huge human hundred idea immediately inside instead
  interest invoice join keep kind know large last late later lead learn least left legal less letter level life light
  like likely line little live local long look lose love low main major make many mark market matter maybe mean media
  mention middle mind minute miss moment monday money month morning mother move movie much music name near nearly
  never night nobody none normal north nothing notice number office often okay old open order others outside
  overdue owner paid paper part pass past pay payment people percent perhaps period phone pick picture piece place
  plan play point possible power price private probably product purchase put quality question quick quickly quite
  raise rather reach read ready real reason recent record red region regular rest return right risk road room round
  sales same saturday save say school season seat second section see seem sell send sense serve service several shape
  share shipment short side sign simple simply since single site size small soft sold someone soon sort sound south
  space special staff stage stand standard start state stay step still stock stop store straight strong stuff subject
  such sunday sure system take talk tax team ten term thank their there thing think third thought three through
  thursday time today together tomorrow tonight took top toward town trade travel tree trouble true truth tuesday
  turn twice type under unless until upon usual value various very view visit voice wait walk want warm watch water
  week well west white whole wide wife will wind winter wish within without woman word work world worse worth
  write wrong year yellow yesterday yet young purchasing operations logistics shipping accounting marketing
  procurement administrator admin coordinator controller director head clerk specialist analyst assistant officer
  representative manager buyer seller lead chief driver planner picker packer before after during weather whether
  country currency segment category credit limit rating phone email address city amount total quantity reserved
  expected received ordered shipped delivered confirmed cancelled pending draft submitted picking hold discontinued
  available quarantined damaged retail wholesale online fasteners tools electrical safety packaging chemicals urgent
  normal employee salary hired terminated leave capacity pallets zone aisle weight perishable reorder discount
  severity message subject body title header width format pattern currency decimals alignment
  agent agents dear sir madam best regards attention issue needed action required follow inventory contact code score points
  handled handle dealing dealt running ran happen happened occur occurs occurred caused cause depend depends
  hidden shown visible sentence word letter language english german france germany berlin hamburg munich`
    .split(/\s+/)
    .filter(Boolean);
