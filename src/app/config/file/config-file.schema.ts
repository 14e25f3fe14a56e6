import {
  wholeProperty,
  textProperty,
  closedObject,
  type JsonObject,
} from '../../../foundation/json.js';

/** A schema with its description behind its type, where people read it first. */
function described(description: string, { type, ...rest }: JsonObject): JsonObject {
  return { type, description, ...rest };
}

const text = (description: string): JsonObject => ({ type: 'string', minLength: 1, description });

const texts = { type: 'array', items: { type: 'string', minLength: 1 } };
const patterns = (what: string): JsonObject => ({
  ...texts,
  description: `${what} Each is "tag:NAME", a method and a path such as "GET /api/**" (* is one part of a path, ** anything), or a glob over operationIds and tool names.`,
});
const names = (what: string): JsonObject => ({
  ...texts,
  description: `${what} Names of tools, or globs.`,
});
const variables = '${NAME} in a value is the environment variable of that name.';
const map = { type: 'object', additionalProperties: { type: 'string' } };

const scalar = { type: ['string', 'number', 'boolean'] };

const origin = { enum: ['user', 'page', 'change', 'read', 'default', 'none', 'untraceable'] };

/** What is said of changes; `patterns`: what `for` takes; `places`: what `when` may begin with. */
const policiesFor = (patternsOf: string, places: string, begins: string): JsonObject => ({
  type: 'array',
  maxItems: 200,
  description: 'What becomes of changes: the first that fits decides, without one a person does.',
  items: closedObject([], {
    for: { ...texts, minItems: 1, description: `${patternsOf}; without it all changes.` },
    when: {
      type: 'object',
      minProperties: 1,
      description: `Values by their place: begins with ${begins}; or origin, where a value of the change comes from`,
      propertyNames: { pattern: `^(origin|(${places})(\\.[^.]{1,100}){1,10})$` },
      properties: { origin: { anyOf: [origin, { type: 'array', items: origin, minItems: 1 }] } },
      additionalProperties: {
        description: 'must be a text, number or boolean, or a list of them',
        oneOf: [scalar, { type: 'array', items: scalar, minItems: 1, maxItems: 100 }],
      },
    },
    roles: { ...texts, minItems: 1, description: 'Counts for callers with one of these roles.' },
    policy: {
      enum: ['preview', 'refuse', 'direct'],
      description:
        'preview: a person decides; refuse: it is not proposed; direct: it is applied at once.',
    },
    approver: textProperty('The role of another user who has to approve the change first.', 100),
    reason: textProperty('Told when refused.', 300),
  }),
});

const policies = policiesFor(
  'Patterns as of include',
  'path|query|body|arguments',
  'path., query., body. or, of an MCP server, arguments., then names with dots, as in { body.env: [live, test] }',
);

const limit = { type: 'integer', minimum: 0, maximum: 500 };

const limits: JsonObject = described(
  'The most changes of this source in one set.',
  closedObject([], {
    changes: { ...limit, description: 'All of them.' },
    deletes: { ...limit, description: 'Those whose method is DELETE.' },
  }),
);

const changesOnly: JsonObject = {
  ...limits,
  properties: { changes: { ...limit, description: 'All of them.' } },
};

const variable = { type: 'string', pattern: '^[A-Za-z_][A-Za-z0-9_]{0,99}$' };

const secretIn = (place: string, name: JsonObject): JsonObject =>
  closedObject([place, 'env'], { [place]: name, env: variable });

const token = { type: 'string', pattern: "^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,64}$" };
const fieldName = { type: 'string', minLength: 1, maxLength: 100 };

const credentials: JsonObject[] = [
  closedObject(['forward'], { forward: { const: 'authorization' } }),
  secretIn('header', { type: 'string', pattern: '^[A-Za-z][A-Za-z0-9_-]{0,63}$' }),
  secretIn('query', fieldName),
  secretIn('cookie', token),
  secretIn('body', fieldName),
  closedObject(['bearer_env'], { bearer_env: variable }),
];

const ONE_CREDENTIAL =
  '{ forward: authorization }, { bearer_env: VARIABLE }, { header: NAME, env: VARIABLE }, or the same with query, cookie or body in place of header';

