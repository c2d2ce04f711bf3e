/** Rows under titles, columns two spaces apart. The first columns are names and read from the left, numbers align at the right. */
export function textTable(titles: readonly string[], rows: readonly (readonly string[])[], names = 1): string {
  const width = (text: string) => [...text].length;
  const widths = titles.map((title, i) => Math.max(width(title), ...rows.map((row) => width(row[i]))));
  const line = (cells: readonly string[]) =>
    cells
      .map((cell, i) => {
        const gap = " ".repeat(widths[i] - width(cell));
        return i < names ? cell + gap : gap + cell;
      })
      .join("  ")
      .trimEnd();
  return [line(titles), line(widths.map((w) => "-".repeat(w))), ...rows.map(line)].join("\n");
}
