/** `create_alert` as `create alert`. */
export function spaced(word: string): string {
  return word.replaceAll('_', ' ').trim();
}

/** A word of the wire as a heading: `seek_approval` becomes `Seek approval`. */
export function title(word: string): string {
  const words = spaced(word);
  return words.charAt(0).toUpperCase() + words.slice(1);
}

const two = (number: number) => String(Math.abs(number)).padStart(2, '0');

/** A moment as `<input type="datetime-local">` shows it: in the time of this machine. */
export function localMinute(moment: string): string {
  const at = new Date(moment);
  const day = `${String(at.getFullYear()).padStart(4, '0')}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
  const seconds = at.getSeconds() === 0 ? '' : `:${two(at.getSeconds())}`;
  return `${day}T${two(at.getHours())}:${two(at.getMinutes())}${seconds}`;
}

/** What such a field holds as RFC 3339, with the offset of this machine at that moment. */
export function zonedTime(local: string): string {
  const at = new Date(local);
  const east = -at.getTimezoneOffset();
  const offset = `${east < 0 ? '-' : '+'}${two(Math.trunc(east / 60))}:${two(east % 60)}`;
  return `${local.length === 16 ? `${local}:00` : local.slice(0, 19)}${offset}`;
}
