import { useMutation } from '@tanstack/react-query';
import { useRef, useState, type FormEvent } from 'react';
import { defined } from '../../../../src/foundation/defined.js';
import { beginResearch, type ResearchRequest, baseName, DEFAULT_BASE, useBases } from './api.js';
import { href, navigate } from '../../shell/route.js';
import { Problem } from './parts.js';
import { languageWords } from './research-labels.js';
import { t } from './texts.js';
import styles from './research-page.module.css';

const LONGEST = 4000;

/** Begins a research: what to find out, where, and in which language; then leads to it. */
export function StartForm() {
  const [query, setQuery] = useState('');
  const [kb, setKb] = useState(DEFAULT_BASE);
  const [further, setFurther] = useState<readonly string[]>([]);
  const [language, setLanguage] = useState<'' | 'de' | 'en'>('');
  const [queries, setQueries] = useState('');
  const [isOutside, setIsOutside] = useState(false);
  const keyOf = useKeyOfRequest();
  const begin = useMutation({
    mutationFn: (request: ResearchRequest) => beginResearch(request, keyOf(request)),
    onSuccess: ({ research_id: id }) => navigate(href('research', [id])),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const kbs = [kb, ...further.filter((one) => one !== kb)];
    begin.mutate(requestOf(query, kbs, { language, queries, isOutside }));
  };
  return (
    <form className={`card ${styles.form}`} onSubmit={submit} aria-label={t('New research')}>
      <QuestionField query={query} onQuery={setQuery} />
      <div className={styles.line}>
        <BaseField kb={kb} onKb={setKb} />
        <LanguageField language={language} onLanguage={setLanguage} />
        <button
          type="submit"
          className="button primary"
          disabled={query.trim() === '' || begin.isPending}
        >
          {begin.isPending ? t('Starting…') : t('Start')}
        </button>
      </div>
      <details className={styles.more}>
        <summary>{t('More')}</summary>
        <FurtherBases kb={kb} further={further} onFurther={setFurther} />
        <OwnQueries queries={queries} onQueries={setQueries} />
        <label>
          <input
            type="checkbox"
            checked={isOutside}
            onChange={(event) => setIsOutside(event.target.checked)}
          />{' '}
          {t(
            'Also search services outside. The tasks of the plan that you approve are sent to them.',
          )}
        </label>
      </details>
      {begin.isError && <Problem error={begin.error} />}
    </form>
  );
}

/** The same key for the same request: one whose answer was lost is begun once, however often it is sent. */
function useKeyOfRequest(): (request: ResearchRequest) => string {
  const last = useRef({ text: '', key: '' });
  return (request) => {
    const text = JSON.stringify(request);
    if (last.current.text !== text) last.current = { text, key: crypto.randomUUID() };
    return last.current.key;
  };
}

function QuestionField({ query, onQuery }: { query: string; onQuery: (query: string) => void }) {
  return (
    <label className={styles.question}>
      {t('What do you want to find out?')}
      <textarea
        className="field"
        rows={2}
        required
        maxLength={LONGEST}
        value={query}
        placeholder={t('A question that needs more than one document')}
        onChange={(event) => onQuery(event.target.value)}
      />
    </label>
  );
}

function OwnQueries({
  queries,
  onQueries,
}: {
  queries: string;
  onQueries: (queries: string) => void;
}) {
  return (
    <label className={styles.question}>
      {t(
        'Your own research queries, one per line. You are then asked nothing, and the plan is made right away.',
      )}
      <textarea
        className="field"
        rows={3}
        maxLength={LONGEST}
        value={queries}
        onChange={(event) => onQueries(event.target.value)}
      />
    </label>
  );
}

function requestOf(
  query: string,
  kbs: string[],
  said: { language: '' | 'de' | 'en'; queries: string; isOutside: boolean },
): ResearchRequest {
  const { language, queries, isOutside } = said;
  const own = queries
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  return {
    query: query.trim(),
    kbs,
    ...defined({
      language: language === '' ? undefined : language,
      research_queries: own.length === 0 ? undefined : own,
      options: isOutside ? { outside: true } : undefined,
    }),
  };
}

/** The knowledge bases that are searched besides; a research reads so many at most. */
const MOST_BASES = 5;

function FurtherBases({
  kb,
  further,
  onFurther,
}: {
  kb: string;
  further: readonly string[];
  onFurther: (further: readonly string[]) => void;
}) {
  const others = useBases().filter(({ id }) => id !== kb);
  if (others.length === 0) return null;
  const chosen = further.filter((id) => id !== kb);
  return (
    <fieldset className={styles.bases}>
      <legend>{t('Also search in')}</legend>
      {others.map(({ id }) => {
        const isChosen = chosen.includes(id);
        return (
          <label key={id} className={styles.choice}>
            <input
              type="checkbox"
              checked={isChosen}
              disabled={!isChosen && chosen.length >= MOST_BASES - 1}
              onChange={() =>
                onFurther(isChosen ? chosen.filter((one) => one !== id) : [...chosen, id])
              }
            />
            {baseName(id)}
          </label>
        );
      })}
    </fieldset>
  );
}

function BaseField({ kb, onKb }: { kb: string; onKb: (kb: string) => void }) {
  const bases = useBases();
  return (
    <label className={styles.choice}>
      {t('in')}
      <select
        className="field"
        aria-label={t('Knowledge base')}
        value={kb}
        onChange={(event) => onKb(event.target.value)}
      >
        {!bases.some(({ id }) => id === kb) && <option value={kb}>{baseName(kb)}</option>}
        {bases.map(({ id, documents }) => (
          <option key={id} value={id}>
            {baseName(id)} ({t('{n} document | {n} documents', { n: documents })})
          </option>
        ))}
      </select>
    </label>
  );
}

function LanguageField({
  language,
  onLanguage,
}: {
  language: '' | 'de' | 'en';
  onLanguage: (language: '' | 'de' | 'en') => void;
}) {
  return (
    <label className={styles.choice}>
      {t('answered in')}
      <select
        className="field"
        aria-label={t('Language')}
        value={language}
        onChange={({ target: { value } }) =>
          onLanguage(value === 'de' || value === 'en' ? value : '')
        }
      >
        <option value="">{t('the question’s language')}</option>
        <option value="de">{languageWords('de')}</option>
        <option value="en">{languageWords('en')}</option>
      </select>
    </label>
  );
}
