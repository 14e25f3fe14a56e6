/** Every text of the page in German, by the English one: the core's and each plugin's. */
const parts = import.meta.glob<Readonly<Record<string, string>>>(
  ['./de/*.ts', '../plugins/*/de.ts'],
  { eager: true, import: 'default' },
);

export const texts: Readonly<Record<string, string>> = Object.fromEntries(
  Object.values(parts).flatMap((part) => Object.entries(part)),
);

/** What the agents and sources that come with the server say of themselves, in German; what others say is shown as they say it. */
export const agents: Readonly<Record<string, string>> = {
  Workflows: 'Workflows',
  Tables: 'Tabellen',
  Knowledge: 'Wissen',
  Documents: 'Dokumente',
  Law: 'Recht',
  'Legal research': 'Rechtsrecherche',
  'Business database': 'Unternehmensdatenbank',
  'Knowledge base': 'Wissensdatenbank',
  'Law cases': 'Rechtsfälle',
  'Knowledge graph': 'Wissensgraph',
  'Legal sources outside': 'Externe Rechtsquellen',
  'Workflow rules': 'Workflow-Regeln',
  'Explains, tests, builds and changes the rules that act when business data changes.':
    'Erklärt, prüft, baut und ändert die Regeln, die auf geänderte Geschäftsdaten reagieren.',
  'When an order over 5000 is created, alert the warehouse manager with high severity and email finance@acme.example':
    'Wenn ein Auftrag über 5000 angelegt wird, warne den Lagerleiter mit hoher Dringlichkeit und schreibe an finance@acme.example',
  'Which workflow rules do we have?': 'Welche Workflow-Regeln haben wir?',
  'How does the Low Stock Alert rule work?': 'Wie funktioniert die Regel Low Stock Alert?',
  'Do I have any critical alerts?': 'Habe ich kritische Warnungen?',
  'Answers from live rows, and builds and changes the tables that pages show.':
    'Antwortet aus den aktuellen Zeilen und baut und ändert die Tabellen, die Seiten zeigen.',
  'How many orders are there per status?': 'Wie viele Aufträge gibt es je Status?',
  'What are the three most expensive products?': 'Welche drei Produkte sind am teuersten?',
  'Create a new table called "Pending orders" that lists orders with number, status and required date where the status is pending':
    'Lege eine Tabelle „Offene Aufträge“ an, die Aufträge mit Nummer, Status und Termin zeigt, deren Status pending ist',
  'Filter by status is pending in table "Orders"':
    'Zeige in der Tabelle „Orders“ nur Status pending',
  'Answers questions from the knowledge base and names its sources.':
    'Beantwortet Fragen aus der Wissensdatenbank und nennt die Quellen.',
  'How long do we keep rejected goods?': 'Wie lange bewahren wir abgelehnte Ware auf?',
  'Who approves an order of 12,000 EUR?': 'Wer genehmigt einen Auftrag über 12.000 EUR?',
  'Where are forklifts charged?': 'Wo werden Gabelstapler geladen?',
  'Searches and reads your documents step by step, and cites what it says.':
    'Durchsucht und liest Ihre Dokumente Schritt für Schritt und belegt, was es sagt.',
  'What do the shipping instructions say about pallets?':
    'Was sagen die Versandanweisungen zu Paletten?',
  'Compare the customer returns policies of 2024 and 2025':
    'Vergleiche die Rückgaberegeln für Kunden von 2024 und 2025',
  'How long does a stock transfer across a border take?':
    'Wie lange dauert eine Umlagerung über eine Grenze?',
  'Finds provisions in a knowledge graph of laws, follows their references, and answers with citations.':
    'Findet Vorschriften in einem Wissensgraphen, folgt ihren Verweisen und antwortet mit Belegen.',
  'What do the ordinances say about noise at night?':
    'Was sagen die Verordnungen zu Lärm in der Nacht?',
  'Which deadlines are coming up in my cases?': 'Welche Fristen stehen in meinen Fällen an?',
  'What does § 12-104 say?': 'Was steht in § 12-104?',
  'Searches case law, statutes and other sources outside and the knowledge graph, and writes a memo.':
    'Durchsucht Urteile, Gesetze, andere Quellen und den Wissensgraphen und schreibt ein Gutachten.',
  'Research the rules on mooring fees': 'Recherchiere die Regeln zu Liegegebühren',
  'How long may a visiting vessel stay?': 'Wie lange darf ein Gastschiff liegen?',
  'Which fines are there for noise at night?': 'Welche Bußgelder gibt es für Lärm in der Nacht?',
};

