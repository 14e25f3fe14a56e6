/** Saves text or what was downloaded as a file of the user's. */
export function saveFile(name: string, content: string | Blob): void {
  const address = URL.createObjectURL(new Blob([content]));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  URL.revokeObjectURL(address);
}
