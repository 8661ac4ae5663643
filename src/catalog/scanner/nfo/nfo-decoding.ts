/** Decodes the bytes of an NFO file. Tools write these files in many encodings. */

const DECLARED = /^\s*<\?xml[^>]{0,200}?encoding\s*=\s*["']([A-Za-z0-9._:-]{1,40})["']/;
/** Characters that XML forbids, and DEL. */
const REMOVED = /[\0-\x08\v\f\x0e-\x1f\x7f\ufffe\uffff]/g;

/**
 * Tries, in this order: a byte order mark or a `<` in UTF-16, the XML declaration, UTF-8, and Windows-1252, in which
 * every byte is a character. Removes DEL and characters that XML forbids.
 */
export function decodeNfo(bytes: Uint8Array): string {
  const text =
    decodeByMark(bytes) ?? decodeByDeclaration(bytes) ?? decodeStrictly(bytes, 'utf-8') ?? decodeWindows1252(bytes);
  return text.replace(/^\ufeff/, '').replace(REMOVED, '');
}

function decodeByMark(bytes: Uint8Array): string | null {
  const [first, second, third] = bytes;
  if (first === 0xef && second === 0xbb && third === 0xbf) return new TextDecoder('utf-8').decode(bytes);
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  // UTF-16 XML without a byte order mark begins with `<` in two bytes, one of which is zero.
  if (first === 0x3c && second === 0) return new TextDecoder('utf-16le').decode(bytes);
  return first === 0 && second === 0x3c ? new TextDecoder('utf-16be').decode(bytes) : null;
}

function decodeByDeclaration(bytes: Uint8Array): string | null {
  const label = DECLARED.exec(decodeWindows1252(bytes.subarray(0, 256)))?.[1];
  // The caller tries UTF-8 next. UTF-16 and UTF-32 cannot be correct, because the declaration has single-byte
  // characters.
  return label === undefined || /^utf-?(?:8|16|32)/i.test(label) ? null : decodeStrictly(bytes, label);
}

function decodeStrictly(bytes: Uint8Array, label: string): string | null {
  try {
    return new TextDecoder(label, { fatal: true }).decode(bytes);
  } catch {
    // The label is unknown, or the bytes are not in this encoding.
    return null;
  }
}

function decodeWindows1252(bytes: Uint8Array): string {
  return new TextDecoder('windows-1252').decode(bytes);
}
