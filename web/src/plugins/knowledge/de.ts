/** The knowledge agent: its steps, and how sure it is of its answer. */
export default {
  'Confidence {percent} %': 'Sicherheit {percent} %',
  'Knowledge base used': 'Wissensdatenbank benutzt',
  'Knowledge base searched, nothing cited': 'Wissensdatenbank durchsucht, nichts zitiert',
  'Knowledge base not searched': 'Wissensdatenbank nicht durchsucht',
  'Web search used': 'Websuche benutzt',
  'Web searched, nothing cited': 'Web durchsucht, nichts zitiert',
  'Web not searched': 'Web nicht durchsucht',
  'Removed because the search did not find them: {removed}. This lowers the confidence.':
    'Entfernt, weil die Suche sie nicht gefunden hat: {removed}. Das senkt die Sicherheit.',
  'Searching the knowledge base: {textOf}': 'Wissensdatenbank wird durchsucht: {textOf}',
  'Searching the web: {textOf}': 'Das Web wird durchsucht: {textOf}',
  'Indexing the web answer under {n} keyword | Indexing the web answer under {n} keywords':
    'Web-Antwort wird unter {n} Stichwort abgelegt | Web-Antwort wird unter {n} Stichwörtern abgelegt',
  'Writing the answer': 'Antwort wird geschrieben',
  'Wrote the answer from {n} source | Wrote the answer from {n} sources':
    'Antwort aus {n} Quelle geschrieben | Antwort aus {n} Quellen geschrieben',
};