const auth: JsonObject = {
  description: `must be none, ${ONE_CREDENTIAL}, or a list of these`,
  oneOf: [
    { const: 'none' },
    ...credentials,
    {
      type: 'array',
      minItems: 1,
      maxItems: 10,
      items: { description: `must be ${ONE_CREDENTIAL}`, oneOf: credentials },
    },
  ],
};

const links: JsonObject = { ...map, maxProperties: 200 };

const envelope: JsonObject = { type: 'string', pattern: '^(data|none|/.+)$', maxLength: 200 };

const openApiSource: JsonObject = described(
  'Tools from the operations of an OpenAPI document.',
  closedObject(['openapi', 'base_url'], {
    openapi: text(
      `Path or https URL of the document: JSON or YAML, 2.0, 3.0, 3.1 or 3.2. ${variables}`,
    ),
    base_url: text('Where requests go. It is never taken from the document.'),
    auth: { ...auth },
    include: patterns('Only these operations are offered; without it all.'),
    exclude: patterns('These operations are not offered.'),
    reads: patterns('Operations of other methods than GET and HEAD that only read.'),
    refuse: patterns('Operations that are never offered, not even as a change.'),
    refresh_s: wholeProperty(
      'The document is read again after so many seconds; 0: only when its file changes.',
      0,
      86400,
    ),
    policies,
    limits,
    conventions: described(
      'What the document does not say of its writes; nothing of it is guessed.',
      closedObject([], {
        patch: {
          enum: ['merge', 'fields', 'strict'],
          description:
            'What a PATCH of plain JSON does: merge as RFC 7396 says, or set fields. strict: set fields, and what its schema requires must be there.',
        },
        idempotency_header: {
          type: 'string',
          pattern: '^[A-Za-z][A-Za-z0-9-]{0,63}$',
          description: 'The header in which every write takes an idempotency key.',
        },
        dry_run: described(
          'The query parameter with which every write only checks. A backend that ignores it does the write.',
          closedObject(['parameter', 'value'], {
            parameter: { type: 'string', minLength: 1, maxLength: 64 },
            value: { type: 'string', minLength: 1, maxLength: 64 },
          }),
        ),
      }),
    ),
    envelope: {
      description:
        'What holds an object in answers: data, none, or a JSON pointer such as /result/item; of all operations, or by patterns.',
      oneOf: [envelope, { type: 'object', additionalProperties: envelope }],
    },
    links: {
      ...links,
      description:
        'Its own pages, by path: { "/orders/{id}": "https://shop.example.com/admin/orders/{id}" }.',
    },
    examples: text(
      'File of example requests, a line each: {"id": "createFlag", "examples": ["…"]}.',
    ),
    overlay: text('File of an OpenAPI Overlay, whose actions correct the document.'),
  }),
);

const oauth: JsonObject = {
  type: 'object',
  description: 'How users sign in to this server, where it asks for that.',
  properties: {
    client_id: text(
      'Of a client that was registered by hand; without it Sextant names its document, or registers itself.',
    ),
    client_secret: text(`Its secret. ${variables}`),
    scope: text('The rights to ask for.'),
    metadata_document: {
      type: 'boolean',
      description: 'false where the authorization server cannot reach PUBLIC_URL.',
    },
    hosts: {
      type: 'array',
      items: { type: 'string', pattern: '^[a-z0-9.-]+(:[0-9]{1,5})?$' },
      description: 'Hosts of its sign-in, beside its own, that may have private addresses.',
    },
  },
  dependentRequired: { client_secret: ['client_id'] },
  additionalProperties: false,
};

