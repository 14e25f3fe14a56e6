import { stem } from '../../../src/foundation/english-stem.js';
import type { ToolSpec } from '../../../src/llm/types.js';
import { harmless } from '../lexicon.js';
import type { World } from '../world.js';
import { isRead, isVerb, verbSaid, wishAgreement } from './effects.js';
import {
  hasIdForm,
  inPath,
  isOdd,
  isSlash,
  nounOfId,
  isNamedBehind,
  valueFor,
} from './fill-arguments.js';
import { isLookedUp } from './look-up.js';
import { plainName, propertiesOf, stemsOf, type Property } from './tool-words.js';

/** How well each tool of an unknown catalogue fits a request, beside how alike their sentences are. */
export function fitOfTools(tools: readonly ToolSpec[], world: World): (name: string) => number {
  const wish = wishAgreement(tools, world.reading);
  const said = new Set(world.reading.tokens.map(({ text }) => stem(text)));
  const verb = verbSaid(world.reading);
  const source = sourceWord(tools);
  const nouns = new Set(
    tools.flatMap((tool) => [...nounsOf(tool.name), ...nounsOf(tool.title ?? '')]),
  );
  // "close it", "close WEB-12" and "star acme/webshop" name no kind of thing.
  const isVerbOnly = tools.some(({ title = '' }) => stem(plainName(title)[0] ?? '') === verb);
  const isBare = ![...said].some((word) => nouns.has(word) && !(isVerbOnly && word === verb));
  const isPointed = world.facts.has('is.pointed');
  return (name) => {
    const tool = tools.find((each) => each.name === name);
    if (tool === undefined) return 0;
    const things = propertiesOf(tool).filter(({ isRequired }) => isRequired);
    const named = things.filter(({ name: each }) => isNamedBehind(each, tool, world.reading));
    const isDone = [...stemsOf(`${name} ${tool.title ?? ''}`)].some((word) => said.has(word));
    const bare = isDone || isPointed || isRead(tool) ? 0 : -0.3;
    const agreement = isBare || isPointed ? bare : nounAgreement(tool, said, source);
    const isPlaced = things.some(({ name: each }) => inPath(each, tool, world.reading));
    const path = isPlaced ? 0.2 : world.reading.tokens.some(isSlash) ? -0.2 : 0;
    return (
      wish(name) + agreement + path + 0.2 * named.length - 0.2 * missing(tool, world, isPointed)
    );
  };
}

/** The word that all names begin with: that of their source. */
function sourceWord(tools: readonly ToolSpec[]): string {
  const [first = '', ...others] = tools.map(({ name }) => plainName(name)[0]);
  return others.length > 1 && others.every((word) => word === first) ? stem(first) : '';
}

const JOINTS = /^(by|for|in|to|from|of|with|and|or|on|off|at|all|the)$/;

/**
 * What a tool's name is about and the request does not say speaks against it; of a change, the thing that is
 * changed must be said: a project is no "project token".
 */
function nounAgreement(tool: ToolSpec, said: ReadonlySet<string>, source: string): number {
  const names = [tool.name, tool.title ?? ''].map((name) => ({
    nouns: nounsOf(name).filter((word) => word !== source),
    head: headOf(name),
  }));
  if (names[0]?.nouns.length === 0) return 0;
  const shares = names.map(
    ({ nouns }) => nouns.filter((word) => said.has(word)).length / Math.max(1, nouns.length),
  );
  if (isRead(tool)) return 0.3 * (shares[0] ?? 0) - 0.15;
  const isSpoken = names.some(({ head }) => head !== undefined && said.has(head));
  return 0.5 * Math.max(...shares) - (isSpoken ? 0.35 : 0.65);
}

function nounsOf(text: string): string[] {
  return plainName(text)
    .filter((word) => !JOINTS.test(word) && !isVerb(word) && !harmless.has(word))
    .map(stem);
}

/** `createProjectToken` makes tokens: the last noun before "of", "by", "in". */
function headOf(name: string): string | undefined {
  const all = plainName(name);
  const joint = all.findIndex(
    (word, at) => at > 0 && JOINTS.test(word) && nounsOf(all.slice(0, at).join(' ')).length > 0,
  );
  return nounsOf(all.slice(0, joint < 0 ? undefined : joint).join(' ')).at(-1);
}

/** A thing that is looked up by its name: no word beside it will do. */
function isListed(property: Property, tool: ToolSpec, { tools }: World): boolean {
  return !hasIdForm(property.name) && isLookedUp(property, tool, tools);
}

/** How many of the things a tool must know nothing in the request could be. */
function missing(tool: ToolSpec, world: World, isPointed: boolean): number {
  const open = propertiesOf(tool).filter(
    (each) =>
      each.isRequired &&
      !each.within &&
      (isListed(each, tool, world) || valueFor(each, tool, world) === undefined),
  );
  const behind = open.filter(({ name }) => isNamedBehind(name, tool, world.reading));
  const names = world.reading.tokens.filter(
    (token) =>
      token.kind === 'quoted' ||
      isOdd(token) ||
      (token.start > 0 && /^\p{Lu}\p{L}/u.test(token.text)),
  );
  // One of what is asked for in general: it must be named, too.
  const heads = new Set([headOf(tool.name), 'nam', 'id']);
  const single = open.filter(({ name }) =>
    [...stemsOf(nounOfId(name))].every((word) => heads.has(word)),
  );
  const wanted = open.length + (isRead(tool) ? single.length : 0);
  return Math.max(0, wanted - behind.length - names.length - (isPointed ? 1 : 0));
}
