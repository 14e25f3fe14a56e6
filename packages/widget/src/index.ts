import { SextantChat } from './element.js';

// The script may stand in a page twice.
if (customElements.get('sextant-chat') === undefined) {
  customElements.define('sextant-chat', SextantChat);
}
