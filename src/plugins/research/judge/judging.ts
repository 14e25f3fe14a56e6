import type { ResearchLanguage } from '../state.js';
import type { Judge, JudgeCall, Judged } from './judge.js';

/** The places of judgement as people are told of them. */
const places: Readonly<Record<ResearchLanguage, Readonly<Record<keyof Judge, string>>>> = {
  de: {
    alternativeQueries: 'weitere Suchanfragen',
    analyseContext: 'Begriffe, Lücken und Abdeckung',
    followUpQuestions: 'Rückfragen',
    readReply: 'Auswertung der Antworten',
    anchor: 'Gegenstände und Umfang der Frage',
    plan: 'Rechercheplan',
    extract: 'Auszüge und Zitate',
    conclude: 'Zusammenfassungen der Aufgaben',
    furtherTasks: 'weitere Aufgaben',
    relevance: 'Nähe der Stellen zur Frage',
    synthesise: 'Bericht (aus Zitaten zusammengestellt)',
    answered: 'was der Bericht beantwortet',
    assessQuality: 'Bewertung des Berichts',
  },
  en: {
    alternativeQueries: 'further search queries',
    analyseContext: 'concepts, gaps and coverage',
    followUpQuestions: 'follow-up questions',
    readReply: 'reading of the replies',
    anchor: 'entities and scope of the question',
    plan: 'research plan',
    extract: 'extracts and quotes',
    conclude: 'summaries of the tasks',
    furtherTasks: 'further tasks',
    relevance: 'relevance of the passages',
    synthesise: 'report (put together from quotes)',
    answered: 'what the report answers',
    assessQuality: 'assessment of the report',
  },
};

/** How a note about places begins; the places follow, and a full stop. */
const phrases = {
  de: 'Das Sprachmodell gab keine brauchbare Antwort, so dass nichts beurteilt wurde: ',
  en: 'The language model gave no usable answer, so that nothing was judged: ',
} as const;

/** The notes with those about places as one that names them all, where the first of them stood. */
export function placesTogether(notes: readonly string[], language: ResearchLanguage): string[] {
  const beginning = phrases[language];
  const own = notes.filter((note) => note.startsWith(beginning));
  const named = own.map((note) => note.slice(beginning.length, -1)).join('; ');
  const others = notes.filter((note) => note === own[0] || !own.includes(note));
  return others.map((note) => (note === own[0] ? `${beginning}${named}.` : note));
}

type Input<K extends keyof Judge> = Parameters<Judge[K]>[0];
type Value<K extends keyof Judge> = Awaited<ReturnType<Judge[K]>>['value'];

/** A judge for one step: it answers values, and keeps for the report what nobody judged. */
export class Judging {
  private readonly told: string[] = [];

  constructor(
    private readonly judge: Judge,
    private readonly language: ResearchLanguage,
    readonly call: JudgeCall,
  ) {}

  /** Asks at a place. */
  async ask<K extends keyof Judge>(place: K, input: Input<K>): Promise<Value<K>> {
    return (await this.judged(place, input)).value;
  }

  /** Asks at a place; with who judged. */
  async judged<K extends keyof Judge>(place: K, input: Input<K>): Promise<Judged<Value<K>>> {
    const method = this.judge[place] as unknown as (
      input: Input<K>,
      call: JudgeCall,
    ) => Promise<Judged<Value<K>>>;
    const judged = await method(input, this.call);
    if (judged.by === 'nobody')
      this.tell(`${phrases[this.language]}${places[this.language][place]}.`);
    return judged;
  }

  /** Keeps a sentence for the report. */
  tell(note: string): void {
    if (!this.told.includes(note)) this.told.push(note);
  }

  /** What is to be told, without what `known` has already. */
  notes(known: readonly string[]): string[] {
    return [...known, ...this.told.filter((note) => !known.includes(note))];
  }
}
