/** From the bytes of an NFO file to text, whatever encoding a tool wrote it in. */

const DECLARED = /^\s*<\?xml[^>]{0,200}?encoding\s*=\s*["']([A-Za-z0-9._:-]{1,40})["']/;
const NOT_XML = /[\0-\x08\v\f\x0e-\x1f\x7f\ufffe\uffff]/g;

/**
 * Decodes by byte-order mark, else by the declaration, else as UTF-8; bytes that are no UTF-8 are taken for
 * Windows-1252, which gives every byte a character. NUL and other characters that XML forbids are removed.
 */
export function decodeNfo(bytes: Uint8Array): string {
  const text = decodeMarked(bytes) ?? decodeDeclared(bytes) ?? decodeStrictly(bytes, 'utf-8') ?? decodeLatin(bytes);
  return text.replace(/^\ufeff/, '').replace(NOT_XML, '');
}

function decodeMarked(bytes: Uint8Array): string | null {
  const [first, second, third] = bytes;
  if (first === 0xef && second === 0xbb && third === 0xbf) return new TextDecoder('utf-8').decode(bytes);
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  // Without a mark, XML in UTF-16 still begins with `<` and a zero byte.
  if (first === 0x3c && second === 0) return new TextDecoder('utf-16le').decode(bytes);
  return first === 0 && second === 0x3c ? new TextDecoder('utf-16be').decode(bytes) : null;
}

function decodeDeclared(bytes: Uint8Array): string | null {
  const label = DECLARED.exec(decodeLatin(bytes.subarray(0, 256)))?.[1];
  // The declaration was readable byte by byte, so a claim of UTF-16 is wrong.
  return label === undefined || /^utf-?(?:8|16|32)/i.test(label) ? null : decodeStrictly(bytes, label);
}

function decodeStrictly(bytes: Uint8Array, label: string): string | null {
  try {
    return new TextDecoder(label, { fatal: true }).decode(bytes);
  } catch {
    // An unknown label, or bytes that are not in that encoding: the next guess decides.
    return null;
  }
}

function decodeLatin(bytes: Uint8Array): string {
  return new TextDecoder('windows-1252').decode(bytes);
}
