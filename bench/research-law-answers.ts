import type { Answers, Material } from '../test/support/judging-model.js';

interface Shown {
  number: number;
  document: string;
  text: string;
}

interface Evidence {
  number: number;
  info: string;
}

/** The document that was put among the laws and has nothing to do with them. */
export const PLANTED_TITLE = 'Hausordnung des Gemeindezentrums';

const shownIn = ({ passages }: Material): Shown[] => passages as Shown[];
const first = (text: string) => text.split('\n')[0]?.slice(0, 300) ?? '';
const task = (name: string) => ({ task: name, context: 'Umgang mit radioaktiven Stoffen' });

/** What the scripted model says at each place: it knows the subject and quotes what it is shown. */
export const lawAnswers: Answers = {
  alternative_queries: () => ({
    queries: [
      'Freigrenzen Anlage 4 genehmigungsfreier Umgang',
      'Umgang mit Stoffen in der Werkstatt: Voraussetzungen und Regeln',
    ],
  }),
  analyse_context: (_, asked) => ({
    concepts: ['Umgang', 'Genehmigung', 'Freigrenze'],
    gaps: asked === 0 ? ['Art der Tätigkeit', 'Freigrenzen', 'Nuklid'] : ['Nuklid'],
    coverage: asked === 0 ? 0.5 : 0.9,
  }),
  follow_up_questions: () => ({
    questions: [
      { question: 'In welchem Betrieb wird mit den Stoffen umgegangen?', gap: 'Art der Tätigkeit' },
      { question: 'Sollen die Freigrenzen genannt werden?', gap: 'Freigrenzen' },
    ],
  }),
  read_reply: (_, asked) => ({
    refinements: [asked === 0 ? 'technische Werkstatt, keine Medizin' : 'mit den Freigrenzen'],
    dismissed_gaps: [],
  }),
  anchor: () => ({
    key_entities: ['Umgang mit radioaktiven Stoffen', 'Genehmigung', 'Freigrenze'],
    scope: 'Genehmigungsfreier Umgang mit radioaktiven Stoffen in einer technischen Werkstatt.',
    research_queries: ['genehmigungsfreier Umgang mit radioaktiven Stoffen'],
    context_summary: 'Der Umgang ist genehmigungsbedürftig; Ausnahmen stehen in der Verordnung.',
  }),
  plan: () => ({
    tasks: [
      task('Wann bedarf der Umgang mit radioaktiven Stoffen einer Genehmigung?'),
      task('Welche Ausnahmen von der Genehmigung gibt es?'),
      task('Welche Freigrenzen gelten?'),
    ],
  }),
  extract: (material) => ({
    passages: shownIn(material).map(({ number, text }) => ({
      number,
      info: text.slice(0, 300),
      references: [],
      quotes: [{ quote: first(text), reason: 'Wortlaut' }],
    })),
  }),
  conclude: () => ({ summary: 'Erledigt.', key_findings: [], relevance: 0.8 }),
  further_tasks: () => ({ tasks: [] }),
  relevance: (material) => ({
    scores: shownIn(material).map(({ number, document }) => ({
      number,
      score: document === PLANTED_TITLE ? 0.1 : 0.9,
    })),
  }),
  synthesise: (material) => ({
    title: 'Genehmigungsfreier Umgang',
    sections: [
      {
        heading: 'Antwort',
        statements: (material['evidence'] as Evidence[]).slice(0, 12).map(({ number, info }) => ({
          text: first(info),
          sources: [number],
        })),
      },
    ],
  }),
  answered: ({ questions, statements }) => ({
    questions: (questions as { number: number }[]).map(({ number }) => ({
      number,
      statements: (statements as { number: number }[]).map((each) => each.number),
    })),
  }),
  assess_quality: () => ({
    accuracy: 90,
    completeness: 75,
    relevance: 80,
    clarity: 75,
    complaints: [],
  }),
};
