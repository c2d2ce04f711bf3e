/**
 * On which line each key of a file stood first. Keys are known by two independent 32-bit hashes, so that a million of them take 24 MB
 * instead of 200: two of a million different keys share both with a chance of 1 in 30 million, and the refusal that would follow names
 * both lines.
 */
export class FirstLines {
  /** Three numbers for each place: both hashes, and the line; 0 where the place is free. */
  private table = new Uint32Array(3 * 1024);
  private count = 0;

  /** The line on which the key stood before; null when this is its first. */
  seen(key: string, line: number): number | null {
    if (this.count * 3 * 2 > this.table.length) this.grow();
    const high = hash(key, 0x9747b28c);
    const low = hash(key, 0x3c6ef372);
    const at = this.placeOf(this.table, high, low);
    if (this.table[at + 2] !== 0) return this.table[at + 2];
    this.table[at] = high;
    this.table[at + 1] = low;
    this.table[at + 2] = line;
    this.count++;
    return null;
  }

  /** Where this key stands, or where it belongs. */
  private placeOf(table: Uint32Array, high: number, low: number): number {
    const places = table.length / 3;
    let place = low % places;
    while (table[place * 3 + 2] !== 0 && (table[place * 3] !== high || table[place * 3 + 1] !== low))
      place = (place + 1) % places;
    return place * 3;
  }

  private grow(): void {
    const old = this.table;
    this.table = new Uint32Array(old.length * 2);
    for (let at = 0; at < old.length; at += 3)
      if (old[at + 2] !== 0) this.table.set(old.subarray(at, at + 3), this.placeOf(this.table, old[at], old[at + 1]));
  }
}

const { imul } = Math;

/** MurmurHash3 over UTF-16 units, one unit a step. */
function hash(text: string, seed: number): number {
  let h = seed;
  for (let at = 0; at < text.length; at++) {
    const k = imul(text.charCodeAt(at), 0xcc9e2d51);
    h ^= imul((k << 15) | (k >>> 17), 0x1b873593);
    h = imul((h << 13) | (h >>> 19), 5) + 0xe6546b64;
  }
  h ^= text.length;
  h = imul(h ^ (h >>> 16), 0x85ebca6b);
  h = imul(h ^ (h >>> 13), 0xc2b2ae35);
  return (h ^ (h >>> 16)) >>> 0;
}
