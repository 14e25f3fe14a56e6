/** Words before which an action word is a noun: "an alert", "by email", "the high alert". */
export const nounMarkers: ReadonlySet<string> = new Set(
  'a an the this that these those my our your his her their any each every no of by via per with without another first second third last existing same which what how email high low medium critical new stock current and/or'.split(
    ' ',
  ),
);

/** Words before which an action word tells an event: "is created", "gets updated". */
export const passiveMarkers: ReadonlySet<string> = new Set(
  'is are was were gets get got being been'.split(' '),
);

/** Words behind a kind of record that make it a group of people: "the warehouse managers". */
export const personNouns: ReadonlySet<string> = new Set(
  'manager managers team teams agent agents representative representatives rep reps controller controllers department people staff folks crew lead clerk clerks planner head director group guys boss'.split(
    ' ',
  ),
);

/** Words that end the list of people in an action's part of the sentence. */
export const peopleStops: ReadonlySet<string> = new Set(
  'with that about saying says say when whenever if once because so at via using as whose where for on in until unless but then otherwise else afterwards to of regarding concerning stating telling should must can will would is are which who by per immediately again instead too also later before after during within directly please right now first, asap high low critical medium urgent know approve approves approval get gets receive receives be have'.split(
    ' ',
  ),
);

/** Words after which people stand, by what the action does with them. */
export const peopleMarkers: ReadonlySet<string> = new Set(
  'to from by ask let tell alert notify email mail inform warn ping text message telling have get request cc approver approvers recipient recipients send give shoot need needs want wants'.split(
    ' ',
  ),
);

/** What can be meant "for" somebody: "an alert for the buyers"; of anything else "for" tells the matter. */
export const messageNouns: ReadonlySet<string> = new Set(
  'alert alerts notification notifications message messages email mail approval task warning'.split(
    ' ',
  ),
);

/** Words that make a run of words after "for" people: "for the warehouse managers", "for the finance team". */
export const roleWords: ReadonlySet<string> = new Set(
  'manager managers agent agents buyer buyers planner planners clerk clerks lead leads director directors supervisor supervisors accountant accountants rep reps representative representatives controller controllers admin admins administrator administrators team teams department staff'.split(
    ' ',
  ),
);

/** Words for a group that are no part of its name: "the warehouse team". */
export const groupWords: ReadonlySet<string> = new Set(
  'team teams people folks department dept group guys staff crew everyone everybody all members member colleagues role roles user users the our my a an person someone responsible in charge office desk lot them him her they'.split(
    ' ',
  ),
);

/** Words for the one who writes. */
export const selfWords: ReadonlySet<string> = new Set(['me', 'myself', 'us', 'i', 'we']);

/** Words after which a text in quotes is the name of the rule, the headline or the text. */
export const textMarkers = {
  name: ['named', 'called', 'name', 'titled', 'rule', 'workflow', 'automation', 'it', 'call'],
  title: ['title', 'subject', 'headline', 'titled', 'subject:', 'heading'],
  text: [
    'saying',
    'message',
    'text',
    'body',
    'says',
    'say',
    'that',
    'stating',
    'content',
    'reading',
    'reads',
    'words',
    'note',
  ],
} as const;
