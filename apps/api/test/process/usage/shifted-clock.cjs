'use strict';
// Loaded before the program: its clock is wrong by SHIFT_MS.
const shift_ms = Number(process.env.SHIFT_MS);
const Right = Date;

globalThis.Date = class extends Right {
  constructor(...args) {
    super(...(args.length === 0 ? [Right.now() + shift_ms] : args));
  }
  static now() {
    return Right.now() + shift_ms;
  }
};
