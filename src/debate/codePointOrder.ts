/**
 * Compares two strings by Unicode code points: negative, 0 or positive. JavaScript's own order is by UTF-16 units, which
 * puts everything beyond the BMP (written with surrogates, 0xD800 to 0xDFFF) before U+E000 to U+FFFF.
 */
export function codePointOrder(a: string, b: string): number {
  const shared = Math.min(a.length, b.length);
  for (let i = 0; i < shared; i++) {
    const left = a.charCodeAt(i);
    const right = b.charCodeAt(i);
    if (left !== right) return rank(left) - rank(right);
  }
  return a.length - b.length;
}

/** A UTF-16 unit's place once the surrogates have moved behind the rest of the BMP. */
const rank = (unit: number): number => (unit < 0xd800 ? unit : unit < 0xe000 ? unit + 0x2000 : unit - 0x800);
