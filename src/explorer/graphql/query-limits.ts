import {
  GraphQLError,
  isObjectType,
  getNamedType,
  Kind,
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLSchema,
  type OperationDefinitionNode,
  type SelectionSetNode,
} from 'graphql';

/** What a text counts that is asked for without a length; longer ones are rare, and no list asks so. */
const WHOLE_TEXT = 10_000;

/** What one query may ask for: enough for every view of the graph, and little enough that it takes milliseconds. */
export const queryLimits = {
  tokens: 1_000,
  depth: 8,
  aliases: 20,
  directives: 10,
  /** Objects that it could answer at most, as its limits are given. */
  objects: 5_000,
  /** Characters of texts that it could answer at most, as their lengths are given. */
  characters: 1_000_000,
};

/** Refuses a parsed query that is beyond the limits; each fragment is looked at once, however often it is spread. */
export function checkQuery(
  document: DocumentNode,
  variables: Readonly<Record<string, unknown>>,
  schema: GraphQLSchema,
): void {
  const measure = new Measure(document, variables, schema);
  for (const definition of document.definitions) {
    if (definition.kind !== Kind.OPERATION_DEFINITION) continue;
    const { depth, objects, characters } = measure.operation(definition);
    refuseAbove('depth', depth);
    refuseAbove('objects', objects);
    refuseAbove('characters', characters);
  }
  refuseAbove('aliases', measure.aliases);
  refuseAbove('directives', measure.directives);
}

/** What is beyond each limit, and what to do then. */
const ADVICE: Readonly<Record<Exclude<keyof typeof queryLimits, 'tokens'>, readonly string[]>> = {
  depth: ['levels deep', 'Ask for the inner objects by their ids.'],
  objects: ['objects', 'Give smaller limits, or ask in several queries.'],
  characters: [
    'characters of texts',
    `Give sourceText a length (without one it counts as ${WHOLE_TEXT}), or ask for fewer nodes.`,
  ],
  aliases: ['aliases', 'Ask in several queries.'],
  directives: ['directives', 'Leave them out.'],
};

function refuseAbove(name: keyof typeof ADVICE, found: number): void {
  const limit = queryLimits[name];
  if (found <= limit) return;
  const [what, advice] = ADVICE[name];
  throw new GraphQLError(
    `The query asks for ${Number.isFinite(found) ? found : 'endlessly many'} ${what}; ${limit} are allowed. ${advice}`,
    { extensions: { code: 'QUERY_TOO_LARGE' } },
  );
}

interface Size {
  depth: number;
  objects: number;
  characters: number;
}

const NOTHING: Size = { depth: 0, objects: 0, characters: 0 };

/** Walks a query once. Unknown fields and types count nothing: validation reports them. */
class Measure {
  aliases = 0;
  directives = 0;
  private readonly fragments: Map<string, FragmentDefinitionNode>;
  private readonly known = new Map<string, Size>();
  private readonly open = new Set<string>();
  /** By name, also where only a default says what a variable is; no name that every object has is one. */
  private readonly variables: ReadonlyMap<string, unknown>;

  constructor(
    document: DocumentNode,
    variables: Readonly<Record<string, unknown>>,
    private readonly schema: GraphQLSchema,
  ) {
    this.variables = new Map([...defaultsOf(document), ...Object.entries(variables)]);
    const definitions = document.definitions.filter((one) => one.kind === Kind.FRAGMENT_DEFINITION);
    this.fragments = new Map(definitions.map((one) => [one.name.value, one]));
  }

  operation(definition: OperationDefinitionNode): Size {
    this.directives += definition.directives?.length ?? 0;
    return this.selections(definition.selectionSet, this.schema.getRootType(definition.operation));
  }

  private selections(
    { selections }: SelectionSetNode,
    type: GraphQLObjectType | null | undefined,
  ): Size {
    const sizes = selections.map((selection) => {
      this.directives += selection.directives?.length ?? 0;
      if (selection.kind === Kind.FIELD) return this.field(selection, type);
      if (selection.kind === Kind.INLINE_FRAGMENT)
        return this.selections(selection.selectionSet, type);
      return this.fragment(selection.name.value);
    });
    return {
      depth: Math.max(0, ...sizes.map(({ depth }) => depth)),
      objects: sizes.reduce((sum, { objects }) => sum + objects, 0),
      characters: sizes.reduce((sum, { characters }) => sum + characters, 0),
    };
  }

  private field(node: FieldNode, parent: GraphQLObjectType | null | undefined): Size {
    if (node.alias) this.aliases += 1;
    const definition = parent?.getFields()[node.name.value];
    const type = definition && getNamedType(definition.type);
    if (!node.selectionSet) {
      const characters = this.argument('length', node, definition, WHOLE_TEXT);
      return { depth: 1, objects: 0, characters: characters ?? 0 };
    }
    const inner = this.selections(node.selectionSet, isObjectType(type) ? type : undefined);
    const times = this.argument('limit', node, definition, 1) ?? 1;
    return {
      depth: 1 + inner.depth,
      objects: times * (1 + inner.objects),
      characters: times * inner.characters,
    };
  }

  private fragment(name: string): Size {
    const known = this.known.get(name);
    if (known) return known;
    const fragment = this.fragments.get(name);
    if (!fragment) return NOTHING;
    // One that spreads itself never ends.
    if (this.open.has(name)) return { depth: Infinity, objects: Infinity, characters: Infinity };
    this.open.add(name);
    const type = this.schema.getType(fragment.typeCondition.name.value);
    const size = this.selections(fragment.selectionSet, isObjectType(type) ? type : undefined);
    this.open.delete(name);
    this.known.set(name, size);
    return size;
  }

  /** What a field is given as the number `name`, `none` where it is given nothing; undefined where it takes no such argument. */
  private argument(
    name: string,
    node: FieldNode,
    definition: GraphQLField<unknown, unknown> | undefined,
    none: number,
  ): number | undefined {
    const argument = definition?.args.find((one) => one.name === name);
    if (!argument) return undefined;
    const value = node.arguments?.find((one) => one.name.value === name)?.value;
    if (value?.kind === Kind.INT) return count(Number(value.value));
    const given = value?.kind === Kind.VARIABLE && this.variables.get(value.name.value);
    return count(given || (argument.defaultValue ?? none));
  }
}

/** The numbers that variables are without a value; of several operations, each variable's largest. */
function defaultsOf({ definitions }: DocumentNode): Map<string, number> {
  const defaults = new Map<string, number>();
  for (const definition of definitions) {
    if (definition.kind !== Kind.OPERATION_DEFINITION) continue;
    for (const { variable, defaultValue } of definition.variableDefinitions ?? []) {
      if (defaultValue?.kind !== Kind.INT) continue;
      const name = variable.name.value;
      defaults.set(name, Math.max(Number(defaultValue.value), defaults.get(name) ?? 0));
    }
  }
  return defaults;
}

/** What is no number is refused later, as an argument. */
function count(limit: unknown): number {
  return typeof limit === 'number' && limit > 1 ? limit : 1;
}
