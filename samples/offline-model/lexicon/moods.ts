/** Words that make a sentence a question when it begins with them. */
export const questionStarts: ReadonlySet<string> = new Set(
  'what which who whom whose how why where does do did is are was were has have will would should can could may might am'.split(
    ' ',
  ),
);

/** After "can/could/would you" these words make a request of it. */
export const askedOf: ReadonlySet<string> = new Set(['you', 'we', 'i', 'u', 'someone']);

/** Words that ask to be told, though "can you" stands before them. */
export const tellVerbs: ReadonlySet<string> = new Set(
  'tell explain show list describe say give check find look compare simulate estimate analyze analyse'.split(
    ' ',
  ),
);

/** Words for what is open on the page, or was spoken of last. */
export const pointers: ReadonlySet<string> = new Set([
  'it',
  'its',
  'this',
  'that',
  'these',
  'those',
  'current',
  'here',
  'one',
  'same',
]);

/** Words before "rule" or "table" that are no part of a name. */
export const quantifiers: ReadonlySet<string> = new Set(
  'all any every each active inactive existing new other another more many some which what the a an this that these those current same our my your of no two both enabled disabled few several such first last different kind type business workflow automation table view big whole entire current your, open paused in on'.split(
    ' ',
  ),
);
