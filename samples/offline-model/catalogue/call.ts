import type { JsonObject } from '../../../src/foundation/json.js';
import type { ToolSpec } from '../../../src/llm/types.js';
import { unreadWords, type Taken } from '../audit/account.js';
import { quoteWords } from '../audit/refusal.js';
import { harmless } from '../lexicon.js';
import { giveUp, type Part, type Plan } from '../steps.js';
import type { World } from '../world.js';
import { askFor } from './asking.js';
import { formerValue } from './given.js';
import type { Named } from './names.js';
import {
  isRead,
  nested,
  plainName,
  propertiesOf,
  shapeOf,
  titleOf,
  type Property,
} from './tools.js';
import { nameById } from './which.js';

/** One call of a tool: its arguments put together, its words accounted for, its result told. */
export abstract class Call {
  /** Things that were looked up for it. */
  readonly found: Named[] = [];
  readonly values: JsonObject;
  readonly properties: readonly Property[];

  constructor(
    readonly tool: ToolSpec,
    readonly world: World,
    given: JsonObject = {},
  ) {
    this.values = { ...given };
    this.properties = propertiesOf(tool);
  }

  abstract plan(): Plan;

  /** What the call accounts for. */
  protected abstract taken(): Taken;

  /** The value of an argument; undefined where nothing tells it. */
  protected abstract argument(property: Property): Part<unknown>;

  /** Arguments as the tool takes them; asks for what is missing. */
  protected *arguments(unnamed: readonly string[] = []): Part<JsonObject> {
    for (const property of this.properties) {
      if (property.name in this.values || unnamed.includes(property.name)) continue;
      const value = yield* this.argument(property);
      if (value !== undefined) this.values[property.name] = value;
    }
    this.complete();
    const args = nested(this.tool, this.values);
    this.requireComplete(args);
    return args;
  }

  /** What else the request tells, once its arguments are read. */
  protected complete(): void {
    // Nothing, as long as a tool only reads.
  }

  /** The names of what the arguments are ids of. */
  protected namesFound(): string[] {
    const named = Object.values(this.values).flatMap((id) => nameById(id, this.world) ?? []);
    return [...named, ...this.found.map(({ name }) => name)];
  }

  /** What the arguments are to replace: "from high". */
  protected formerValues(): string[] {
    const given = this.properties.filter(({ name }) => name in this.values);
    return given.flatMap((each) => formerValue(each, this.world.reading) ?? []);
  }

  /** The name of what has this id, as far as it was looked up. */
  nameOf(value: unknown): string | undefined {
    return [...this.found, ...(this.world.linked ?? [])].find(({ id }) => id === value)?.name;
  }

  /** The arguments in words, behind a colon. */
  protected told(): string {
    const lines = Object.entries(this.values).map(([name, value]) => {
      const called = this.nameOf(value);
      return `${plainName(name).join(' ')} ${called === undefined ? JSON.stringify(value) : `“${called}”`}`;
    });
    return lines.length === 0 ? '' : `: ${lines.join(', ')}`;
  }

  /** Asks for what the tool must know, and for one of what an object that it must have may hold. */
  private requireComplete(args: JsonObject): void {
    const open = this.properties.filter(({ name }) => this.values[name] === undefined);
    const missing = open.filter(({ isRequired }) => isRequired);
    const some = open.filter(({ within = '', isOfRequired }) => isOfRequired && !(within in args));
    const wanted = missing.length > 0 ? missing : some;
    if (wanted.length === 0) return;
    const names = wanted.map(({ name, schema }) => {
      const values = shapeOf(schema).values.slice(0, 8).join(', ');
      const label = plainName(name).join(' ');
      // "I still need to" asks for nothing.
      const named = harmless.has(label) ? `“${label}”` : label;
      return `${named}${values === '' ? '' : ` (${values})`}`;
    });
    const having = this.told() === '' ? '' : ` I have ${this.told().slice(2)}.`;
    const { reading } = this.world;
    const unread = isRead(this.tool) ? [] : unreadWords(reading, this.taken());
    const note = unread.length === 0 ? '' : `I could not take in ${quoteWords(unread, reading)}. `;
    giveUp(`${note}${askFor(titleOf(this.tool), names, { all: missing.length > 0, having })}`);
  }
}
