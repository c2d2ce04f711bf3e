/**
 * Two labels that are different answers and look the same, or null. Looking the same: equal once case, compatibility forms
 * (full width, accents written apart), invisible characters, runs of white space, brackets and punctuation around the label, and letters
 * of Cyrillic and Greek that are drawn like Latin ones are set aside; numbers, when they are the same number.
 */
export function lookAlike(labels: ReadonlySet<string>): readonly [string, string] | null {
  if (!anyBeyondCapitals(labels)) return null;
  const seen = new Map<string, string>();
  for (const label of labels) {
    const shape = shapeOf(label);
    const other = seen.get(shape);
    if (other !== undefined) return [other, label];
    seen.set(shape, label);
  }
  return null;
}

/** Single capitals, the labels of most files, cannot look alike: no need to draw their shapes. */
function anyBeyondCapitals(labels: ReadonlySet<string>): boolean {
  for (const label of labels) {
    const c = label.charCodeAt(0);
    if (label.length !== 1 || c < 65 || c > 90) return true;
  }
  return false;
}

const twins = new Map(
  [
    ..."\u0430\u0435\u043e\u0440\u0441\u0443\u0445\u0456\u0458\u0455\u0432\u043d\u043a\u043c\u0442\u03b1\u03b2\u03b5\u03b9\u03ba\u03bd\u03bf\u03c1\u03c4\u03c5\u03c7\u03b7\u03bc\u03b6",
  ].map((letter, index) => [letter, "aeopcyxijsbhkmtabeikvoptyxhmz"[index]]),
);

function shapeOf(label: string): string {
  let shape = /^[\x20-\x7e]*$/.test(label)
    ? label.toLowerCase()
    : label
        .normalize("NFKC")
        .toLowerCase()
        .replace(/\p{Cf}/gu, "")
        .replace(/[\u0370-\u04ff]/g, (letter) => twins.get(letter) ?? letter);
  shape = shape.replace(/\s+/g, " ").replace(/^[\s([{*"'`]+|[\s)\]}*"'`.,:;]+$/g, "");
  const digits = shape.replace(/(\d),(?=\d{3}\b)/g, "$1");
  if (/^[-+]?(\d+\.?\d*|\.\d+)$/.test(digits) && digits.length <= 15) return String(Number(digits));
  return shape === "" ? label : shape;
}
