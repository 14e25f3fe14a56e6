import { isObject, type JsonObject } from '../../foundation/json.js';
import { NamedSchema } from './named-schema.js';

/** The named schemas of answers, gathered as they are referred to. */
export class AnswerSchemas {
  readonly schemas: Record<string, unknown> = {};
  private readonly known = new Map<string, NamedSchema>();

  /** The schema with references in place of the named ones in it; rejects two of one name. */
  resolve(schema: unknown): unknown {
    if (schema instanceof NamedSchema) return this.refTo(schema);
    if (Array.isArray(schema)) return schema.map((item) => this.resolve(item));
    if (!isObject(schema)) return schema;
    const entries = Object.entries(schema);
    return Object.fromEntries(entries.map(([key, value]) => [key, this.resolve(value)]));
  }

  private refTo(named: NamedSchema): JsonObject {
    const { name, schema } = named;
    const known = this.known.get(name);
    if (known !== undefined && known !== named)
      throw new TypeError(`two schemas are called ${name}`);
    if (known === undefined) {
      this.known.set(name, named);
      this.schemas[name] = this.resolve(schema);
    }
    return { $ref: `#/components/schemas/${name}` };
  }
}
