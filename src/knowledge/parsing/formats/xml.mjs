/** A tag; its attributes may hold a `>`. */
const TAG = /<(\/?)(?:[^\s/>:]+:)?([^\s/>:]+)((?:"[^"]*"|'[^']*'|[^>"'])*)>/y;
const ATTRIBUTE = /\s*(?:[^\s=:]+:)?([^\s=:]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/y;
/** What is no element, with the end of each. */
const OTHERS = [
  ['<!--', '-->'],
  ['<![CDATA[', ']]>'],
  ['<?', '?>'],
];
/** @type {Readonly<Record<string, string>>} */
const NAMED = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };

/**
 * Reads XML of office programs from its beginning to its end; names are told without their prefixes, entities
 * other than XML's own are left as they stand.
 * @param {string} xml
 * @param {{ open(name: string, attributes: () => Record<string, string>): void,
 *   close(name: string): void, text(text: string): void }} reader
 */
export function readXml(xml, { open, close, text }) {
  let at = 0;
  for (let start = xml.indexOf('<'); start >= 0; start = xml.indexOf('<', at)) {
    if (start > at) text(unescaped(xml.slice(at, start)));
    const other = OTHERS.find(([begin = '']) => xml.startsWith(begin, start));
    if (other) {
      const [begin = '', end = ''] = other;
      const stop = xml.indexOf(end, start + begin.length);
      if (stop < 0) throw new Error('its XML breaks off');
      if (end === ']]>') text(xml.slice(start + begin.length, stop));
      at = stop + end.length;
      continue;
    }
    TAG.lastIndex = start;
    const tag = TAG.exec(xml);
    if (tag === null) throw new Error('its XML breaks off');
    at = TAG.lastIndex;
    const [, isEnd, name = '', rest = ''] = tag;
    if (!isEnd) open(name, () => attributesOf(rest));
    if (isEnd || rest.endsWith('/')) close(name);
  }
}

/** @param {string} text */
function attributesOf(text) {
  /** @type {Record<string, string>} */
  const found = {};
  ATTRIBUTE.lastIndex = 0;
  for (let each = ATTRIBUTE.exec(text); each; each = ATTRIBUTE.exec(text)) {
    found[each[1] ?? ''] = unescaped(each[2] ?? each[3] ?? '');
  }
  return found;
}

/** @param {string} text */
function unescaped(text) {
  return text.replace(
    /&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{2,4}));/gi,
    (whole, dec, hex, name) => {
      if (name) return NAMED[name] ?? whole;
      const code = dec ? Number(dec) : Number.parseInt(hex, 16);
      return code <= 0x10ffff ? String.fromCodePoint(code) : '';
    },
  );
}
