import { askJson, type AskCall } from '../../../agentloop/ask-json.js';
import { AppError } from '../../../foundation/errors.js';
import type { JsonObject } from '../../../foundation/json.js';
import { isModel } from '../../../llm/models.js';
import type { LlmProvider } from '../../../llm/types.js';
import type { QueryAnchor, ResearchLanguage } from '../state.js';
import { instructions } from './instructions.js';
import { anchorMaterial } from './material.js';
import { places, type PlaceName } from './places.js';

/** What is given to judge at a place. */
export type Input<K extends PlaceName> = Parameters<(typeof places)[K]['material']>[0];
/** What a judgement at a place says. */
export type Value<K extends PlaceName> = ReturnType<(typeof places)[K]['unjudged']>;

/** A judgement and whose it is. */
export interface Judged<T> {
  value: T;
  /** `nobody`: the model's answers were of no use, and nothing was judged. */
  by: 'model' | 'nobody';
}

/** A place as any other: which input and value belong together is known where it is asked. */
interface AnyPlace {
  schema: (typeof places)[PlaceName]['schema'];
  material(input: unknown): ReturnType<(typeof places)[PlaceName]['material']>;
  parts?(input: unknown): unknown[];
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
    private readonly model: LlmProvider,
    private readonly language: ResearchLanguage,
    readonly call: AskCall,
  ) {}

  /**
   * Asks at a place; rejects with an `AppError` when the model cannot be reached, and with `cancelled` when the call's
   * signal is aborted.
   */
  async ask<K extends PlaceName>(name: K, input: Input<K>): Promise<Value<K>> {
    return (await this.judged(name, input)).value;
  }

  /** Asks at a place, one part after the other where it is too much for one question; with who judged. */
  async judged<K extends PlaceName>(name: K, input: Input<K>): Promise<Judged<Value<K>>> {
    const place = places[name] as AnyPlace;
    const parts = place.parts?.(input);
    const answers: Judged<unknown>[] = [];
    for (const part of parts ?? [input]) answers.push(await this.askPart(name, part));
    const by = answers.some((each) => each.by === 'nobody') ? 'nobody' : 'model';
    if (by === 'nobody') {
      const { unjudged, names } = instructions[this.language];
      this.tell(`${unjudged}${names[name]}.`);
    }
    const values = answers.map(({ value }) => value);
    return { value: (parts === undefined ? values[0] : values.flat()) as Value<K>, by };
  }

  /** Keeps a sentence for the report. */
  tell(note: string): void {
    if (!this.told.includes(note)) this.told.push(note);
  }

  /** What is to be told, without what `known` has already. */
  notes(known: readonly string[]): string[] {
    return [...known, ...this.told.filter((note) => !known.includes(note))];
  }

  private async askPart(name: PlaceName, input: unknown): Promise<Judged<unknown>> {
    if (!isModel(this.model)) throw noModel();
    const place = places[name] as AnyPlace;
    const words = instructions[this.language];
    const prompt = [
      words.places[name],
      `${words.schema}\n${JSON.stringify(place.schema)}`,
      `${words.material}\n${JSON.stringify({ ...anchorOf(input), ...place.material(input) })}`,
    ].join('\n\n');
    const question = {
      system: words.system,
      prompt,
      schema: place.schema,
      correction: words.correction,
      complaint: (raw: unknown) => place.complaint?.(raw, input),
    };
    const answer = await askJson<unknown>(this.model, question, this.call);
    if (!('value' in answer)) return { value: place.unjudged(input), by: 'nobody' };
    const value = place.read === undefined ? answer.value : place.read(answer.value, input);
    return { value, by: 'model' };
  }
}

/** What the research is held against, where a place is given it. */
function anchorOf(input: unknown): JsonObject {
  const { anchor } = input as { anchor?: QueryAnchor };
  return anchor === undefined ? {} : anchorMaterial(anchor);
}

/** The notes with those about places as one that names them all, where the first of them stood. */
export function placesTogether(notes: readonly string[], language: ResearchLanguage): string[] {
  const beginning = instructions[language].unjudged;
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
