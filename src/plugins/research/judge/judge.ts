import { askJson, type AskCall } from '../../../agentloop/ask-json.js';
import { AppError } from '../../../foundation/errors.js';
import { isModel } from '../../../llm/models.js';
import type { LlmProvider } from '../../../llm/types.js';
import type { ResearchLanguage } from '../state.js';
import { correction, placeWords, systemText, tasks } from './instructions.js';
import { materialOf, type Given } from './material.js';
import { places, type PlaceName } from './places.js';

/** What is given to judge at a place. */
type Input<K extends PlaceName> = Parameters<(typeof places)[K]['unjudged']>[0];
/** What a judgement at a place says. */
type Value<K extends PlaceName> = ReturnType<(typeof places)[K]['unjudged']>;

/** A place as any other: which input and value belong together is known where it is asked. */
interface AnyPlace {
  schema: (typeof places)[PlaceName]['schema'];
  passagesAtOnce?: number;
  complaint?(raw: unknown, input: unknown): string | undefined;
  read?(raw: unknown, input: unknown): unknown;
  unjudged(input: unknown): unknown;
}

/**
 * Every judgement of one step, asked of a model; what is to be told in the report is kept. An answer that does not fit
 * its schema is corrected once; when that brings nothing, nothing is judged at that one place, and the report says so.
 */
export class Judge {
  private readonly told: string[] = [];

  constructor(
    readonly model: LlmProvider,
    private readonly language: ResearchLanguage,
    readonly call: AskCall,
  ) {}

  /**
   * Asks at a place, some passages after the other where there are many; rejects with an `AppError` when the model
   * cannot be reached, and with `cancelled` when the call's signal is aborted.
   */
  async ask<K extends PlaceName>(name: K, input: Input<K>): Promise<Value<K>> {
    const { passagesAtOnce: size } = places[name] as AnyPlace;
    if (size === undefined) return (await this.askOnce(name, input)) as Value<K>;
    const { passages = [] } = input as Given;
    const values: unknown[] = [];
    for (let from = 0; from < passages.length; from += size) {
      const some = { ...input, passages: passages.slice(from, from + size) };
      values.push(...((await this.askOnce(name, some)) as unknown[]));
    }
    return values as Value<K>;
  }

  /** Keeps a sentence for the report. */
  tell(note: string): void {
    if (!this.told.includes(note)) this.told.push(note);
  }

  /** What is to be told, without what `known` has already. */
  notes(known: readonly string[]): string[] {
    return [...known, ...this.told.filter((note) => !known.includes(note))];
  }

  private async askOnce(name: PlaceName, input: object): Promise<unknown> {
    if (!isModel(this.model)) throw noModel();
    const place = places[name] as AnyPlace;
    const prompt = [
      tasks[name],
      `Schema of the answer:\n${JSON.stringify(place.schema)}`,
      `Material:\n${JSON.stringify(materialOf(input))}`,
    ].join('\n\n');
    const question = {
      system: systemText(this.language),
      prompt,
      schema: place.schema,
      correction,
      complaint: (raw: unknown) => place.complaint?.(raw, input),
    };
    const answer = await askJson<unknown>(this.model, question, this.call);
    if ('value' in answer) return place.read?.(answer.value, input) ?? answer.value;
    const { unjudged, names } = placeWords[this.language];
    this.tell(`${unjudged}${names[name]}.`);
    return place.unjudged(input);
  }
}

/** The notes with those about places as one that names them all, where the first of them stood. */
export function placesTogether(notes: readonly string[], language: ResearchLanguage): string[] {
  const beginning = placeWords[language].unjudged;
  const own = notes.filter((note) => note.startsWith(beginning));
  const named = own.map((note) => note.slice(beginning.length, -1)).join('; ');
  const others = notes.filter((note) => note === own[0] || !own.includes(note));
  return others.map((note) => (note === own[0] ? `${beginning}${named}.` : note));
}

/** What a research is told where no language model is connected. */
export function noModel(): AppError {
  return new AppError(
    'model_unavailable',
    'A research needs a language model, and none is connected. Connect one (LLM_PROVIDER, docs/providers.md), and start the research then.',
  );
}
