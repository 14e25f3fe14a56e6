import {
  sayActionSchema,
  sayAlert,
  sayAlerts,
  sayDiscovered,
  sayDrafts,
  sayEnums,
  sayPeople,
  saySchema,
  sayTemplates,
} from '../answers/parts.js';
import { bullets, objectOf, objectsOf, textOf } from '../answers/words.js';
import { groupWords } from '../lexicon/frames.js';
import { stopWords } from '../lexicon/words.js';
import { entityOf } from '../reading/automation.js';
import type { Reading } from '../reading/reading.js';
import { giveUp, need, type Plan } from '../steps.js';
import type { World } from '../world.js';
import { meantBy } from './names.js';
import { rules, whichOne } from './which.js';

/** Overview of action types, trigger types or entities. */
export function discover(category: 'action_types' | 'trigger_types' | 'entities') {
  return function* (): Plan {
    return sayDiscovered(yield* need('discover', { category }));
  };
}

/** The settings of one action type. */
export function* actionSchema({ reading }: World): Plan {
  const type =
    actionTypeIn(reading) ??
    giveUp('Which action type do you mean, for example create alert or send email?');
  return sayActionSchema(yield* need('get_action_schema', { action_type: type }));
}

/** The action type a sentence names, in the platform's spelling when it is written out. */
export function actionTypeIn(reading: Reading): string | undefined {
  const written = reading.tokens.find(
    (token) => token.kind === 'name' && reading.text.includes('_'),
  )?.lower;
  return written ?? reading.value('action');
}

/** Users and roles. */
export function* findPeople({ reading }: World): Plan {
  const query = peopleWords(reading);
  return sayPeople(yield* need('find_recipients', query === '' ? {} : { query }));
}

const ASKING = new Set(
  'find search look who works work works_in is are there list show recipients recipient user users role roles people email emails address addresses receive receives alert alerts notification notifications get gets mail have has every all belongs belong called named responsible charge notify member members team id know contact exist available system could approve approver approvers approves any do can'.split(
    ' ',
  ),
);

function peopleWords(reading: Reading): string {
  return reading.tokens
    .filter(
      (token) =>
        token.kind === 'word' ||
        token.kind === 'quoted' ||
        token.kind === 'email' ||
        token.kind === 'name',
    )
    .filter(
      (token) =>
        !stopWords.has(token.lower) && !groupWords.has(token.lower) && !ASKING.has(token.lower),
    )
    .map((token) => token.text)
    .join(' ');
}

/** All action templates, or those of one type. */
export function* listTemplates({ reading }: World): Plan {
  const type = reading.value('action');
  return sayTemplates(
    yield* need('list_action_templates', type === undefined ? {} : { action_type: type }),
  );
}

/** The templates that fit a wish. */
export function* suggestTemplates({ reading, transcript }: World): Plan {
  return sayTemplates(
    yield* need('suggest_templates', { text: reading.text.trim() || transcript.request }),
  );
}

/** The caller's alerts. */
export function* myAlerts({ reading }: World): Plan {
  const severity = reading.value('sev');
  const status = reading.value('alertstatus');
  const data = yield* need('list_my_alerts', {
    ...(severity === undefined ? {} : { severity }),
    ...(status === undefined ? {} : { status }),
  });
  return sayAlerts(
    data,
    [status, severity]
      .filter(Boolean)
      .map((word) => ` ${word}`)
      .join(''),
  );
}

/** The alerts of one rule. */
export function* ruleAlerts(world: World): Plan {
  const rule = yield* whichOne(world, rules);
  const severity = world.reading.value('sev');
  const data = yield* need('list_alerts_for_rule', {
    workflow_id: rule.id,
    ...(severity === undefined ? {} : { severity }),
  });
  return sayAlerts(data);
}

/** One alert in full: the one named, or the one spoken of last. */
export function* alertDetail(world: World): Plan {
  const { reading } = world;
  const uuid = reading.tokens.find((token) => token.kind === 'uuid')?.lower;
  if (uuid !== undefined) return sayAlert(yield* need('get_alert_detail', { alert_id: uuid }));
  const data = objectOf(yield* need('list_my_alerts', {}));
  const alerts = objectsOf(data['alerts']).map((alert) => ({
    id: textOf(alert['id']),
    name: textOf(alert['title']),
    severity: textOf(alert['severity']),
    at: textOf(alert['created_at']),
  }));
  const newest = alerts.toSorted((a, b) => b.at.localeCompare(a.at));
  const severity = reading.value('sev');
  const pool =
    severity === undefined ? newest : newest.filter((alert) => alert.severity === severity);
  const ordinal = reading.says('last', 'latest', 'newest', 'recent', 'first', 'top');
  const alert =
    meantBy(pool, reading) ??
    (ordinal || pool.length === 1 || severity !== undefined ? pool[0] : undefined);
  if (alert === undefined)
    giveUp(
      `Your alerts are:\n${bullets(newest.slice(0, 10).map((item) => item.name))}\n\nWhich one do you mean?`,
    );
  return sayAlert(yield* need('get_alert_detail', { alert_id: alert.id }));
}

/** Unfinished drafts. */
export function* listDrafts(): Plan {
  return sayDrafts(yield* need('list_drafts'));
}

/** Columns of a table, or where something is stored. */
export function* schema({ reading }: World): Plan {
  const entity = entityOf(reading);
  const place =
    /\b(core|hr|inventory|procurement|sales)\s+schema\b|\bschema\s+(core|hr|inventory|procurement|sales)\b/i.exec(
      reading.text,
    );
  const name = (place?.[1] ?? place?.[2])?.toLowerCase();
  if (name !== undefined) return saySchema(yield* need('search_database_schema', { schema: name }));
  if (entity !== undefined && !reading.has('q.where'))
    return saySchema(yield* need('search_database_schema', { table: entity }));
  const query = contentWords(reading);
  return saySchema(yield* need('search_database_schema', query === '' ? {} : { query }));
}

const SCHEMA_WORDS = new Set(
  'database table tables column columns field fields schema stored store data where which find called structure holds hold information db kept live lives located'.split(
    ' ',
  ),
);

function contentWords(reading: Reading): string {
  return reading.tokens
    .filter((token) => token.kind === 'word' || token.kind === 'name' || token.kind === 'quoted')
    .filter((token) => !stopWords.has(token.lower) && !SCHEMA_WORDS.has(token.lower))
    .map((token) => token.text)
    .join(' ');
}

/** The values a column may take. */
export function* enums({ reading }: World): Plan {
  const words = contentWords(reading)
    .split(' ')
    .filter(
      (word) =>
        !/^(values?|possible|allowed|valid|enums?|options?|list|lists?|exist|states?|kinds?|take|different|all|show|can|give)$/i.test(
          word,
        ),
    );
  const query = words
    .map((word) =>
      /^statuses$/i.test(word)
        ? 'status'
        : /ies$/.test(word)
          ? word.replace(/ies$/, 'y')
          : word.replace(/(?<!s|u)s$/, ''),
    )
    .join(' ');
  return sayEnums(yield* need('search_enums', query === '' ? {} : { query }));
}
