import { must } from "../errors.js";

/**
 * A binary value of named sections, the same bytes on every platform: numbers are little-endian whatever the machine is.
 *
 * Layout: 4 bytes magic, u16 version, u16 number of sections; per section 16 bytes of name (ASCII, padded with 0), u32 offset from
 * the start, u32 length; then the sections in that order. Readers skip sections that they do not know.
 */
export function writeSections(
  magic: string,
  version: number,
  sections: readonly (readonly [name: string, content: Uint8Array])[],
): Uint8Array {
  const head = 8 + sections.length * 24;
  const bytes = new Uint8Array(sections.reduce((length, [, content]) => length + content.length, head));
  const view = new DataView(bytes.buffer);
  bytes.set(ascii(magic), 0);
  view.setUint16(4, version, true);
  view.setUint16(6, sections.length, true);
  let offset = head;
  sections.forEach(([name, content], index) => {
    must(name.length <= 16, `a section name of at most 16 letters was expected, got ${name}`);
    bytes.set(ascii(name), 8 + index * 24);
    view.setUint32(8 + index * 24 + 16, offset, true);
    view.setUint32(8 + index * 24 + 20, content.length, true);
    bytes.set(content, offset);
    offset += content.length;
  });
  return bytes;
}

/** The sections by name, as views into the given bytes. */
export function readSections(magic: string, version: number, given: Uint8Array): ReadonlyMap<string, Uint8Array> {
  // A Buffer is a Uint8Array whose slice() does not copy: what is sliced off it later would share its memory, at any offset.
  const bytes = new Uint8Array(given.buffer, given.byteOffset, given.length);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  must(bytes.length >= 8 && asciiText(bytes.subarray(0, 4)) === magic, `bytes that begin with ${magic} were expected`);
  const found = view.getUint16(4, true);
  must(found === version, `${magic} version ${version} was expected, got ${found}: rebuild it from the rows`);
  const sections = new Map<string, Uint8Array>();
  for (let at = 8; at < 8 + view.getUint16(6, true) * 24; at += 24) {
    const offset = view.getUint32(at + 16, true);
    const length = view.getUint32(at + 20, true);
    must(offset + length <= bytes.length, `${magic} ends before its last section`);
    sections.set(asciiText(bytes.subarray(at, at + 16)), bytes.subarray(offset, offset + length));
  }
  return sections;
}

const ascii = (text: string): Uint8Array => Uint8Array.from(text, (letter) => letter.charCodeAt(0));

const asciiText = (bytes: Uint8Array): string =>
  String.fromCharCode(...bytes.subarray(0, bytes.indexOf(0) < 0 ? bytes.length : bytes.indexOf(0)));

const machineIsLittle = new Uint8Array(Uint16Array.of(1).buffer)[0] === 1;

/** Numbers to little-endian bytes, and back by one copy. */
export function bytesOf(numbers: Uint16Array | Uint32Array | Float64Array): Uint8Array {
  const bytes = new Uint8Array(numbers.buffer, numbers.byteOffset, numbers.byteLength).slice();
  return machineIsLittle ? bytes : swapped(bytes, numbers.BYTES_PER_ELEMENT);
}

export function uint16sOf(bytes: Uint8Array): Uint16Array {
  const own = bytes.slice();
  return new Uint16Array((machineIsLittle ? own : swapped(own, 2)).buffer);
}

export function uint32sOf(bytes: Uint8Array): Uint32Array {
  const own = bytes.slice();
  return new Uint32Array((machineIsLittle ? own : swapped(own, 4)).buffer);
}

export function float64sOf(bytes: Uint8Array): Float64Array {
  const own = bytes.slice();
  return new Float64Array((machineIsLittle ? own : swapped(own, 8)).buffer);
}

function swapped(bytes: Uint8Array, width: number): Uint8Array {
  for (let at = 0; at < bytes.length; at += width) bytes.subarray(at, at + width).reverse();
  return bytes;
}

/** Strings as one run of UTF-8: u32 how many, u32 UTF-16 length of each, the text. So decoding needs one call, and slices. */
export function bytesOfStrings(strings: readonly string[]): Uint8Array {
  const head = bytesOf(Uint32Array.of(strings.length, ...strings.map((text) => text.length)));
  const text = new TextEncoder().encode(strings.join(""));
  const bytes = new Uint8Array(head.length + text.length);
  bytes.set(head);
  bytes.set(text, head.length);
  return bytes;
}

export function stringsOf(bytes: Uint8Array): string[] {
  const [count] = uint32sOf(bytes.subarray(0, 4));
  const lengths = uint32sOf(bytes.subarray(4, 4 + 4 * count));
  const text = decoder.decode(bytes.subarray(4 + 4 * count));
  const strings = new Array<string>(count);
  for (let i = 0, at = 0; i < count; i++) {
    strings[i] = text.slice(at, at + lengths[i]);
    at += lengths[i];
  }
  return strings;
}

/** Without `ignoreBOM` a text that begins with U+FEFF would lose it, and all lengths would be off by one. */
const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
