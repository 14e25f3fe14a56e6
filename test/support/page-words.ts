import type { Page } from 'playwright-core';

/** What people read and hear of a page now: its texts, and the names of what has no text; JSON, code and what an agent wrote left out. */
export async function textsOn(page: Page): Promise<string[]> {
  return page.evaluate<string[]>(`(() => {
    const found = new Set();
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      if (node.nodeType === Node.TEXT_NODE) {
        if (!node.parentElement.closest('script, noscript, style, textarea, pre, [class*=_markdown_]')) found.add(node.data.trim());
        continue;
      }
      for (const name of ['aria-label', 'title', 'placeholder', 'alt', 'aria-roledescription'])
        if (node.hasAttribute(name)) found.add(node.getAttribute(name).trim());
    }
    found.delete('');
    return [...found];
  })()`);
}

/** Listens to a page; the function answers everything that the server has sent it so far, as one text. */
export function dataOf(page: Page): () => Promise<string> {
  const bodies: Promise<string>[] = [];
  page.on('response', (response) => {
    if (!/\/v1\/|\.json$/.test(response.url())) return;
    bodies.push(response.text().catch(() => ''));
  });
  return async () => (await Promise.all(bodies)).join(' ').replaceAll('\\"', '"');
}
