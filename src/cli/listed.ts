/** Names separated by commas. */
export const listed = (given: string): readonly string[] =>
  given
    .split(",")
    .map((name) => name.trim())
    .filter((name) => name !== "");
