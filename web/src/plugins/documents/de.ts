/** Documents: uploading, reading and searching them, and maps of sites. */
export default {
  'Attach a file': 'Datei anhängen',
  'File to attach': 'Datei zum Anhängen',
  Attached: 'Angehängt',
  'Remove: {name}': 'Entfernen: {name}',
  'Delete this document?': 'Dieses Dokument löschen?',
  '“{title}” will be deleted. Answers that cite it stay, but their sources can no longer be opened.':
    '„{title}“ wird gelöscht. Antworten, die es zitieren, bleiben, aber ihre Quellen lassen sich nicht mehr öffnen.',
  'Text##a kind of file': 'Text',
  Reading: 'Wird gelesen',
  'Searchable by words; by meaning {done} of {all}':
    'Nach Wörtern durchsuchbar; nach Bedeutung {done} von {all}',
  'Could not be read': 'Konnte nicht gelesen werden',
  bytes: 'Byte',
  '{n} page | {n} pages': '{n} Seite | {n} Seiten',
  '{n} passage | {n} passages': '{n} Textstelle | {n} Textstellen',
  Default: 'Standard',
  Document: 'Dokument',
  Documents: 'Dokumente',
  'Synonyms for searches': 'Synonyme für die Suche',
  'Words that searches of {baseName} take for each other: a group a line, commas between its words':
    'Wörter, die bei der Suche in {baseName} füreinander stehen: eine Gruppe je Zeile, dazwischen Kommas',
  'barge, lighter': 'Kahn, Leichter',
  'Line {n} has one word only; a group has at least two.':
    'Zeile {n} hat nur ein Wort; eine Gruppe hat mindestens zwei.',
  'Ask about this: {title}': 'Dazu fragen: {title}',
  'Ask about this': 'Dazu fragen',
  '{label}: the text will appear shortly.': '{label}: Der Text erscheint in Kürze.',
  'Text of {title}': 'Text von {title}',
  'Open in Documents': 'In Dokumente öffnen',
  'The cited passage: {text}': 'Die zitierte Stelle: {text}',
  'Show earlier passages': 'Frühere Textstellen zeigen',
  'Show more ({n} of {total} passages)': 'Mehr zeigen ({n} von {total} Textstellen)',
  'The cited passage is no longer in this document. It is shown from the beginning.':
    'Die zitierte Stelle ist nicht mehr in diesem Dokument. Es wird von Anfang an gezeigt.',
  'Page {newPage}': 'Seite {newPage}',
  'Cited here': 'Hier zitiert',
  Code: 'Code',
  'Uploaded by you: only you can read and delete it':
    'Von Ihnen hochgeladen: Nur Sie können es lesen und löschen',
  'Yours##a document': 'Ihres',
  'A sample document: everyone can read it, nobody can delete it':
    'Ein Beispieldokument: Alle können es lesen, niemand kann es löschen',
  Shared: 'Für alle',
  'What the agents read, search and cite.': 'Was die Agenten lesen, durchsuchen und zitieren.',
  'There are no documents yet. Upload one to ask about it.':
    'Es gibt noch keine Dokumente. Laden Sie eines hoch, um dazu zu fragen.',
  'Knowledge base {baseName}': 'Wissensdatenbank {baseName}',
  '{n} document | {n} documents': '{n} Dokument | {n} Dokumente',
  'The file is empty.': 'Die Datei ist leer.',
  'File, not read': 'Datei, nicht gelesen',
  'Files of this kind cannot be read. Choose one that ends in {ENDINGS}.':
    'Dateien dieser Art können nicht gelesen werden. Wählen Sie eine mit einer dieser Endungen: {ENDINGS}.',
  'Knowledge base': 'Wissensdatenbank',
  Map: 'Karte',
  'Map and sites': 'Karte und Standorte',
  Sites: 'Standorte',
  'And {n} more site. Ask for it by name. | And {n} more sites. Ask for them by name.':
    'Und {n} weiterer Standort. Fragen Sie mit Namen danach. | Und {n} weitere Standorte. Fragen Sie mit Namen danach.',
  'No coordinates are known for: {unplaced}.': 'Keine Koordinaten bekannt für: {unplaced}.',
  'Map of {n} site: {names} | Map of {n} sites: {names}':
    'Karte mit {n} Standort: {names} | Karte mit {n} Standorten: {names}',
  'the document': 'das Dokument',
  'the map': 'die Karte',
  Passages: 'Textstellen',
  'Search in the text': 'Im Text suchen',
  'Search the text, with keywords or a question':
    'Im Text suchen, mit Stichwörtern oder einer Frage',
  'Knowledge base to search': 'Zu durchsuchende Wissensdatenbank',
  'Searching…': 'Wird gesucht …',
  'No match in {count}.': 'Kein Treffer in {count}.',
  'The best {total} of {count}:': 'Die besten {total} von {count}:',
  'page {page}': 'Seite {page}',
  Upload: 'Hochladen',
  'or drop files here: PDF, Word, Markdown, HTML or text':
    'oder Dateien hier ablegen: PDF, Word, Markdown, HTML oder Text',
  'Upload files': 'Dateien hochladen',
  'Files to upload': 'Dateien zum Hochladen',
  into: 'in',
  'Knowledge base to upload into': 'Wissensdatenbank, in die hochgeladen wird',
  Uploads: 'Hochgeladenes',
  'Clear finished uploads': 'Fertige ausblenden',
  'Progress of {name}': 'Fortschritt von {name}',
  'It was deleted while it was being read.': 'Es wurde gelöscht, während es gelesen wurde.',
  Waiting: 'Wartet',
  Uploading: 'Wird hochgeladen',
  'Already uploaded': 'Bereits hochgeladen',
  'Not proven: the answer cites no document':
    'Nicht belegt: Die Antwort nennt kein Dokument als Quelle',
  'From the model’s memory: no document was searched':
    'Aus dem Gedächtnis des Modells: kein Dokument wurde durchsucht',
};
