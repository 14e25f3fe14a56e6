/** Where tools come from: the sources, adding one, signing in to one. */
export default {
  'New source': 'Neue Quelle',
  'Change “{id}”': '„{id}“ ändern',
  'as it was sent': 'wie es gesendet wurde',
  'It is kept: change it here, or remove it.':
    'Sie ist gespeichert: Ändern Sie sie hier, oder entfernen Sie sie.',
  'Edit: {name}': 'Bearbeiten: {name}',
  'Reading…': 'Wird gelesen …',
  Add: 'Hinzufügen',
  'Kind of source': 'Art der Quelle',
  'OpenAPI document': 'OpenAPI-Dokument',
  'MCP server': 'MCP-Server',
  'Short name': 'Kurzname',
  'Its tools begin with it: flags_listFlags': 'Damit beginnen ihre Werkzeuge: flags_listFlags',
  Address: 'Adresse',
  'Make an agent that answers with it': 'Einen Agenten anlegen, der damit antwortet',
  'Address of the document': 'Adresse des Dokuments',
  'https://api.example.com/openapi.json, or choose a file':
    'https://api.example.com/openapi.json, oder Datei auswählen',
  'Or a file': 'Oder eine Datei',
  'Address of the backend': 'Adresse des Backends',
  'Requests go there and nowhere else, whatever the document says.':
    'Anfragen gehen dorthin und nirgends sonst, was auch immer im Dokument steht.',
  'Send the token of the user who asks to {address}':
    'Das Token der Person, die fragt, an {address} senden',
  'the address of the backend': 'die Adresse des Backends',
  'One short word: small letters, digits and _, a letter first.':
    'Ein kurzes Wort: Kleinbuchstaben, Ziffern und _, am Anfang ein Buchstabe.',
  'The https address of the server.': 'Die https-Adresse des Servers.',
  'An https address, or choose a file.': 'Eine https-Adresse, oder wählen Sie eine Datei.',
  'Each line: what it is about, a space, and an https address.':
    'Je Zeile: worum es geht, ein Leerzeichen und eine https-Adresse.',
  'Pages of the backend': 'Seiten des Backends',
  'A line for each tool: its name, then the address of the page.':
    'Eine Zeile je Werkzeug: sein Name, dann die Adresse der Seite.',
  'A line for each path: the path, then the address of the page.':
    'Eine Zeile je Pfad: der Pfad, dann die Adresse der Seite.',
  'Where requests are sent: https://api.example.com':
    'Wohin Anfragen gesendet werden: https://api.example.com',
  'You are signed in to {title}.': 'Sie sind bei {title} angemeldet.',
  'Sign in to {title}': 'Bei {title} anmelden',
  'You are signed in. You can close this window.':
    'Sie sind angemeldet. Sie können dieses Fenster schließen.',
  'You sign in at {host}: {url}': 'Sie melden sich an bei {host}: {url}',
  'Sign out of {title}': 'Bei {title} abmelden',
  'Built in': 'Eingebaut',
  Ready: 'Bereit',
  'Partly ready': 'Teilweise bereit',
  'Not usable': 'Nicht benutzbar',
  'Being read': 'Wird gelesen',
  'Try a sentence: {title}': 'Satz ausprobieren: {title}',
  'Try a sentence': 'Satz ausprobieren',
  Remove: 'Entfernen',
  'Remove “{title}”?': '„{title}“ entfernen?',
  'Its tools and its agent are gone for everybody. Previews of its changes can no longer be accepted.':
    'Ihre Werkzeuge und ihr Agent fallen für alle weg. Vorschauen ihrer Änderungen können nicht mehr angenommen werden.',
  'Tools that are not offered: {n}': 'Nicht angebotene Werkzeuge: {n}',
  'Where the tools come from. Add a backend by its OpenAPI document, or an MCP server.':
    'Woher die Werkzeuge kommen. Fügen Sie ein Backend mit seinem OpenAPI-Dokument oder einen MCP-Server hinzu.',
  'Add a source': 'Quelle hinzufügen',
  'All sources': 'Alle Quellen',
  'No source gives tools yet.': 'Noch liefert keine Quelle Werkzeuge.',
  'Export as sextant.yaml': 'Als sextant.yaml exportieren',
  'is new': 'ist neu',
  'is not what was approved': 'ist nicht, was freigegeben wurde',
  'has a suspicious description': 'hat eine verdächtige Beschreibung',
  'Tools that wait for approval: {n}': 'Werkzeuge, die auf Freigabe warten: {n}',
  '… and {n} more': '… und {n} weitere',
  'Approve {tool}': '{tool} freigeben',
  Approve: 'Freigeben',
  '{n} read | {n} reads': '{n} Abfrage | {n} Abfragen',
  '{n} change | {n} changes': '{n} Änderung | {n} Änderungen',
};
