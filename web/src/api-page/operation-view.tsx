import type { ApiAnswer, ApiOperation } from './api-document.js';
import { SchemaType, SchemaView, type NamedSchemas } from './schema-view.js';
import { t } from '../texts/core.js';
import styles from './api-page.module.css';

/** One route: closed it is its method and path, open all that it takes and answers. */
export function OperationView({
  operation,
  named,
}: {
  operation: ApiOperation;
  named: NamedSchemas;
}) {
  const { id, method, path, parameters, body, answers } = operation;
  return (
    <details className={styles.operation} id={id}>
      <summary>
        <span className={`badge ${styles.method}`}>{method}</span> <code>{path}</code>
      </summary>
      {parameters.length > 0 && (
        <>
          <h3>{t('Parameters')}</h3>
          <dl className={styles.fields}>
            {parameters.map(({ name, place, required, schema }) => (
              <div key={`${place} ${name}`}>
                <dt>
                  <code>{name}</code> <span className="quiet">{place}</span>
                  {required && <span className="badge">{t('required')}</span>}
                </dt>
                <dd>
                  <SchemaType schema={schema} />
                </dd>
              </div>
            ))}
          </dl>
        </>
      )}
      {body !== undefined && (
        <>
          <h3>{t('Body')}</h3>
          <SchemaView schema={body} named={named} />
        </>
      )}
      <h3>{t('Answers')}</h3>
      {answers.map((answer) => (
        <Answer key={answer.status} answer={answer} named={named} />
      ))}
    </details>
  );
}

function Answer({ answer, named }: { answer: ApiAnswer; named: NamedSchemas }) {
  const { status, description, schema, events } = answer;
  // The error is the same for all: its link is enough.
  const own = status === 'error' ? new Map<string, unknown>() : named;
  return (
    <div className={styles.answer}>
      <p>
        <span className="badge">{status}</span> {description}
      </p>
      {schema !== undefined && <SchemaView schema={schema} named={own} />}
      {events.length > 0 && (
        <dl className={styles.fields}>
          {events.map(([name, data]) => (
            <div key={name}>
              <dt>
                <code>{name}</code>
              </dt>
              <dd>
                <SchemaView schema={data} />
              </dd>
            </div>
          ))}
        </dl>
      )}
    </div>
  );
}
