import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { getJson, messageOf, putJson, remove, type ModelState } from '../api/client.js';
import { queryClient, keys } from '../api/queries.js';
import { Notice } from '../ui/notice.js';
import { t } from '../texts/texts.js';
import { bodyOf, EMPTY, faultOf, type ModelDraft, type Tried } from './draft.js';
import styles from './connect-model.module.css';

const MODEL = ['model'];

async function modelChanged(): Promise<void> {
  await Promise.all(
    [MODEL, keys.info].map((queryKey) => queryClient.invalidateQueries({ queryKey })),
  );
}

/** Which model answers, and the form that connects another one. */
export default function ConnectModel() {
  const { data, error } = useQuery({
    queryKey: MODEL,
    queryFn: ({ signal }) => getJson<ModelState>('/v1/agent/model', signal),
  });
  if (error) return <Notice tone="bad">{messageOf(error)}</Notice>;
  if (data === undefined) return <p className="quiet small">{t('Loading…')}</p>;
  return (
    <section className={styles.connect} aria-label={t('Connect a model')}>
      {data.connected && <Connected state={data} />}
      {data.chosen_by !== undefined ? (
        <p className="small">
          {t('The model is set by {variable} where the server was started; that wins.', {
            variable: data.chosen_by,
          })}
        </p>
      ) : data.can_connect ? (
        <Form state={data} />
      ) : (
        <p className="small">{t('An operator of this server can connect a model here.')}</p>
      )}
    </section>
  );
}

function Connected({ state: { provider, model, address, can_connect, holds_for } }: Stated) {
  const removing = useMutation({
    mutationFn: () => remove('/v1/agent/model'),
    onSuccess: modelChanged,
  });
  return (
    <div className={styles.row}>
      <p className="small">
        {t('{model} ({provider}) is connected.', { model, provider: address ?? provider })}{' '}
        {holds_for === 'this_server' && t('It holds for this server only.')}
      </p>
      {can_connect && (
        <button
          type="button"
          className="button"
          disabled={removing.isPending}
          onClick={() => removing.mutate()}
        >
          {t('Remove the model and its key')}
        </button>
      )}
      {removing.isError && <Notice tone="bad">{messageOf(removing.error)}</Notice>}
    </div>
  );
}

interface Stated {
  state: ModelState;
}

/** From the provider over its key to its models; the key stays in this form until it is sent. */
function Form({ state }: Stated) {
  const { ollama } = state;
  const [draft, setDraft] = useState<ModelDraft>(EMPTY);
  const listing = useMutation({
    mutationFn: (asked: ModelDraft) =>
      putJson<{ models: string[] }>('/v1/agent/model', bodyOf({ ...asked, model: '' })),
    onSuccess: ({ models }) => setDraft((now) => ({ ...now, model: models[0] ?? '' })),
  });
  const connecting = useMutation({
    mutationFn: () => putJson<Tried>('/v1/agent/model', bodyOf(draft)),
    onSuccess: async () => {
      setDraft(EMPTY);
      listing.reset();
      await modelChanged();
    },
  });
  const change = (part: Partial<ModelDraft>) => {
    listing.reset();
    connecting.reset();
    setDraft({ ...draft, model: '', smallModel: '', ...part });
  };
  const fault = faultOf(draft, state);
  const models = listing.data?.models ?? [];
  const failure = listing.error ?? connecting.error;
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        if (draft.model === '') listing.mutate(draft);
        else connecting.mutate();
      }}
    >
      <Place draft={draft} found={ollama?.address} change={change} />
      {models.length > 0 && <Choices draft={draft} models={models} setDraft={setDraft} />}
      {failure !== null && <Notice tone="bad">{messageOf(failure)}</Notice>}
      {connecting.data !== undefined && <Trial {...connecting.data} />}
      <button
        type="submit"
        className="button primary"
        disabled={fault || listing.isPending || connecting.isPending}
      >
        {connecting.isPending ? t('Trying it…') : nextStep(draft)}
      </button>
    </form>
  );
}

