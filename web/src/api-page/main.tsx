import { useEffect, useMemo, useState, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { getJson, messageOf } from '../api/client.js';
import { SearchField } from '../ui/controls.js';
import { Notice } from '../ui/notice.js';
import { rich, t, loadTexts } from '../texts/texts.js';
import {
  matching,
  readDocument,
  type ApiDocument,
  type ApiAnswer,
  type ApiOperation,
} from './api-document.js';
import { SchemaView, SchemaType, type NamedSchemas } from './schema-view.js';
import styles from './api-page.module.css';
import '../ui/tokens.css';
import '../ui/base.css';

/** The server's own API as `/openapi.json` states it, to read and to search. */
function ApiPage() {
  const [document, setDocument] = useState<ApiDocument>();
  const [problem, setProblem] = useState<string>();
  useEffect(() => {
    getJson<unknown>('/openapi.json').then(
      (found) => setDocument(readDocument(found)),
      (error: unknown) => setProblem(messageOf(error)),
    );
  }, []);
  return (
    <main className={styles.page}>
      {problem !== undefined && (
        <Notice tone="bad">
          <p>
            {rich('{problem} A token is the one of this tab: {link} first.', {
              problem,
              link: <a href="/">{t('sign in on the page')}</a>,
            })}
          </p>
        </Notice>
      )}
      {document && <Contents document={document} />}
    </main>
  );
}

function Contents({ document }: { document: ApiDocument }) {
  const [search, setSearch] = useState('');
  const shown = useMemo(() => matching(document, search), [document, search]);
  const named = useMemo(() => new Map(document.schemas), [document]);
  const count = shown.tags.reduce((sum, { operations }) => sum + operations.length, 0);
  useOpenedByAddress();
  return (
    <>
      <header className={styles.header}>
        <h1>
          {t('The API of {title}', { title: document.title })}{' '}
          <span className="quiet">{document.version}</span>
        </h1>
        <p className="quiet">{document.description}</p>
        <SearchField label={t('Search routes and schemas')} value={search} onChange={setSearch} />
        <p className="quiet" role="status">
          {rich('{count} routes, {n} schemas. The document itself: {link}', {
            count,
            n: shown.schemas.length,
            link: <a href="/openapi.json">/openapi.json</a>,
          })}
        </p>
      </header>
      {shown.tags.map(({ name, operations }) => (
        <section key={name} aria-label={name}>
          <h2>{name}</h2>
          {operations.map((operation) => (
            <OperationView key={operation.id} operation={operation} named={named} />
          ))}
        </section>
      ))}
      {shown.schemas.length > 0 && (
        <section aria-label={t('Schemas')}>
          <h2>{t('Schemas')}</h2>
          {shown.schemas.map(([name, schema]) => (
            <details key={name} className={styles.operation} id={`schema-${name}`}>
              <summary>
                <code>{name}</code>
              </summary>
              <SchemaView schema={schema} />
            </details>
          ))}
        </section>
      )}
    </>
  );
}

/** Opens what the address names behind `#`, when the page comes and whenever a link is followed. */
function useOpenedByAddress(): void {
  useEffect(() => {
    const open = () => {
      const found = document.getElementById(decodeURIComponent(location.hash.slice(1)));
      if (!(found instanceof HTMLDetailsElement)) return;
      found.open = true;
      found.scrollIntoView();
      found.querySelector('summary')?.focus({ preventScroll: true });
    };
    open();
    addEventListener('hashchange', open);
    return () => removeEventListener('hashchange', open);
  }, []);
}

/** One route: closed it is its method and path, open all that it takes and answers. */
function OperationView({ operation, named }: { operation: ApiOperation; named: NamedSchemas }) {
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

const root = document.getElementById('root');
if (root === null) throw new Error('openapi.html has no #root');
void loadTexts().then(() =>
  createRoot(root).render(
    <StrictMode>
      <ApiPage />
    </StrictMode>,
  ),
);
