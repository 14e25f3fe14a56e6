import { defined } from '../../../foundation/defined.js';
import * as kit from '../../../../samples/offline-model/kit.js';
import { channelsOf, timeIn } from './config-fillers.js';
import { nodesMeant, toNode, type NodeName } from './rules.js';

/** One value of a rule that a sentence can change: a field of an action's config, or what a condition compares with. */
export interface Setting {
  /** The action that has it; a condition of the rule itself has none. */
  owner?: NodeName;
  /** What it is called. */
  label: string;
  holder: kit.JsonObject;
  field: string;
  /** What it holds. */
  was: unknown;
}

/** Settings that a sentence tells the values of in the same way. */
export interface SettingKind {
  /** Config fields that hold it; `value` is that of a condition. */
  fields: readonly string[];
  /** What it belongs to is said with it: "make the email critical" speaks of no alert. */
  ofNamed?: true;
  /** The value that a part of a sentence says; the other part of an exchange may tell its unit. */
  read: (part: kit.Reading, field: string, other?: kit.Reading) => unknown;
}

/** What is set by its value alone. */
export const settingKinds: readonly SettingKind[] = [
  { fields: ['severity'], ofNamed: true, read: (part) => part.value('sev') },
  { fields: ['duration', 'timeout_hours'], read: timeOf },
  { fields: ['subject', 'title'], read: textOf('title') },
  { fields: ['body', 'message', 'approval_message'], read: textOf('text') },
  { fields: ['channels'], ofNamed: true, read: wayOf },
  { fields: ['value', 'threshold'], read: numberOf },
];

/** "push instead of email": beside another way, a bare word is one, too. */
function wayOf(part: kit.Reading, _field: string, other?: kit.Reading): string[] | undefined {
  const isWay = other?.has('channel.*') === true && part.has('step.send_email');
  return channelsOf(part) ?? (isWay ? ['email'] : undefined);
}

function timeOf(part: kit.Reading, field: string, other?: kit.Reading): unknown {
  const time = timeIn(part, other);
  return field === 'duration' ? time?.written : time?.hours;
}

/** What is quoted behind "subject", or "saying", in this part or in the other: "change the subject to 'x'". */
function textOf(kind: kit.TextKind): SettingKind['read'] {
  const isNamed = (part?: kit.Reading) => part?.says(...kit.textMarkers[kind]) === true;
  return (part, _field, other) =>
    kit.quotedAfter(part, kind) ?? (isNamed(other) ? part.quoted()[0] : undefined);
}

function numberOf(part: kit.Reading, _field: string, other?: kit.Reading): number | undefined {
  const at = part.tokens.findLastIndex(({ value }) => value !== undefined);
  const value = part.tokens[at]?.value;
  if (value === undefined || timeIn(part, other) !== undefined) return undefined;
  if (part.lower(at - 1) === 'by')
    kit.giveUp(
      `I can set a number to another one, but not change it “by ${value}”. To which number shall it go?`,
    );
  return value;
}

/** The settings of a rule that one of these fields holds. */
export function settingsIn(
  body: kit.JsonObject,
  actions: readonly kit.JsonObject[],
  fields: readonly string[],
): Setting[] {
  const toSetting = (holder: kit.JsonObject, field: string, owner?: NodeName): Setting => {
    const name = kit.plain(toColumn({ holder, field }).key);
    const label = owner ? `${name} of “${owner.name}”` : name;
    return { label, holder, field, was: holder[field], ...defined({ owner }) };
  };
  const ofTests = (tests: unknown, owner?: NodeName) =>
    kit
      .objectsOf(tests)
      .filter(({ value }) => fields.includes('value') && typeof value === 'number')
      .map((holder) => toSetting(holder, 'value', owner));
  const ofActions = actions.flatMap((action) => {
    const [owner, config] = [toNode(action), kit.objectOf(action['config'])];
    const own = fields.filter((field) => field in config);
    return [
      ...own.map((field) => toSetting(config, field, owner)),
      ...ofTests(config['conditions'], owner),
    ];
  });
  return [...ofTests(body['trigger_conditions']), ...ofActions];
}

/** Those of some settings that a sentence speaks of: by the column or field, by the action, or else all. */
export function settingsMeant<T extends Setting>(
  settings: readonly T[],
  reading: kit.Reading,
): readonly T[] {
  const named = kit.findColumns(reading, settings.map(toColumn)).map(({ column }) => column.key);
  const ofColumn = settings.filter((setting) => named.includes(toColumn(setting).key));
  const among = ofColumn.length > 0 ? ofColumn : settings;
  const owners = nodesMeant(
    among.flatMap(({ owner }) => owner ?? []),
    reading,
  );
  const owned = among.filter(({ owner }) => owner && owners.includes(owner));
  return owned.length > 0 ? owned : among;
}

function toColumn({ holder, field }: Pick<Setting, 'holder' | 'field'>): kit.KnownColumn {
  return { key: kit.textOf(holder['field_name']) || field };
}
