import { isObject, type JsonObject } from '../../../src/foundation/json.js';
import { referredTo } from './api-document.js';
import { t } from '../texts/texts.js';
import styles from './api-page.module.css';

/** The schemas of the document by their names. */
export type NamedSchemas = ReadonlyMap<string, unknown>;

/**
 * A schema as people read it: its type in a line, its fields below. Another named schema is a link; with
 * `named`, the fields of the first one stand here too.
 */
export function SchemaView({ schema, named }: { schema: unknown; named?: NamedSchemas }) {
  const name = referredTo(schema);
  return (
    <div className={styles.schema}>
      <p>
        <SchemaType schema={schema} />
      </p>
      <Inside schema={name === undefined ? schema : named?.get(name)} />
    </div>
  );
}

/** What a schema allows, in a few words. */
export function SchemaType({ schema }: { schema: unknown }) {
  const name = referredTo(schema);
  if (name !== undefined) return <a href={`#schema-${name}`}>{name}</a>;
  if (!isObject(schema)) return <span className="quiet">{t('anything')}</span>;
  if (isObject(schema['items'])) {
    return (
      <>
        {t('list of')} <SchemaType schema={schema['items']} />
      </>
    );
  }
  return (
    <>
      {wordsOf(schema)}
      {valuesOf(schema).map((value) => (
        <code key={value}>{value}</code>
      ))}
    </>
  );
}

/** The fields of an object or of a list's items, the members of a choice. */
function Inside({ schema }: { schema: unknown }) {
  if (!isObject(schema)) return null;
  if (isObject(schema['items'])) return <Inside schema={schema['items']} />;
  const choices = choicesOf(schema);
  if (choices.length > 0) {
    return (
      <ul>
        {choices.map((choice, index) => (
          <li key={index}>
            <SchemaView schema={choice} />
          </li>
        ))}
      </ul>
    );
  }
  return <Fields schema={schema} />;
}

function Fields({ schema }: { schema: JsonObject }) {
  const fields = isObject(schema['properties']) ? Object.entries(schema['properties']) : [];
  const required: unknown[] = Array.isArray(schema['required']) ? schema['required'] : [];
  const { additionalProperties: others } = schema;
  if (fields.length === 0 && !isObject(others)) return null;
  return (
    <dl className={styles.fields}>
      {fields.map(([name, field]) => (
        <div key={name}>
          <dt>
            <code>{name}</code>
            {required.includes(name) && <span className="badge">{t('required')}</span>}
          </dt>
          <dd>
            <SchemaView schema={field} />
          </dd>
        </div>
      ))}
      {isObject(others) && (
        <div>
          <dt className="quiet">{t('any other name')}</dt>
          <dd>
            <SchemaView schema={others} />
          </dd>
        </div>
      )}
    </dl>
  );
}

function choicesOf(schema: JsonObject): unknown[] {
  const found = ['anyOf', 'oneOf', 'allOf'].map((key) => schema[key]).find(Array.isArray);
  return found ?? [];
}

/** Limits as their names are in JSON Schema, before their value. */
const LIMITS = (): readonly (readonly [string, string])[] => [
  ['minimum', t('at least')],
  ['maximum', t('at most')],
  ['minLength', t('characters at least')],
  ['maxLength', t('characters at most')],
  ['minItems', t('items at least')],
  ['maxItems', t('items at most')],
  ['pattern', 'like'],
  ['default', 'else'],
];

function wordsOf(schema: JsonObject): string {
  const { type, format, description, nullable } = schema;
  const choice =
    'allOf' in schema ? t('all of') : choicesOf(schema).length > 0 ? t('one of') : undefined;
  const limits = LIMITS().flatMap(([key, words]) =>
    key in schema ? [`${words} ${valueWord(schema[key])}`] : [],
  );
  const known = typeof type === 'string' ? type : (choice ?? 'anything');
  const name = typeof format === 'string' ? `${known} (${format})` : known;
  const given = typeof description === 'string' ? [description] : [];
  return (
    [nullable === true ? t('{name} or null', { name }) : name, ...limits, ...given].join(', ') + ' '
  );
}

function valuesOf(schema: JsonObject): string[] {
  const values: unknown[] = Array.isArray(schema['enum']) ? schema['enum'] : [];
  return values.map(valueWord);
}

function valueWord(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