/** What the errors that people meet on the page say in German, by their codes (docs/errors.md); all others keep the server's words. */
export const problems: Readonly<Record<string, string>> = {
  unreachable: 'Der Server ist nicht erreichbar. Versuchen Sie es gleich noch einmal.',
  unauthorized:
    'Sie sind nicht angemeldet, oder Ihre Anmeldung ist abgelaufen. Melden Sie sich an.',
  identity_unavailable:
    'Ihre Anmeldung kann gerade nicht geprüft werden. Versuchen Sie es gleich noch einmal.',
  body_too_large: 'Das ist mehr, als der Server annimmt. Senden Sie weniger auf einmal.',
  not_found: 'Das gibt es nicht oder nicht mehr, oder es gehört jemand anderem.',
  platform_unavailable: 'Das Geschäftssystem antwortet nicht. Versuchen Sie es später noch einmal.',
  explorer_unavailable: 'Der Wissensgraph antwortet nicht. Versuchen Sie es später noch einmal.',
  draft_not_found: 'Diesen Entwurf gibt es nicht oder nicht mehr.',
  draft_expired: 'Dieser Entwurf ist abgelaufen. Beginnen Sie einen neuen.',
  form_expired: 'Dieses Formular ist abgelaufen. Senden Sie die Nachricht noch einmal.',
  preview_expired:
    'Diese Vorschau ist abgelaufen. Es wurde nichts gespeichert. Bitten Sie im Chat erneut um die Änderung.',
  preview_decided: 'Über diese Vorschau wurde bereits entschieden.',
  preview_stale:
    'Was die Vorschau ändern würde, wurde inzwischen geändert. Es wurde nichts gespeichert. Bitten Sie im Chat erneut um die Änderung.',
  preview_unknown:
    'Die Änderung wurde gesendet, ihr Ausgang ist aber unbekannt. Prüfen Sie, ob sie gespeichert wurde, bevor Sie erneut darum bitten.',
  preview_superseded:
    'Eine neuere Vorschau hat diese ersetzt. Es wurde nichts gespeichert. Entscheiden Sie über die neuere.',
  turn_limit:
    'Die Antwort hat alle erlaubten Schritte verbraucht. Bitten Sie um weniger auf einmal oder setzen Sie die Unterhaltung fort.',
  token_limit:
    'Die Antwort hat mehr Token verbraucht, als erlaubt sind. Bitten Sie um weniger auf einmal oder beginnen Sie einen neuen Chat.',
  time_limit:
    'Die Antwort hat zu lange gedauert und wurde angehalten. Bitten Sie um weniger auf einmal.',
  too_many_runs:
    'Es laufen bereits so viele Ihrer Anfragen, wie erlaubt sind. Warten Sie, bis eine fertig ist, oder halten Sie eine an.',
  too_many_requests:
    'Es laufen bereits so viele aufwendige Anfragen, wie erlaubt sind. Versuchen Sie es gleich noch einmal.',
  server_busy: 'Der Server ist ausgelastet. Versuchen Sie es gleich noch einmal.',
  model_unavailable:
    'Das Modell antwortet nicht oder ist überlastet. Versuchen Sie es gleich noch einmal.',
  tool_required:
    'Das Modell hat nicht so geantwortet, wie es muss. Fragen Sie erneut, vielleicht mit anderen Worten.',
  response_failed: 'Das Modell hat zweimal keine brauchbare Antwort gegeben. Fragen Sie erneut.',
  cancelled: 'Angehalten.',
  interrupted:
    'Der Server wurde beendet, bevor die Antwort fertig war. Senden Sie die Nachricht noch einmal.',
  run_gone: 'Der Verlauf dieser Antwort ist nicht mehr gespeichert.',
  shutting_down: 'Der Server wird gerade beendet. Versuchen Sie es gleich noch einmal.',
  internal: 'Auf dem Server ist ein Fehler aufgetreten. Der Grund steht in seinem Protokoll.',
};
