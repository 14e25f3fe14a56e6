import { previewStates } from '../../../store/previews.model.js';
import {
  anyObject,
  anything,
  flag,
  integer,
  list,
  NamedSchema,
  number,
  object,
  oneOf,
  openObject,
  text,
  time,
  uuid,
  errorFields,
  named,
} from '../named-schema.js';

export const previewState = new NamedSchema('PreviewState', oneOf(...previewStates, 'expired'));

export const approval = named(
  'Approval',
  { role: text(), state: oneOf('needed', 'given') },
  { by: text(), at: time },
);

const needed = {
  id: uuid,
  run_id: uuid,
  conversation_id: uuid,
  tool_use_id: text(),
  kind: text('The name of its event.'),
  description: text(),
  is_update: flag,
  state: previewState,
  created_at: time,
  expires_at: time,
  payload_sha256: text('Of the UTF-8 bytes of the text that accepting sends.'),
  edited: flag,
};

const optional = {
  source: text(),
  title: text('What it does, in a few words.'),
  change_set_id: uuid,
  position: { ...integer, description: 'In its change set, from 1.' },
  target_id: text(),
  target: openObject({}, { id: text(), label: text(), url: text('Its page in the backend.') }),
  base_version: number,
  superseded_by: uuid,
  approval,
  decided_at: time,
  by_policy: flag,
  edited_sha256: text(),
  // What applying it led to has fields of its kind as well.
  result: openObject(
    {},
    { id: text(), name: text(), version: number, url: text(), pending: flag, status_url: text() },
  ),
  result_masked: list(text('A pointer to a secret in the answer.')),
  stored_otherwise: list(object({ path: text() }, { accepted: anything, stored: anything })),
  stored_unread: text('Why what is stored now could not be read.'),
  reason: text(),
  recovered: flag,
  diff: anything,
  current_version: number,
  error: errorFields,
};

export const previewSummary = new NamedSchema('PreviewSummary', openObject(needed, optional));

/** A whole preview; `payload_text` is absent where some of it is masked. */
export const storedPreview = new NamedSchema(
  'StoredPreview',
  openObject(
    { ...needed, payload: anyObject },
    {
      ...optional,
      payload_text: text('The exact text that accepting sends.'),
      resembles: new NamedSchema(
        'ResembledPreview',
        object({ preview_id: uuid, description: text() }),
      ),
      origins: list(
        named(
          'ValueOrigin',
          { path: text('A JSON pointer into what is sent.'), origin: text('The likeliest.') },
          {
            found: list(openObject({ origin: text() })),
            name: text('Of the record read under it.'),
          },
        ),
      ),
      names: list(named('ReferredName', { field: text(), id: text(), name: text() })),
      edited_text: text(),
      sent_payload: { ...anyObject, description: 'Of an edited one, or one with references.' },
      sent_text: text(),
      secrets: { ...anyObject, description: 'Of an accept with `with_secrets`: by their places.' },
      invisible_characters: list(
        named('InvisibleCharacters', {
          path: text('Where the text is.'),
          codepoints: list(text()),
        }),
      ),
    },
  ),
);

const step = named(
  'ChangeSetStep',
  {
    preview_id: uuid,
    position: integer,
    ref: text('By which later steps refer to it.'),
    state: previewState,
    kind: text(),
    description: text(),
    edited: flag,
  },
  {
    source: text(),
    title: text(),
    reversible: anything,
    protection: anything,
    approval,
    chosen: flag,
    needs: list(text()),
    blocked_by: list(text()),
    result: optional.result,
    stored_otherwise: optional.stored_otherwise,
    stored_unread: optional.stored_unread,
    error: errorFields,
    reason: text(),
  },
);

export const changeSet = named(
  'ChangeSet',
  {
    id: uuid,
    state: oneOf(
      'waiting',
      'applying',
      'stopped',
      'accepted',
      'partly',
      'failed',
      'rejected',
      'expired',
    ),
    run_id: uuid,
    conversation_id: uuid,
    created_at: time,
    steps: list(step),
  },
  {
    undo_of: uuid,
    left_out: list(object({ position: integer, description: text(), why: text() })),
    stopped_at: text('The `ref` of the step that stopped it.'),
    error: errorFields,
  },
);
