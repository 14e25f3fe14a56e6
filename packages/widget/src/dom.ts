/** An element with its attributes and children; texts are texts, never markup. */
export function el<K extends keyof HTMLElementTagNameMap>(
  name: K,
  attributes: Readonly<Record<string, string>> = {},
  ...children: (Node | string)[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...children);
  return element;
}

/** A button that does something. */
export function button(text: string, onClick: () => void, kind = ''): HTMLButtonElement {
  const element = el('button', { type: 'button', class: kind }, text);
  element.addEventListener('click', onClick);
  return element;
}
