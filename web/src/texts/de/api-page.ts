/** The page of the server's API. */
export default {
  '{problem} A token is the one of this tab: {link} first.':
    '{problem} Verwendet wird das Token dieses Tabs: Zuerst {link}.',
  'sign in on the page': 'auf der Seite anmelden',
  'The API of {title}': 'Die API von {title}',
  'Search routes and schemas': 'Routen und Schemas durchsuchen',
  '{count} routes, {n} schemas. The document itself: {link}':
    '{count} Routen, {n} Schemas. Das Dokument selbst: {link}',
  Schemas: 'Schemas',
  Parameters: 'Parameter',
  Body: 'Inhalt',
  Answers: 'Antworten',
  'list of': 'Liste aus',
  'any other name': 'jeder andere Name',
  'characters at least': 'Zeichen mindestens',
  'characters at most': 'Zeichen höchstens',
  'items at least': 'Einträge mindestens',
  'items at most': 'Einträge höchstens',
  'at least': 'mindestens',
  'at most': 'höchstens',
  'all of': 'alles davon',
  'one of': 'eines davon',
  '{name} or null': '{name} oder null',
};
