import { targetConstructorToSchema } from 'class-validator-jsonschema';
import { isObject, type JsonObject } from '../../foundation/json.js';
import { typeOf, type ValidatedClass } from '../../http/field-type.js';
import { isOpenBody } from '../../http/json-bodies.js';

type SchemaOptions = NonNullable<Parameters<typeof targetConstructorToSchema>[1]>;

const PREFIX = '#/components/schemas/';

/** Where the schemas' maker looks up the classes of fields; it knows class-transformer's form only. */
const fieldTypes = {
  findTypeMetadata: (target: ValidatedClass, name: string) => {
    const type = typeOf(target, name);
    return type === undefined ? undefined : { typeFunction: () => type };
  },
  getExposedMetadatas: () => [],
  findExcludeMetadata: () => undefined,
};

/** The schemas of validated classes by their names, made as they are asked for. */
export class BodySchemas {
  readonly schemas: Record<string, JsonObject> = {};
  private readonly classes = new Map<string, ValidatedClass>();

  /** A reference to the schema of a class; rejects two classes of one name. */
  refTo(target: ValidatedClass): { $ref: string } {
    this.add(target);
    return { $ref: `${PREFIX}${target.name}` };
  }

  /** The schema itself, for a query, whose fields are parameters. */
  schemaOf(target: ValidatedClass): JsonObject {
    this.add(target);
    const schema = this.schemas[target.name];
    delete this.schemas[target.name];
    this.classes.delete(target.name);
    return schema ?? {};
  }

  private add(target: ValidatedClass): void {
    const known = this.classes.get(target.name);
    if (known === target) return;
    if (known !== undefined) throw new TypeError(`two validated classes are called ${target.name}`);
    this.classes.set(target.name, target);
    const schema = targetConstructorToSchema(target, {
      classTransformerMetadataStorage: fieldTypes,
      refPointerPrefix: PREFIX,
    } as unknown as SchemaOptions) as JsonObject;
    this.schemas[target.name] = { ...schema, additionalProperties: isOpenBody(target) };
    for (const part of partsOf(target, schema)) this.add(part);
  }
}

/** The classes of the fields that are validated as classes of their own. */
function partsOf(target: ValidatedClass, { properties }: JsonObject): ValidatedClass[] {
  const fields = Object.entries(isObject(properties) ? properties : {});
  return fields.flatMap(([name, schema]) => {
    if (!JSON.stringify(schema).includes(PREFIX)) return [];
    return [typeOf(target, name) as ValidatedClass];
  });
}
