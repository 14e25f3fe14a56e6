import type { Endpoint, Surface } from '../../../src/platform/types.js';
import { limits } from '../tables/table-config.model.js';

const get = (path: string, purpose: string): Endpoint => ({ method: 'GET', path, purpose });
const post = (path: string, purpose: string): Endpoint => ({ method: 'POST', path, purpose });
const put = (path: string, purpose: string): Endpoint => ({ method: 'PUT', path, purpose });
const del = (path: string, purpose: string): Endpoint => ({ method: 'DELETE', path, purpose });

/** Everything that can be configured; a test checks that every path is a route of the platform. */
export const surfaces: readonly Surface[] = [
  {
    name: 'workflow_rules',
    description: 'Rules that act when a record is created, changed or deleted, or by hand',
    endpoints: [
      get('/v1/workflow/rules', 'List rules'),
      get('/v1/workflow/rules/:id', 'One rule with actions and edges'),
      post('/v1/workflow/rules/full', 'Create a rule, or check one with ?dry_run=true'),
      put('/v1/workflow/rules/:id/full', 'Change a rule, or check a change with ?dry_run=true'),
      del('/v1/workflow/rules/:id', 'Delete a rule'),
      post('/v1/workflow/rules/:id/simulate', 'Show the path a record would take'),
      get('/v1/workflow/action-types', 'What a rule can do'),
      get('/v1/workflow/entities', 'What a rule can watch'),
    ],
    constraints: [
      'A rule has exactly one start and no cycle; every action can be reached',
      'Names are unique',
      'Every action matches the schema of its type',
    ],
  },
  {
    name: 'tables',
    description: 'Tables over the business data: columns, joins, filters, order and looks',
    endpoints: [
      get('/v1/data/configs', 'List table configs'),
      get('/v1/data/configs/:id', 'One table config'),
      get('/v1/data/configs/name/:name', 'One table config by name'),
      post('/v1/data/configs', 'Create a table config'),
      put('/v1/data/configs/:id', 'Change a table config'),
      del('/v1/data/configs/:id', 'Delete a table config that is on no page'),
      post('/v1/data/configs/validate', 'Check a table config'),
      post('/v1/data/configs/query', 'Rows of a table config'),
      post('/v1/data/configs/summarize', 'Counts and sums of a table config'),
    ],
    constraints: [
      `At most ${limits.joins} joins, ${limits.columns} columns and ${limits.rows} rows per page`,
      'Joins run along foreign keys',
      'Every selected column has settings; a visible datetime has a format in date-fns tokens',
      'Order stands on all visible columns or on none',
      'Names are unique, compared without case',
    ],
  },
  {
    name: 'pages',
    description: 'Pages made of tables, forms, texts, tabs and containers',
    endpoints: [
      get('/v1/config/page-configs', 'List pages'),
      get('/v1/config/page-configs/:id', 'One page'),
      get('/v1/config/page-configs/:id/content', 'What a page shows'),
      post('/v1/config/page-configs/preview', 'Check a page and draw its outline'),
      get('/v1/config/content-types', 'What a page can hold'),
    ],
    constraints: [
      'A tab is inside tabs; only tabs, tab and container hold other content',
      'A table or form on a page exists',
    ],
  },
  {
    name: 'forms',
    description: 'Forms to enter or change a record of one table',
    endpoints: [
      get('/v1/config/forms', 'List forms with their fields'),
      get('/v1/config/forms/:id', 'One form'),
      post('/v1/config/forms/preview', 'Check a form and draw its outline'),
      get('/v1/config/form-field-types', 'What a form can ask for'),
    ],
    constraints: [
      "A field is a column of the form's table, and its type fits that column",
      'A field name occurs once in a form',
    ],
  },
];
