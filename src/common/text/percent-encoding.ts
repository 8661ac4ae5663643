/** Returns the percent-decoded text; null if it is not valid percent-encoded UTF-8. */
export function findDecoded(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}
