/** A sheet made by script, which a page's policy needs no `unsafe-inline` for. */
export function styles(): CSSStyleSheet {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(CSS);
  return sheet;
}

const CSS = `
:host {
  color-scheme: light dark;
  --_accent: var(--sextant-accent, #1a5fb4);
  --_on-accent: var(--sextant-on-accent, #fff);
  --_background: var(--sextant-background, #fff);
  --_text: var(--sextant-text, #1d1d20);
  --_muted: var(--sextant-muted, #5c5c66);
  --_line: var(--sextant-line, #d4d4dc);
  --_raised: var(--sextant-raised, #f4f4f7);
  --_danger: var(--sextant-danger, #b3261e);
  display: flex; flex-direction: column; block-size: 32rem; max-block-size: 100%;
  border: 1px solid var(--_line); border-radius: var(--sextant-radius, 10px); overflow: hidden;
  background: var(--_background); color: var(--_text);
  font: var(--sextant-font, 15px/1.5 system-ui, sans-serif);
}
@media (prefers-color-scheme: dark) {
  :host {
    --_accent: var(--sextant-accent, #8ab4f8);
    --_on-accent: var(--sextant-on-accent, #10131a);
    --_background: var(--sextant-background, #1b1b1f);
    --_text: var(--sextant-text, #ececf1);
    --_muted: var(--sextant-muted, #a9a9b5);
    --_line: var(--sextant-line, #3d3d47);
    --_raised: var(--sextant-raised, #27272d);
    --_danger: var(--sextant-danger, #ff8a80);
  }
}
:host([hidden]), [hidden] { display: none !important; }
.text, .mine, .card strong { unicode-bidi: plaintext; }
* { box-sizing: border-box; }
.log { flex: 1; overflow-y: auto; padding: 12px; display: flex; flex-direction: column; gap: 10px; }
.mine { align-self: flex-end; max-inline-size: 85%; padding: 6px 12px; border-radius: 12px; background: var(--_raised); white-space: pre-wrap; overflow-wrap: anywhere; }
.answer { overflow-wrap: anywhere; }
.text, .thought { white-space: pre-wrap; }
.steps, .muted { color: var(--_muted); font-size: .9em; }
.card { border: 1px solid var(--_line); border-radius: 8px; padding: 10px; margin-block: 8px; display: flex; flex-direction: column; gap: 8px; }
.card pre, .card textarea { margin: 0; max-block-size: 14rem; overflow: auto; padding: 8px; border-radius: 6px; background: var(--_raised); font: 12px/1.45 ui-monospace, monospace; direction: ltr; text-align: start; }
dl { margin: 0; } dt { color: var(--_muted); } dd { margin: 0 0 4px; } ins { text-decoration: none; } dd, dt { unicode-bidi: plaintext; }
.row { display: flex; flex-wrap: wrap; gap: 8px; }
.problem { color: var(--_danger); }
form { display: flex; gap: 8px; padding: 10px; border-block-start: 1px solid var(--_line); }
.fields { display: flex; flex-direction: column; gap: 8px; padding: 0; border: 0; }
.fields fieldset { display: flex; flex-direction: column; gap: 8px; min-inline-size: 0; margin: 0; border: 1px solid var(--_line); border-radius: 8px; }
.fields label { display: flex; flex-direction: column; gap: 3px; }
.fields button { align-self: start; }
summary { cursor: pointer; }
textarea, input, select { font: inherit; color: inherit; background: var(--_background); border: 1px solid var(--_line); border-radius: 8px; padding: 7px 10px; inline-size: 100%; }
form:not(.fields) textarea { resize: none; block-size: 2.6em; }
button { font: inherit; cursor: pointer; padding: 6px 12px; border-radius: 8px; border: 1px solid var(--_line); background: var(--_background); color: inherit; }
button.main { background: var(--_accent); border-color: var(--_accent); color: var(--_on-accent); }
button.marker { padding: 0 .3em; border: 0; background: none; color: var(--_accent); text-decoration: underline; }
button:disabled { opacity: .55; cursor: default; }
:focus-visible { outline: 2px solid var(--_accent); outline-offset: 1px; }
a { color: var(--_accent); }
.sources { margin: 6px 0 0; padding-inline-start: 1.2em; font-size: .9em; }
.spoken { position: absolute; inline-size: 1px; block-size: 1px; overflow: hidden; clip-path: inset(50%); }
`;
