/**
 * The fields of one line of CSV (RFC 4180): separated by commas; a field in quotation marks may hold commas, and a doubled quotation mark
 * for one. Null when a quotation mark is out of place; a field that goes on over several lines is such a case.
 */
export function csvFields(line: string): string[] | null {
  const fields: string[] = [];
  let at = 0;
  for (;;) {
    const quoted = /^"((?:[^"]|"")*)"(?=,|$)/.exec(line.slice(at));
    const bare = quoted ? null : /^[^,"]*(?=,|$)/.exec(line.slice(at));
    const found = quoted ?? bare;
    if (found === null) return null;
    fields.push(quoted ? quoted[1].replaceAll('""', '"') : found[0]);
    at += found[0].length;
    if (at === line.length) return fields;
    at++;
  }
}
