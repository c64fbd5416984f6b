/** The server's time. Injected, so that tests own it. */
export class Clock {
  now(): Date {
    return new Date();
  }
}
