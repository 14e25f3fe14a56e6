import { anchorOf } from '../clarify/inquiry.js';
import { placesTogether } from '../judge/judge.js';
import type { StoredDocument } from '../../../knowledge/document.model.js';
import type { ReportSource } from '../state.js';
import type { JudgedStep } from '../research-step.js';
import { askOfStatements } from './ask-model.js';
import { Library, OpeningNames } from '../extract/library.js';
import { citeSources } from './cite-sources.js';
import { restDraft } from './link-statements.js';
import { explainSources } from './explain/explain-sources.js';
import { notFound, outsidePart, scopeOf } from './report-parts.js';
import { reportWords } from './report-words.js';

/**
 * Links every statement of the draft to blocks of the documents that hold what it quotes and counts; a model is asked
 * whether it follows from them.
 */
export const attribute: JudgedStep = async (state, tools, judge) => {
  const { draft, quality } = state;
  if (draft === undefined) throw new Error('there is no draft to attribute');
  const { detectedLanguage: language } = anchorOf(state);
  const rested = await restDraft(state, draft, tools);
  const asked = await askOfStatements(rested, language, judge.model, judge.call);
  if (asked.note !== undefined) judge.tell(asked.note);
  const library = new Library(tools, new OpeningNames());
  const documents = await tools.documents();
  const cited = await citeSources(asked.sections, library, language);
  const explained = await explainSources(cited.sources, {
    library,
    question: state.query,
    language,
  });
  const sources = state.kbs === undefined ? explained : withBases(explained, documents);
  if (state.isRemediated) judge.tell(reportWords[language].again);
  const report = {
    title: draft.title,
    language,
    sections: cited.sections,
    sources,
    quality,
    notFound: notFound(state, language),
    outside: outsidePart(state, language),
    scope: scopeOf(state, sources, documents, language),
    notes: placesTogether(judge.notes(state.notes), language),
  };
  return { report };
};

/** The sources with the knowledge base that each is in. */
function withBases(
  sources: readonly ReportSource[],
  documents: readonly StoredDocument[],
): ReportSource[] {
  const bases = new Map(documents.map(({ id, kbId }) => [id, kbId]));
  return sources.map((source) => ({ ...source, kb: bases.get(source.documentId) }));
}
