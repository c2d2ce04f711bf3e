/** The sum of numbers as they are written, exactly: 0.1 and 0.2 make "0.3". Shortest plain decimal, without an exponent. */
export function decimalSum(values: readonly number[]): string {
  const terms = values.map((value) => {
    const [mantissa, power] = value.toExponential().split("e");
    const digits = mantissa.replace(".", "");
    return { digits: BigInt(digits), places: digits.replace("-", "").length - 1 - Number(power) };
  });
  const places = Math.max(0, ...terms.map((term) => term.places));
  const sum = terms.reduce((total, term) => total + term.digits * BigInt(`1${"0".repeat(places - term.places)}`), 0n);
  const digits = (sum < 0n ? -sum : sum).toString().padStart(places + 1, "0");
  const fraction = digits.slice(digits.length - places).replace(/0+$/, "");
  return `${sum < 0n ? "-" : ""}${digits.slice(0, digits.length - places)}${fraction === "" || places === 0 ? "" : `.${fraction}`}`;
}
