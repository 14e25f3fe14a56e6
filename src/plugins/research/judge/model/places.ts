/** Every place a model is asked at. */
export type PlaceName =
  | 'alternative_queries'
  | 'analyse_context'
  | 'follow_up_questions'
  | 'read_reply'
  | 'anchor'
  | 'plan'
  | 'extract'
  | 'conclude'
  | 'further_tasks'
  | 'relevance'
  | 'synthesise'
  | 'answered'
  | 'assess_quality';

/** What a model is told, in one language. */
export interface Instructions {
  /** What it is, and what holds at every place. */
  system: string;
  places: Readonly<Record<PlaceName, string>>;
  /** Before the schema, and before the material. */
  schema: string;
  material: string;
  correction: (reason: string) => string;
  /** What a report in a wrong language is told. */
  language: string;
}
