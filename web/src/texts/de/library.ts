/** The library: lists of what is saved, drafts and previews. */
export default {
  'The edit was not finished.': 'Die Bearbeitung wurde nicht beendet.',
  'Shows a preview; nothing is saved until you accept it':
    'Zeigt eine Vorschau; gespeichert wird erst, wenn Sie annehmen',
  'Shows a preview of how it was before this; nothing is saved until you accept it':
    'Zeigt eine Vorschau des Standes davor; gespeichert wird erst, wenn Sie annehmen',
  'Undo: {name}': 'Rückgängig machen: {name}',
  'Your changes': 'Ihre Änderungen',
  Discard: 'Verwerfen',
  'Discard this draft?': 'Diesen Entwurf verwerfen?',
  '“{name}” will be deleted. Nothing that is already saved changes.':
    '„{name}“ wird gelöscht. An bereits Gespeichertem ändert sich nichts.',
  'This draft no longer exists: it was finished, discarded, or has expired.':
    'Diesen Entwurf gibt es nicht mehr: Er wurde abgeschlossen, verworfen oder ist abgelaufen.',
  changed: 'geändert',
  'The draft as JSON': 'Der Entwurf als JSON',
  'Loading the draft…': 'Entwurf wird geladen …',
  'kept until {toLocaleDateString}': 'aufbewahrt bis {toLocaleDateString}',
  draft: 'Entwurf',
  drafts: 'Entwürfe',
  'No unfinished drafts. What you start building or changing in a {link} is listed here until you accept its preview.':
    'Keine offenen Entwürfe. Was Sie in einem {link} zu bauen oder zu ändern beginnen, steht hier, bis Sie die Vorschau annehmen.',
  'Export: {name}': 'Exportieren: {name}',
  'Save as a JSON file': 'Als JSON-Datei speichern',
  Export: 'Exportieren',
  'No {noun} name contains “{search}”.': 'Nichts gefunden: {noun} mit „{search}“ im Namen.',
  'Search {plural} by name': '{plural} nach Namen durchsuchen',
  'Lists of the library': 'Listen der Bibliothek',
  'Which previews': 'Welche Vorschauen',
  All: 'Alle',
  preview: 'Vorschau',
  previews: 'Vorschauen',
  'expires {until}': 'läuft ab {until}',
  'Nothing is waiting for your decision.': 'Nichts wartet auf Ihre Entscheidung.',
  'New name': 'Neuer Name',
  'You see a preview first. Nothing is saved until you accept it.':
    'Sie sehen zuerst eine Vorschau. Gespeichert wird erst, wenn Sie annehmen.',
  'Show the preview': 'Vorschau anzeigen',
  Duplicate: 'Duplizieren',
  '{name} (copy)': '{name} (Kopie)',
};