function AddressField({ kind, address, change }: Pick<ModelDraft, 'kind' | 'address'> & Changes) {
  const isOwn = kind === 'ollama' || kind === 'compatible';
  return (
    <label className={styles.field}>
      <span>{isOwn ? t('Address') : t('Address, unless it is the provider’s own')}</span>
      <input
        className="field"
        value={address}
        placeholder={placeholders[kind]}
        autoComplete="off"
        spellCheck={false}
        maxLength={500}
        onChange={(event) => change({ address: event.target.value, key: '' })}
      />
    </label>
  );
}

const placeholders: Readonly<Record<ModelDraft['kind'], string>> = {
  gemini: 'https://generativelanguage.googleapis.com',
  openai: 'https://api.openai.com/v1',
  anthropic: 'https://api.anthropic.com',
  ollama: 'http://127.0.0.1:11434',
  compatible: 'https://host/v1',
};

function nextStep({ model }: ModelDraft): string {
  return model === '' ? t('List its models') : t('Try it and connect');
}

interface Changes {
  change: (part: Partial<ModelDraft>) => void;
}

interface PlaceProps extends Changes {
  draft: ModelDraft;
  /** Where Ollama answers on the server's machine. */
  found: string | undefined;
}

function Place({ draft, found, change }: PlaceProps) {
  const { kind, address, key } = draft;
  return (
    <>
      <label className={styles.field}>
        <span>{t('Provider')}</span>
        <select
          className="field"
          value={kind}
          onChange={({ target }) => {
            const next = target.value as ModelDraft['kind'];
            change({ kind: next, key: '', address: next === 'ollama' ? (found ?? '') : '' });
          }}
        >
          <option value="gemini">Gemini</option>
          <option value="openai">OpenAI</option>
          <option value="anthropic">Anthropic</option>
          <option value="ollama">{found === undefined ? 'Ollama' : t('Ollama (runs here)')}</option>
          <option value="compatible">{t('OpenAI-compatible')}</option>
        </select>
      </label>
      <AddressField kind={kind} address={address} change={change} />
      {kind !== 'ollama' && (
        <label className={styles.field}>
          <span>{t('Key')}</span>
          <input
            className="field"
            type="password"
            value={key}
            autoComplete="off"
            maxLength={500}
            onChange={(event) => change({ key: event.target.value.trim() })}
          />
          <span className="quiet small">
            {t(
              'It is stored encrypted and sent to this address alone; another address deletes it.',
            )}
          </span>
        </label>
      )}
    </>
  );
}

interface ChoicesProps {
  draft: ModelDraft;
  models: readonly string[];
  setDraft: (draft: ModelDraft) => void;
}

function Choices({ draft, models, setDraft }: ChoicesProps) {
  const options = models.map((name) => (
    <option key={name} value={name}>
      {name}
    </option>
  ));
  return (
    <div className={styles.row}>
      <label className={styles.field}>
        <span>{t('Model')}</span>
        <select
          className="field"
          value={draft.model}
          onChange={(event) => setDraft({ ...draft, model: event.target.value })}
        >
          {options}
        </select>
      </label>
      <label className={styles.field}>
        <span>{t('For small steps')}</span>
        <select
          className="field"
          value={draft.smallModel}
          onChange={(event) => setDraft({ ...draft, smallModel: event.target.value })}
        >
          <option value="">{t('the same')}</option>
          {options}
        </select>
      </label>
    </div>
  );
}

function Trial({ model, test }: Tried) {
  const seconds = (test.ms / 1000).toFixed(1);
  return test.called_tool ? (
    <Notice>
      {t('{model} called a tool in {seconds} s. It answers from now on.', { model, seconds })}
    </Notice>
  ) : (
    <Notice tone="warn">
      {t('{model} answered in {seconds} s, but called no tool: it may not be of use here.', {
        model,
        seconds,
      })}
    </Notice>
  );
}
