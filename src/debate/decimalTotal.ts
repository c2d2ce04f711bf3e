/** The exact sum of decimals written plainly, such as "0.1" and "0.2". Shortest plain decimal, without an exponent. */
export function decimalTotal(texts: readonly string[]): string {
  const terms = texts.map((text) => {
    const [whole, fraction = ""] = text.split(".");
    return { digits: BigInt(whole + fraction), places: fraction.length };
  });
  const places = Math.max(0, ...terms.map((term) => term.places));
  const sum = terms.reduce((total, term) => total + term.digits * BigInt(`1${"0".repeat(places - term.places)}`), 0n);
  const digits = (sum < 0n ? -sum : sum).toString().padStart(places + 1, "0");
  const fraction = digits.slice(digits.length - places).replace(/0+$/, "");
  return `${sum < 0n ? "-" : ""}${digits.slice(0, digits.length - places)}${fraction === "" || places === 0 ? "" : `.${fraction}`}`;
}
