import { isObject, type JsonObject } from '../../../src/foundation/json.js';
import { join } from '../answers/words.js';
import { unreadWords, type Taken } from '../audit/account.js';
import {
  makesOther,
  reasonsFor,
  refuseChange,
  refuseQuestion,
  requireAllRead,
  withNote,
} from '../audit/refusal.js';
import { rhythms, wordsNamed } from '../lexicon.js';
import type { Reading } from '../reading/reading.js';
import { attempt, FIND_TOOLS, giveUp, lookUp, need, type Part, type Plan } from '../steps.js';
import { canSearch, onlyListed, usedBefore } from './before.js';
import { Call } from './call.js';
import { dateSaid } from './days.js';
import { takenBy, wishesDeed } from './fit.js';
import { isDescription, saidBehind, valueBeside, valueFor } from './given.js';
import { isPlainText, kindOf } from './kinds.js';
import { isNameLike } from './names.js';
import { rowsIn, valuesOf } from './narrowed.js';
import { restBehind } from './new-names.js';
import { weighAnswer } from './read-answer.js';
import { leavesKey, requireNoRank } from './rest.js';
import { sayAny } from './say-any.js';
import { isLookedUp, isTold, listFor, listQuery, namedBy, lookUpThing, saidOf } from './things.js';
import {
  deedOf,
  isId,
  isRead,
  isWholeList,
  plainName,
  propertiesOf,
  shapeOf,
  titleOf,
  type Property,
} from './tools.js';
import { idOf } from './which.js';

const WHOLES = wordsNamed('wholes');
/** A list of so many rows may be only its first page. */
const PAGE = 20;

/** A call in a catalogue that nobody told us of. */
export class CatalogueCall extends Call {
  override *plan(): Plan {
    const { tool, world } = this;
    this.requireNoTurn();
    const args = yield* this.arguments(this.unnamedThings());
    if (isRead(tool)) {
      requireNoRank(world.reading, this.values);
      return yield* this.read(args);
    }
    requireAllRead(world.reading, this.taken());
    yield* need(tool.name, args);
    return `I have prepared “${titleOf(tool)}”${this.told()}. The preview is ready: nothing is sent until you accept it.`;
  }

  /** Rows of the whole list that hold what is said, where that and the fields of a row explain every word. */
  *rows(): Plan {
    return yield* this.read({}, true);
  }

  protected override taken(): Taken {
    const { tool, values, world } = this;
    const things = world.linked ?? [];
    const linked = isTold(tool, world) ? things : namedBy(Object.values(values), world);
    const found = [...this.namesFound(), ...linked.map(({ noun, name }) => `${noun} ${name}`)];
    const dates = this.properties.flatMap((each) => {
      const date = dateSaid(each, tool, world);
      return date !== undefined && values[each.name] === date.date ? [date.words] : [];
    });
    const said = [...dates, ...this.formerValues()];
    return takenBy(tool, values, world.reading, { found, said });
  }

  protected override *argument(property: Property): Part<unknown> {
    const { tool, world } = this;
    const { name, within, isRequired } = property;
    const isThing = within === undefined || isId(property);
    const said = saidOf(property, tool, world);
    const value = (yield* this.isNoId(property, said)) ? undefined : said;
    if (value !== undefined || !isRequired || !isThing || !isLookedUp(property, tool, world.tools))
      return value;
    return (
      usedBefore(name, world) ?? onlyListed(name, tool, world) ?? (yield* this.listedThing(name))
    );
  }

  /** "The year-end mail": a word that the whole list of such things does not have is no id of one. */
  private *isNoId(property: Property, value: unknown): Part<boolean> {
    const { tools } = this.world;
    if (kindOf(property) !== 'id' || typeof value !== 'string' || /\d/.test(value)) return false;
    const list = listFor(property.name, this.tool, tools);
    if (list === undefined || !isWholeList(list)) return false;
    const [data] = yield* lookUp([{ name: list.name, arguments: {} }]);
    const rows = rowsIn(data);
    const isSame = (text: string) => text.toLowerCase() === value.toLowerCase();
    return rows.length > 0 && rows.length < PAGE && !rows.some((row) => valuesOf(row).some(isSame));
  }

  protected override complete(): void {
    if (!isRead(this.tool)) {
      this.takeReasons();
      this.takeRest();
    }
    if (deedOf(this.tool)?.deed === 'update') this.dropDescribing();
    if (!isRead(this.tool)) this.requireKnownValues();
  }

  /** What nobody told us of is read first: the words that it leaves over may be its fields, or values of some of its rows. */
  private *read(args: JsonObject, isSearch = false): Plan {
    const { tool } = this;
    const { facts, reading } = this.world;
    const unread = unreadWords(reading, this.taken());
    if (leavesDeed(unread, reading)) refuseQuestion(unread, reading);
    const data = yield* need(tool.name, args);
    const { told, judged, lost, note, kept, of } = weighAnswer(data, unread, this);
    if (judged !== undefined) return `${judged}\n${sayAny(data, tool.name)}`;
    const one = lost.length > 0 && !isSearch ? this.detailOf(told) : undefined;
    if (one !== undefined) return yield* one.plan();
    const isWish = isSearch || (!facts.has('is.question') && !facts.has('is.asked'));
    if (isSearch && kept === of) refuseQuestion(unread, reading);
    const isNamed = reading.tokens.some((token) => isNameLike(token) && lost.includes(token.text));
    const isOther = makesOther(lost, reading) || leavesKey(lost, reading);
    if (isWish || isNamed || isOther) refuseQuestion(lost, reading);
    return withNote(lost, reading, `${note}${sayAny(told, tool.name)}`);
  }

