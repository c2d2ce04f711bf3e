/** An element of a top-level array or object as it stands in the text. */
export interface Element {
  readonly text: string;
  readonly line: number;
  /** The element's key as JSON text, where the document is an object. */
  readonly key: string | null;
}

/** Characters of one element. */
export const MAX_ELEMENT = 16 * 1024 * 1024;

/**
 * Cuts one JSON array or object into its elements while it arrives, so that no more than one element is held. What is inside of an
 * element is not looked at beyond strings and brackets; whoever parses it finds what is wrong there. Complains of the frame itself.
 */
export class JsonElements {
  private line = 1;
  private open: "[" | "{" | null = null;
  private closed = false;
  private depth = 0;
  private inString = false;
  private escaped = false;
  private text = "";
  private start = 1;
  private key: string | null = null;
  private complaint: { readonly expected: string; readonly got: string } | null = null;
  private count = 0;
  private comma = false;

  /** What is wrong with the frame; null: nothing so far. */
  wrong(): { readonly expected: string; readonly got: string; readonly line: number } | null {
    return this.complaint && { ...this.complaint, line: this.line };
  }

  /** The elements that this part completes. */
  add(part: string): readonly Element[] {
    const done: Element[] = [];
    let from = this.depth > 0 || this.text !== "" || this.inString ? 0 : -1;
    const begin = (at: number) => {
      if (from < 0) {
        from = at;
        if (this.text === "") this.start = this.line;
      }
    };
    for (let at = 0; at < part.length && this.complaint === null; at++) {
      const c = part.charCodeAt(at);
      if (c === 10) this.line++;
      if (this.inString) {
        if (this.escaped) this.escaped = false;
        else if (c === 92) this.escaped = true;
        else if (c === 34) this.inString = false;
        continue;
      }
      if (c === 32 || c === 9 || c === 10 || c === 13) continue;
      if (this.open === null) {
        if (c === 91 || c === 123) this.open = c === 91 ? "[" : "{";
        else
          this.complain("a JSON array or object", `text that starts with ${JSON.stringify(part.slice(at, at + 24))}`);
        continue;
      }
      if (this.closed) {
        this.complain("nothing after the document's end", JSON.stringify(part.slice(at, at + 24)));
        continue;
      }
      const inside = this.depth > 0;
      if (!inside && (c === 44 || c === 93 || c === 125)) {
        if (from >= 0) this.text += part.slice(from, at);
        from = -1;
        this.end(c === 44, c, done);
        continue;
      }
      if (!inside && c === 58 && this.open === "{" && this.key === null) {
        if (from >= 0) this.text += part.slice(from, at);
        from = -1;
        this.key = this.text;
        this.text = "";
        continue;
      }
      begin(at);
      if (c === 34) this.inString = true;
      else if (c === 91 || c === 123) this.depth++;
      else if (c === 93 || c === 125) this.depth--;
    }
    if (from >= 0) this.text += part.slice(from);
    if (this.text.length > MAX_ELEMENT)
      this.complain(`an element of at most ${MAX_ELEMENT} characters`, "a longer one");
    return done;
  }

  /** To be called when no more comes. */
  finish(): void {
    if (this.complaint !== null || this.closed) return;
    this.complain("a whole JSON document", this.open === null ? "an empty file" : "one that breaks off");
  }

  private end(comma: boolean, c: number, done: Element[]): void {
    const text = this.text.trim();
    if (!comma && (c === 93) !== (this.open === "["))
      this.complain(`the end of the ${this.open === "[" ? "array" : "object"}`, String.fromCharCode(c));
    else if (text === "" && (comma || this.comma || this.key !== null)) this.complain("an element", "nothing");
    else if (text !== "" && (this.key === null) !== (this.open === "["))
      this.complain("a key and a value", JSON.stringify(text.slice(0, 24)));
    else if (text !== "") done.push({ text, line: this.start, key: this.key?.trim() ?? null });
    this.count++;
    this.text = "";
    this.key = null;
    this.comma = comma;
    this.closed = !comma;
  }

  private complain(expected: string, got: string): void {
    this.complaint ??= { expected, got };
  }
}
