import { defaultMetadataStorage } from 'class-transformer/cjs/storage.js';
import { targetConstructorToSchema } from 'class-validator-jsonschema';
import { isObject, type JsonObject } from '../../foundation/json.js';
import { isOpenBody } from '../../http/open-body.js';

/** A class whose validators say what a body, a query or a part of one holds. */
export type ValidatedClass = abstract new (...parameters: never[]) => object;

const PREFIX = '#/components/schemas/';

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
      classTransformerMetadataStorage: defaultMetadataStorage,
      refPointerPrefix: PREFIX,
    }) as JsonObject;
    this.schemas[target.name] = { ...schema, additionalProperties: isOpenBody(target) };
    for (const part of partsOf(target, schema)) this.add(part);
  }
}

/** The classes of the fields that are validated as classes of their own. */
function partsOf(target: ValidatedClass, { properties }: JsonObject): ValidatedClass[] {
  const fields = Object.entries(isObject(properties) ? properties : {});
  return fields.flatMap(([name, schema]) => {
    if (!JSON.stringify(schema).includes(PREFIX)) return [];
    const found = defaultMetadataStorage.findTypeMetadata(target, name);
    return [found.typeFunction() as ValidatedClass];
  });
}
