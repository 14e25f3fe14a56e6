import { sayNotUnderstood } from '../answers/limits.js';
import { textOf } from '../answers/words.js';
import { unreadWords, type Taken } from '../audit/account.js';
import { makesOther, refuseQuestion, withNote } from '../audit/refusal.js';
import { harmless } from '../lexicon.js';
import type { Reading } from '../reading/reading.js';
import { FIND_TOOLS, need, saysOnly, type Part, type Plan } from '../steps.js';
import type { Planner, World } from '../world.js';
import { Call } from './call.js';
import { takenBy } from './fit.js';
import { valueFor } from './given.js';
import { isNameLike } from './names.js';
import { asked, type Fill, type ReadRequest } from './requests.js';
import { leavesKey, lostWords, requireNoRank } from './rest.js';
import { sayAny } from './say-any.js';
import { rankExamples } from './similarity.js';
import { isRead, sentencesOf, type Property } from './tools.js';

/** What a skill knows of requests. */
export interface Known {
  reads: readonly ReadRequest[];
  fill: Readonly<Record<string, Fill>>;
  plans: Readonly<Record<string, Planner>>;
}

/** Serves a question by the request of a skill, or the tool that reads, whose sentences are most like it; below `enough` none is. */
export function* planByRequests(world: World, known: Known, enough: number): Plan {
  const chosen = chooseRequest(world, known, enough);
  if (chosen === undefined)
    return yield* known.plans['fragment']?.(world) ?? saysOnly(sayNotUnderstood(world));
  const plan = known.plans[chosen.plan ?? ''];
  if (plan !== undefined) return yield* plan(world);
  const tool = world.tools.find(({ name }) => name === chosen.tool);
  // It is looked for: what it takes is known once it is offered.
  if (tool === undefined) return sayAny(yield* need(chosen.tool, { ...chosen.with }), chosen.tool);
  return yield* new KnownCall(tool, world, chosen, known).plan();
}

function chooseRequest(world: World, known: Known, enough: number): ReadRequest | undefined {
  // Where a skill is at home, what a search for another tool brought up makes it no other request.
  const found = JSON.stringify(foundIn(world));
  const offered = world.tools.filter(
    (tool) => tool.name !== FIND_TOOLS && isRead(tool) && !found.includes(`"${tool.name}"`),
  );
  const own = offered.flatMap((tool) => {
    const entry = known.reads.find((read) => read.tool === tool.name && read.with === undefined);
    const of: ReadRequest = entry ?? { tool: tool.name, ask: '' };
    return sentencesOf(tool).map((sentence) => ({ of, sentence }));
  });
  const told = known.reads.flatMap((of) => asked(of).map((sentence) => ({ of, sentence })));
  const [best] = rankExamples(world.reading, [...own, ...told]);
  return best !== undefined && best.score >= enough ? best.of : undefined;
}

const foundIn = ({ transcript }: World) =>
  transcript.exchanges.filter(({ name }) => name === FIND_TOOLS).map(({ data }) => data);

/** A call that answers a question to a skill. */
class KnownCall extends Call {
  constructor(
    tool: ConstructorParameters<typeof Call>[0],
    world: World,
    private readonly chosen: ReadRequest,
    private readonly known: Known,
  ) {
    super(tool, world, chosen.with);
  }

  override *plan(): Plan {
    const args = yield* this.arguments();
    const { tool, world } = this;
    const { facts, reading } = world;
    requireNoRank(reading, this.values);
    const unread = unreadWords(reading, this.taken());
    const isWish = !facts.has('is.question') && !facts.has('is.asked');
    const isOther = makesOther(unread, reading) || leavesKey(unread, reading);
    const isTaken = !isOther && !(isWish && leavesRecord(unread, reading));
    const fragment = this.known.plans['fragment'];
    // Names that the tool does not take in may be those of records.
    if (!isTaken && fragment !== undefined && reading.tokens.some(isNameLike))
      return yield* fragment(world);
    if (!isTaken) refuseQuestion(unread, reading);
    const data = yield* need(tool.name, args);
    // What holds no word of the name that is asked about is no answer to it.
    const told = JSON.stringify(data).toLowerCase();
    const names = reading.tokens.filter((token) => isNameLike(token) && !harmless.has(token.lower));
    const isMissed = names.length > 0 && !names.some(({ lower }) => told.includes(lower));
    if (isMissed && fragment !== undefined) return yield* fragment(world);
    if (isMissed && isWish) return sayNotUnderstood(world);
    const lost = lostWords(textOf(this.values['query']), told, reading, isWish);
    return withNote([...unread, ...lost], reading, sayAny(data, tool.name));
  }

  protected override taken(): Taken {
    const { tool, values, world, chosen } = this;
    const [found, said] = [this.namesFound(), this.formerValues()];
    return takenBy(tool, values, world.reading, { found, said, asks: asked(chosen) });
  }

  protected override *argument(property: Property): Part<unknown> {
    const { tool, world, values, known } = this;
    const { name, isRequired } = property;
    const fill = known.fill[`${tool.name}.${name}`] ?? known.fill[name];
    if (fill !== undefined) return yield* fill(world, values);
    return valueFor(property, tool, world, isRequired);
  }
}

/** What is no question, and speaks of a record that the answer leaves out, may be a wish: "urgent order in: critical alert". */
function leavesRecord(unread: readonly string[], reading: Reading): boolean {
  const places = reading.all('entity.*').flatMap(({ covers }) => covers);
  return places.some((at) => unread.includes(reading.tokens[at]?.text ?? ''));
}