  /** The call that tells more of the one thing that a list holds, where there is one. */
  private detailOf(told: unknown): CatalogueCall | undefined {
    const { world, tool } = this;
    const [row, ...others] = rowsIn(told).filter(isObject);
    if (row === undefined || others.length > 0) return undefined;
    for (const other of world.tools.filter((each) => isRead(each) && each !== tool)) {
      const [id, ...more] = propertiesOf(other).filter(({ isRequired }) => isRequired);
      const isOf = id && more.length === 0 && listFor(id.name, other, world.tools) === tool;
      const value = isOf ? idOf(row, id.name) : undefined;
      if (id === undefined || value === undefined) continue;
      const call = new CatalogueCall(other, world, { [id.name]: value });
      const name = valuesOf(row).filter((text) =>
        world.reading.text.toLowerCase().includes(text.toLowerCase()),
      );
      call.found.push({ id: value, name: name.join(' ') });
      return call;
    }
    return undefined;
  }

  /** "The most expensive", "or": what no tool does is said before anything is looked up. */
  private requireNoTurn(): void {
    const { reading } = this.world;
    // "20 a day" may be a field of what is read.
    const isWhole = (word: string) => !isRead(this.tool) && WHOLES.has(word);
    const turns = unreadWords(reading, this.taken()).filter((word) => {
      const lower = word.toLowerCase();
      return isWhole(lower) || (!rhythms.has(lower) && reasonsFor([word]).length > 0);
    });
    if (isRead(this.tool)) refuseQuestion(turns, reading);
    else refuseChange(turns, reading);
  }

  /** Things a change must know and nothing names: asked for with what else is missing, not looked up first. */
  private unnamedThings(): string[] {
    const { tool, world } = this;
    const { reading, tools } = world;
    const needed = this.properties.filter(
      (each) => each.isRequired && saidOf(each, tool, world) === undefined,
    );
    const things = needed.filter(
      (each) => (!each.within || isId(each)) && isLookedUp(each, tool, tools),
    );
    const isNamed =
      world.facts.has('is.pointed') ||
      needed.some(({ name }) => saidBehind(name, tool, reading) !== undefined) ||
      reading.tokens.some(isNameLike);
    const isKept = isRead(tool) || isNamed || things.length === needed.length;
    return isKept ? [] : things.map(({ name }) => name);
  }

  /** The id of a thing from the list of such things, which is looked for when none is offered. */
  private *listedThing(name: string): Part<unknown> {
    const { tool, world } = this;
    const query = listQuery(name, tool, world.tools);
    if (query !== undefined && canSearch(world, query)) yield* attempt(FIND_TOOLS, { query });
    if (query !== undefined) return saidBehind(name, tool, world.reading);
    const item = yield* lookUpThing(name, tool, world, this.values);
    if (item !== undefined) this.found.push(item);
    return item?.id;
  }

  /** "A trip to Durham", "42.50 for nail trimming": the one text that is missing is what nothing else explains. */
  private takeRest(): void {
    const { reading } = this.world;
    const missing = this.properties.filter(
      ({ name, isRequired }) => isRequired && this.values[name] === undefined,
    );
    const [property, ...others] = missing;
    if (property === undefined || others.length > 0 || !isPlainText(property)) return;
    const said = restBehind(unreadWords(reading, this.taken()), reading);
    if (said !== undefined) this.values[property.name] = said;
  }

  /** "Block the card, it got stolen": a value in what was taken for a mere reason. */
  private takeReasons(): void {
    const { asides, reading } = this.world;
    const open = this.properties.filter(
      ({ name, schema }) => !(name in this.values) && shapeOf(schema).values.length > 0,
    );
    for (const property of open) {
      const said = asides.map((aside) =>
        valueFor(property, this.tool, { ...this.world, reading: reading.again(aside) }),
      );
      const [value] = said.filter((each) => each !== undefined);
      if (value !== undefined) this.values[property.name] = value;
    }
  }

  /** "Close the urgent WEB-12": beside another value, one that only describes the thing is none that it shall get. */
  private dropDescribing(): void {
    const inner = this.properties.filter(({ name, within }) => within && name in this.values);
    if (inner.length < 2) return;
    for (const { name, schema, isRequired } of inner) {
      const describes = shapeOf(schema).values.length > 0 && !isRequired;
      if (describes && isDescription(name, String(this.values[name]), this.world.reading))
        delete this.values[name];
    }
  }

  /** "priority blocker": a value that is said and that the list does not have. */
  private requireKnownValues(): void {
    for (const { name, schema } of this.properties) {
      const { values } = shapeOf(schema);
      const said = name in this.values ? undefined : valueBeside(name, this.world.reading);
      if (values.length === 0 || said === undefined) continue;
      giveUp(
        `“${said}” is no ${plainName(name).join(' ')} that is known here: ${join(values.slice(0, 12), 'or')}. Which one shall it be?`,
      );
    }
  }
}

/** Whether what somebody wants done is among them: looking at the thing is no answer to it. */
function leavesDeed(unread: readonly string[], reading: Reading): boolean {
  return unread.some((word) => wishesDeed(reading.again(word)));
}
