import { PreparedStatements } from './prepared-statements.mjs';

/** @param {string} types */
const messageTypes = (types) => new Set([...types].map((type) => type.charCodeAt(0)));
/** Message types of the extended query protocol that leave a statement half sent until `Sync`. */
const HALF_SENT = messageTypes('PBDECHF');
/** Those of them that nobody waits for an answer to before `Sync` or `Flush`. */
const UNANSWERED = messageTypes('PBDEC');
const [TERMINATE] = messageTypes('X');

/**
 * A view of a PGlite instance for `PGLiteSocketServer` that keeps one client's turn until it is over.
 *
 * The socket server hands over one protocol message at a time and holds other clients back only
 * while `isInTransaction()` is true. An unprepared statement is five messages (Parse, Bind, Describe,
 * Execute, Sync) on one shared session: another client's Parse between them would replace the
 * statement, and values of one user would be bound into the query of another. Here a turn also
 * counts as open from the first of these messages to its `Sync`. They are handed on together with
 * it: PGlite's way in and out costs more than most statements, and is gone once instead of five times.
 *
 * It also notices when PostgreSQL gives up: a PANIC (the disk is full, say) ends a real server, but
 * leaves PGlite running in a state where statements fail for no reason or never end.
 *
 * @param {import('@electric-sql/pglite').PGlite} db
 * @param {(error: unknown) => void} onFatal called when PGlite broke or PostgreSQL gave up; not for
 *   errors in statements
 * @returns {import('@electric-sql/pglite').PGlite}
 */
export function withWholeTurns(db, onFatal) {
  let halfSent = false;
  /** @type {Uint8Array[]} */
  let held = [];
  const prepared = new PreparedStatements();
  /** @type {Partial<import('@electric-sql/pglite').PGlite>} */
  const overrides = {
    isInTransaction: () => halfSent || db.isInTransaction(),
    execProtocolRawStream: async (message, options) => {
      const type = message[0] ?? 0;
      halfSent = HALF_SENT.has(type);
      // PGlite knows this one only alone; within others it would end PostgreSQL for everybody.
      if (type === TERMINATE) held = [];
      held.push(message);
      if (UNANSWERED.has(type)) return;
      const turn = prepared.begin(held);
      held = [];
      try {
        await db.execProtocolRawStream(Buffer.concat(turn.messages), {
          ...options,
          onRawData: (data) => {
            const panic = panicIn(data);
            if (panic !== undefined) onFatal(new Error(panic));
            options.onRawData(turn.answer(data));
          },
        });
      } catch (error) {
        onFatal(error);
        throw error;
      }
    },
    // The server rolls back for a client that left in the middle of its turn.
    exec: (sql, options) => {
      halfSent = false;
      held = [];
      return db.exec(sql, options);
    },
  };
  return new Proxy(db, {
    get(target, name) {
      const value = Reflect.get(overrides, name) ?? Reflect.get(target, name);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}

/** Severity PANIC as an error response carries it; no text value can hold the zero at its end. */
const PANIC = Buffer.from('VPANIC\0');

/**
 * The message of an error response with severity PANIC; `undefined` for everything else.
 * @param {Uint8Array} data what PostgreSQL answers to one message
 */
function panicIn(data) {
  const bytes = Buffer.from(data.buffer, data.byteOffset, data.byteLength);
  const at = bytes.indexOf(PANIC);
  if (at === -1) return undefined;
  const fields = bytes.toString('utf8', at).split('\0');
  return fields.find((field) => field.startsWith('M'))?.slice(1) ?? 'PANIC';
}
