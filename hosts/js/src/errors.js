// What programs that play a match are told of their mistakes.

/** A choice that is not possible; `refusal` has `kind`, `name`, `why` and `text`. */
export class IllegalMove extends Error {
  constructor(refusal) {
    super(refusal.text);
    this.name = "IllegalMove";
    this.refusal = refusal;
  }
}

/** An answer to an earlier version of a match: what it was an answer to has changed since, or was taken back. `given` is the version or key that came with it. */
export class OutOfDateError extends Error {
  constructor(text, given) {
    super(text);
    this.name = "OutOfDateError";
    this.given = given;
  }
}