const mcpSource: JsonObject = described(
  'Tools of an MCP server.',
  closedObject(['mcp'], {
    mcp: {
      description:
        'must be { command, args?, env? } for a program, or { url, headers? } for a server',
      oneOf: [
        closedObject(['command'], {
          command: { type: 'string', minLength: 1 },
          args: { type: 'array', items: { type: 'string' } },
          env: { ...map, description: `Its variables. ${variables}` },
        }),
        closedObject(['url'], {
          url: { type: 'string', minLength: 1 },
          headers: { ...map, description: `Sent with each request. ${variables}` },
          oauth,
        }),
      ],
    },
    reads: names('Tools that only read; everything else is a change.'),
    dry_runs: {
      type: 'object',
      description:
        'Tools that can say what they would do: { edit_file: { dryRun: true } } names the arguments that make them.',
      additionalProperties: { type: 'object', minProperties: 1 },
    },
    undo: {
      type: 'object',
      description:
        'Calls that take calls back, by tool: { create_note: { tool: delete_note, arguments: { id: "{{answer.id}}" } } }. {{answer.…}} and {{arguments.…}} are values of the call.',
      additionalProperties: closedObject(['tool', 'arguments'], {
        tool: { type: 'string', minLength: 1 },
        arguments: { type: 'object' },
      }),
    },
    links: {
      ...links,
      description:
        'Its own pages, by tool: { get_order: "https://shop.example.com/orders/{id}" }. {id} is an argument of the call, else a field of the answer.',
    },
    trust_hints: { type: 'boolean', description: 'Believe the readOnlyHint of this server.' },
    elicitation: {
      type: 'boolean',
      description: 'Let this server ask the user something during a call.',
    },
    include: names('Only these tools are offered; without it all.'),
    exclude: names('These tools are not offered.'),
    refuse: names('Tools that are never offered, not even as a change.'),
    policies,
    limits: changesOnly,
    examples: text('File of example requests, a line each.'),
  }),
);

const agent: JsonObject = closedObject(['title', 'sources'], {
  title: { type: 'string', minLength: 1, maxLength: 80 },
  description: { type: 'string', minLength: 1, maxLength: 400 },
  sources: { ...texts, minItems: 1, description: 'Ids of sources, or groups of plugins.' },
  core_tools: { ...texts, description: 'Tools that are offered in every turn.' },
  instructions: text('What the agent is told: a text, or the path of a .md or .txt file.'),
  examples: { ...texts, description: 'Questions that people ask it.' },
  context: {
    type: 'object',
    description: 'What the page passes, and the arguments that it fills.',
    additionalProperties: closedObject(['fills'], { fills: { ...texts, minItems: 1 } }),
  },
  max_turns: { type: 'integer', minimum: 1, maximum: 100 },
  run_script: {
    type: 'boolean',
    description: 'Let its model run scripts that call its tools: they read, and propose changes.',
  },
});

/** The JSON Schema of the config file, as it is published in `docs/sextant.schema.json`. */
export const configFileSchema: JsonObject = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'sextant.yaml',
  description: 'What a Sextant server serves. Environment variables say how it runs.',
  type: 'object',
  properties: {
    sample: {
      type: 'boolean',
      description: 'Serve the sample company too: its ERP, handbook and town law.',
    },
    default_agent: text('Who answers where the page names no agent: auto, or one of the agents.'),
    sources: {
      type: 'object',
      description:
        'Where tools come from, by id: a lower-case letter, then up to 19 of a-z, 0-9 and _.',
      propertyNames: { pattern: '^[a-z][a-z0-9_]{0,19}$' },
      additionalProperties: {
        description: 'must have openapi (a document) or mcp (a server)',
        oneOf: [openApiSource, mcpSource],
      },
    },
    agents: {
      type: 'object',
      description:
        'Who answers, by context_type: a lower-case letter, then up to 39 of a-z, 0-9 and _.',
      propertyNames: { pattern: '^[a-z][a-z0-9_]{0,39}$' },
      additionalProperties: agent,
    },
    plugins: { ...texts, description: 'Paths of modules, or names of installed packages.' },
    plugin_changes: described(
      'What becomes of the kinds of change that plugins bring, such as workflow_preview.',
      closedObject([], {
        policies: policiesFor(
          'Globs over kinds of change and ids of sources',
          'payload',
          'payload., then names with dots, as in { payload.entity: sales.orders }',
        ),
        limits: changesOnly,
      }),
    ),
    plugin_settings: {
      type: 'object',
      description:
        "What plugins are told, by a plugin's name: a lower-case letter, then up to 39 of a-z, 0-9 and -.",
      propertyNames: { pattern: '^[a-z][a-z0-9-]{0,39}$' },
      additionalProperties: { type: 'object' },
    },
  },
  additionalProperties: false,
};
